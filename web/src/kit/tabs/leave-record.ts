import type { AnyRouter } from '@tanstack/react-router'
import { addressForSame } from '../navigation/screen-address.ts'
import { tabs } from './window-tabs.ts'

/**
 * Navigates from a record to another address and closes the record’s tab. If the address is a list that is open in a
 * tab, the list’s present filters are used. A form with unsaved changes may ask the user first.
 */
export async function leaveRecord(router: AnyRouter, tabId: string, href: string): Promise<void> {
  const list = tabs.store.get().tabs.find(({ id }) => id === href)
  await router.navigate({ href: list?.link ?? addressForSame(href), replace: true })
  tabs.removeById(tabId)
}
