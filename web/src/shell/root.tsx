import { Notifications } from '@mantine/notifications'
import { NOTIFICATION_MS } from '@despatch/domain/feedback/messages'
import '../kit/exports/exports-link.ts'
import { useMediaQuery } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { showCutTexts } from '../kit/browser/cut-text.ts'
import { NARROW } from '../kit/navigation/use-menu.ts'
import { AskedAddress, AskedOrder, AskedWhy } from './asked.tsx'

/** What every screen stands in, signed in or not. */
export function Root() {
  // On a phone a drawer has the whole window, and its title stands where a message would.
  const isNarrow = useMediaQuery(`(max-width: ${NARROW})`, undefined, { getInitialValueInEffect: false })
  useEffect(() => showCutTexts(document), [])
  return (
    <>
      <Notifications
        className="toasts"
        position={isNarrow ? 'bottom-center' : 'top-center'}
        containerWidth={480}
        autoClose={NOTIFICATION_MS}
        limit={5}
        zIndex={1000}
      />
      <Outlet />
      <AskedWhy />
      <AskedOrder />
      <AskedAddress />
    </>
  )
}
