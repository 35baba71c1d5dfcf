import { z } from 'zod'
import { clearWindowStorage } from '../form/drafts.ts'
import { session } from '../session/session-store.ts'
import { addressForSelected } from '../navigation/screen-address.ts'
import { isOfferedTo } from '../navigation/screen-access.ts'
import { plainTitle } from '../navigation/screen-title.ts'
import { allScreens, screenAt } from '../navigation/screens.ts'
import { windowStorage } from '../browser/storage.ts'
import { useStore } from '../browser/store.ts'
import { notifyDraftSaved } from './unsaved-drafts.ts'
import type { RecordTabs } from '../navigation/record-tabs.ts'
import { createTabs, type Tab, type TabBar } from './tabs.ts'

// Stored per window: two windows have two tab bars.
const KEY = 'despatch.tabs'
const storedTab = z.object({ id: z.string(), title: z.string(), link: z.string(), isPinned: z.boolean().optional() })
const storedTabs = z.object({
  user: z.string(),
  tabs: z.array(storedTab),
  closed: z.array(z.object({ tab: storedTab, at: z.number() })).catch([]),
})

let owner = userId()

/** Titles of record tabs by tab id, as their screens set them. */
const names = new Map<string, string>()

/** The tab bar of this window. It survives a reload and belongs to the signed-in user. */
export const tabs = createTabs(readTabs())
tabs.store.subscribe(storeTabs)
session.store.subscribe(() => {
  if (userId() !== owner) {
    owner = userId()
    names.clear()
    const { tabs: own, closed } = readTabs()
    tabs.replaceAll(own, closed)
  }
})

function userId(): string {
  return session.store.get().user?._id ?? ''
}

function readTabs(): Pick<TabBar, 'tabs' | 'closed'> {
  const { data } = storedTabs.safeParse(windowStorage.read(KEY))
  if (data?.user === userId()) return data
  // If the last user’s session ended without signing out here, clear their data before the next user sees it.
  if (data && userId()) clearWindowStorage()
  return { tabs: [], closed: [] }
}

function storeTabs() {
  const { tabs: own, closed } = tabs.store.get()
  windowStorage.write(KEY, userId() ? { user: userId(), tabs: own, closed } : undefined)
}

export function useTabs(): TabBar {
  return useStore(tabs.store)
}

type Address = { pathname: string; href: string; search: Record<string, unknown> }

/**
 * The tab of an address: of the record in the address, else of the screen; undefined if there is no screen, as at
 * home.
 */
export function tabOf({ pathname, href, search }: Address): Tab | undefined {
  const screen = screenAt(pathname)
  // Clients’ users get no tab for a screen that only the operator’s staff may see.
  if (!screen || !isOfferedTo(session.store.get(), screen)) return undefined
  const value = screen.record && search[screen.record.param]
  return screen.record && typeof value === 'string' && value
    ? recordTab(screen.record, value, href)
    : { id: screen.path, title: screen.tab ?? plainTitle(screen), link: href }
}

function recordTab({ tabId, title }: RecordTabs, value: string, link: string): Tab {
  const id = tabId(value)
  return { id, title: names.get(id) ?? title(value), link }
}

/** Sets the title of a record’s tab once its screen knows the record’s name. */
export function nameTab(id: string, title: string): void {
  names.set(id, title)
  const tab = tabs.store.get().tabs.find((one) => one.id === id)
  if (tab) tabs.open({ ...tab, title }, false)
}

/**
 * Closes all record tabs, because records belong to one client, takes the others back to the selected client, and
 * notifies the user of saved drafts.
 *
 * @returns the address to go to if the active tab was closed: the record’s list, with its present filters if it is
 * open
 */
export function closeRecordTabs(): string | undefined {
  const { tabs: before, activeId, closed } = tabs.store.get()
  const left = before.filter(({ id }) => screenAt(id)).map((tab) => ({ ...tab, link: addressForSelected(tab.link) }))
  const leftClosed = closed.filter(({ tab }) => screenAt(tab.id))
  const active = before.find(({ id }) => id === activeId)
  for (const { id } of before) if (id !== activeId && !screenAt(id)) notifyDraftSaved(id)
  tabs.replaceAll(left, leftClosed)
  if (active && !screenAt(active.id)) {
    const list = listOf(active)
    return left.find(({ id }) => id === list)?.link ?? list
  }
  tabs.activate(activeId)
  return undefined
}

/** The path of the list that a record’s tab belongs to: the menu entry of its screen. */
function listOf({ link }: Tab): string {
  const screen = screenAt(link.replace(/[?#].*$/, ''))
  const entry = allScreens().find(({ leaf, isEntry }) => isEntry && leaf === screen?.leaf)
  return entry?.path ?? '/home'
}
