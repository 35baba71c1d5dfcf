import { Notifications } from '@mantine/notifications'
import { NOTIFICATION_MS } from '@despatch/domain/feedback/messages'
import '../kit/exports/exports-link.ts'
import { useMediaQuery } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { showCutTexts } from '../kit/browser/cut-text.ts'
import { preparePages } from '../kit/print/prepare-pages.ts'
import { NARROW } from '../kit/navigation/use-menu.ts'
import { PendingNavigation, OnDemandCommandDialog, OnDemandWhyDrawer } from './on-demand.tsx'

/** The root of all screens, with or without a session. */
export function Root() {
  // On a phone a drawer fills the window, and a notification at the top would cover its title.
  const isNarrow = useMediaQuery(`(max-width: ${NARROW})`, undefined, { getInitialValueInEffect: false })
  useEffect(() => showCutTexts(document), [])
  useEffect(preparePages, [])
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
      <OnDemandWhyDrawer />
      <OnDemandCommandDialog />
      <PendingNavigation />
    </>
  )
}
