import { z } from 'zod'
import { session } from '../../session/session-store.ts'
import { plainTitle } from '../pages/screen-title.ts'
import { screenAt } from '../screens.ts'
import { useStore } from '../store.ts'
import type { RecordTabs } from './record-tabs.ts'
import { createTabs, type Tab, type TabBar } from './tabs.ts'

// Of this window only: two windows keep two tab bars.
const KEY = 'despatch.tabs'
const kept = z.object({
  user: z.string(),
  tabs: z.array(z.object({ id: z.string(), title: z.string(), link: z.string() })),
})

let owner = userId()

/** What tabs of records are called, by id, since their screens have said so. */
const names = new Map<string, string>()

/** The tab bar of this window: it survives a reload, and belongs to the user who is signed in. */
export const tabs = createTabs(readTabs())
tabs.store.subscribe(keepTabs)
session.store.subscribe(() => {
  if (userId() !== owner) {
    owner = userId()
    names.clear()
    tabs.replaceAll(readTabs())
  }
})

function userId(): string {
  return session.store.get().user?._id ?? ''
}

function readTabs(): readonly Tab[] {
  try {
    const { user, tabs: list } = kept.parse(JSON.parse(sessionStorage.getItem(KEY) ?? ''))
    return user === userId() ? list : []
  } catch {
    return []
  }
}

function keepTabs() {
  try {
    if (userId()) sessionStorage.setItem(KEY, JSON.stringify({ user: userId(), tabs: tabs.store.get().tabs }))
    else sessionStorage.removeItem(KEY)
  } catch {
    // They last as long as the page.
  }
}

export function useTabs(): TabBar {
  return useStore(tabs.store)
}

type Address = { pathname: string; href: string; search: Record<string, unknown> }

/** The tab of an address: the record's where the address names one, else the screen's; undefined for home. */
export function tabOf({ pathname, href, search }: Address): Tab | undefined {
  const screen = screenAt(pathname)
  if (!screen) return undefined
  const value = screen.record && search[screen.record.param]
  return screen.record && typeof value === 'string' && value
    ? recordTab(screen.record, value, href)
    : { id: screen.path, title: plainTitle(screen), link: href }
}

function recordTab({ tabId, title }: RecordTabs, value: string, link: string): Tab {
  const id = tabId(value)
  return { id, title: names.get(id) ?? title(value), link }
}

/** Calls the tab of a record by what people call the record, once that is known. */
export function nameTab(id: string, title: string): void {
  names.set(id, title)
  const tab = tabs.store.get().tabs.find((one) => one.id === id)
  if (tab) tabs.open({ ...tab, title }, false)
}

/** Closes the tabs of single records, which belong to one client. Gives the address to go to if the active one was closed. */
export function closeRecordTabs(): string | undefined {
  const { tabs: before, activeId } = tabs.store.get()
  const left = before.filter(({ id }) => screenAt(id))
  if (left.length === before.length) return undefined
  const isActiveLeft = activeId === undefined || left.some(({ id }) => id === activeId)
  tabs.replaceAll(left)
  if (!isActiveLeft) return left.at(-1)?.link ?? '/home'
  tabs.activate(activeId)
  return undefined
}
