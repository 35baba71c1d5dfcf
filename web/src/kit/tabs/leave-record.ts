import type { AnyRouter } from '@tanstack/react-router'
import { tabs } from './window-tabs.ts'

/**
 * Goes from a record to another address in its place, and closes its tab. A list is gone to as it stands in its tab, with its
 * filters. A form with changes on the way may ask first.
 */
export async function leaveRecord(router: AnyRouter, tabId: string, href: string): Promise<void> {
  const list = tabs.store.get().tabs.find(({ id }) => id === href)
  await router.navigate({ href: list?.link ?? href, replace: true })
  tabs.removeById(tabId)
}
