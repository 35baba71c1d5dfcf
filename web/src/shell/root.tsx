import { Notifications } from '@mantine/notifications'
import { NOTIFICATION_MS } from '@despatch/domain/feedback/messages'
import '../kit/exports/exports-link.ts'
import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { showCutTexts } from '../kit/browser/cut-text.ts'
import { AskedAddress, AskedOrder, AskedWhy } from './asked.tsx'

/** What every screen stands in, signed in or not. */
export function Root() {
  useEffect(() => showCutTexts(document), [])
  return (
    <>
      <Notifications
        className="toasts"
        position="top-center"
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
