import { z } from 'zod'
import { clearWindowStorage } from '../form/drafts.ts'
import { session } from '../session/session-store.ts'
import { isOfferedTo } from '../navigation/screen-access.ts'
import { plainTitle } from '../navigation/screen-title.ts'
import { allScreens, screenAt } from '../navigation/screens.ts'
import { windowStorage } from '../browser/storage.ts'
import { useStore } from '../browser/store.ts'
import { sayWhatIsKept } from './kept-drafts.ts'
import type { RecordTabs } from '../navigation/record-tabs.ts'
import { createTabs, type Tab, type TabBar } from './tabs.ts'

// Of this window only: two windows keep two tab bars.
const KEY = 'despatch.tabs'
const keptTab = z.object({ id: z.string(), title: z.string(), link: z.string(), isPinned: z.boolean().optional() })
const kept = z.object({
  user: z.string(),
  tabs: z.array(keptTab),
  closed: z.array(z.object({ tab: keptTab, at: z.number() })).catch([]),
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
    const { tabs: own, closed } = readTabs()
    tabs.replaceAll(own, closed)
  }
})

function userId(): string {
  return session.store.get().user?._id ?? ''
}

function readTabs(): Pick<TabBar, 'tabs' | 'closed'> {
  const { data } = kept.safeParse(windowStorage.read(KEY))
  if (data?.user === userId()) return data
  // Anyone who left without signing out here (their session ran out, or ended in another window) leaves nothing to the next.
  if (data && userId()) clearWindowStorage()
  return { tabs: [], closed: [] }
}

function keepTabs() {
  const { tabs: own, closed } = tabs.store.get()
  windowStorage.write(KEY, userId() ? { user: userId(), tabs: own, closed } : undefined)
}

export function useTabs(): TabBar {
  return useStore(tabs.store)
}

type Address = { pathname: string; href: string; search: Record<string, unknown> }

/** The tab of an address: the record's where the address names one, else the screen's; undefined where there is no screen, as at home. */
export function tabOf({ pathname, href, search }: Address): Tab | undefined {
  const screen = screenAt(pathname)
  // What is never theirs is said once, and gets no tab.
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

/** Calls the tab of a record by what people call the record, once that is known. */
export function nameTab(id: string, title: string): void {
  names.set(id, title)
  const tab = tabs.store.get().tabs.find((one) => one.id === id)
  if (tab) tabs.open({ ...tab, title }, false)
}

/**
 * Closes the tabs of single records, which belong to one client, and says what is kept of them. Gives the address to go to
 * if the active one was closed: the list that its record is of, as it stands in its tab where it has one.
 */
export function closeRecordTabs(): string | undefined {
  const { tabs: before, activeId, closed } = tabs.store.get()
  const left = before.filter(({ id }) => screenAt(id))
  const leftClosed = closed.filter(({ tab }) => screenAt(tab.id))
  if (left.length === before.length && leftClosed.length === closed.length) return undefined
  const active = before.find(({ id }) => id === activeId)
  for (const { id } of before) if (id !== activeId && !screenAt(id)) sayWhatIsKept(id)
  tabs.replaceAll(left, leftClosed)
  if (active && !left.includes(active)) {
    const list = listOf(active)
    return left.find(({ id }) => id === list)?.link ?? list
  }
  tabs.activate(activeId)
  return undefined
}

/** The path of the list that a record's tab belongs to: its screen's, or that of the entry above a screen of records alone. */
function listOf({ link }: Tab): string {
  const screen = screenAt(link.replace(/[?#].*$/, ''))
  const entry = allScreens().find(({ leaf, isEntry }) => isEntry && leaf === screen?.leaf)
  return entry?.path ?? '/home'
}
