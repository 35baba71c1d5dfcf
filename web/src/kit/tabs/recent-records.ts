import { z } from 'zod'
import { windowStorage } from '../browser/storage.ts'
import { session } from '../session/session-store.ts'
import { screenAt } from '../navigation/screens.ts'
import type { Tab } from './tabs.ts'

const MAX_RECENT = 6

/** In the window's storage, which signing out clears: titles may name customers' records. */
const KEY = 'despatch.recent-records'
const record = z.object({ id: z.string(), title: z.string(), link: z.string() })
const stored = z.object({ of: z.string(), records: z.array(record) }).catch({ of: '', records: [] })
export type RecentRecord = z.infer<typeof record>

/** Records belong to the user and the client that was selected when they were opened. */
const owner = () => {
  const { user, selected } = session.store.get()
  return `${user?._id} ${selected}`
}

/** The records that the user opened last in this window, for the selected client, newest first. */
export function recentRecords(): readonly RecentRecord[] {
  const { of, records } = stored.parse(windowStorage.read(KEY))
  return of === owner() ? records : []
}

/** Remembers that the user opened a tab, if it is of a record. */
export function noteOpened({ id, title, link }: Tab): void {
  // The tab of a screen has its path as id.
  if (screenAt(id)) return
  const others = recentRecords().filter((one) => one.id !== id)
  windowStorage.write(KEY, { of: owner(), records: [{ id, title, link }, ...others].slice(0, MAX_RECENT) })
}
