import type { AnyRouter } from '@tanstack/react-router'
import { tabs } from './window-tabs.ts'

/** Goes from a record to another address in its place, and closes its tab. A form with changes on the way may ask first. */
export async function leaveRecord(router: AnyRouter, tabId: string, href: string): Promise<void> {
  await router.navigate({ href, replace: true })
  tabs.removeById(tabId)
}
