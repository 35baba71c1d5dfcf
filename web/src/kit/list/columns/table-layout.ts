import { session as calls } from '@despatch/contract/sign-in/session'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { z } from 'zod'
import { call } from '../../server/call.ts'
import { browserStorage } from '../../browser/storage.ts'
import { createStore, type Store, useStore } from '../../browser/store.ts'
import { session } from '../../session/session-store.ts'
import { COLUMN_WIDTHS } from '../features.ts'

// Dragging can exceed the limits; the stored width must not.
const width = z.number().transform((pixels) => Math.min(COLUMN_WIDTHS.max, Math.max(COLUMN_WIDTHS.min, pixels)))
const layout = z.object({
  columnVisibility: z.record(z.string(), z.boolean()).catch({}),
  columnOrder: z.array(z.string()).catch([]),
  columnSizing: z.record(z.string(), width).catch({}),
})
/** Visibility, order and widths of a table’s columns. */
export type TableLayout = z.infer<typeof layout>

/** `isUnsaved`: changed in this browser but not yet saved on the server. */
const storedShape = layout.extend({ isUnsaved: z.boolean().catch(false) })
type StoredLayout = { readonly layout: TableLayout; readonly isUnsaved: boolean }

/** Delay between the last change and saving it on the server. */
const SAVE_AFTER_MS = 800
const EMPTY: TableLayout = { columnVisibility: {}, columnOrder: [], columnSizing: {} }
const stores = new Map<string, Store<StoredLayout>>()
const saves = new Map<string, ReturnType<typeof setTimeout>>()

/**
 * Query of a table’s saved views. The answer also holds the layout that the user last saved, in any browser: the
 * table adopts it unless the layout has changed here in the meantime.
 */
export const tableViews = (table: string) =>
  queryOptions({
    queryKey: ['views', table],
    queryFn: async ({ signal }) => {
      const store = storeOf(table)
      const before = store.get()
      const answer = await call(calls.views, { query: { table } }, { signal })
      if (answer.layout && !before.isUnsaved && store.get() === before)
        saveLocally(keyOf(table), { layout: answer.layout, isUnsaved: false })
      return answer.views
    },
    // A list without saved views has no name.
    enabled: table !== '',
    staleTime: 60_000,
  })

/**
 * The user’s layout of a table, and a function that changes it. The server stores it for all browsers of the user;
 * this browser stores a copy so that the first paint is right. Other windows of the browser follow a change at once.
 */
export function useTableLayout(table: string): [TableLayout, (change: Partial<TableLayout>) => void] {
  useQuery({ ...tableViews(table), notifyOnChangeProps: [] })
  const current = useStore(storeOf(table), ({ layout: shown }) => shown)
  const change = useCallback(
    (part: Partial<TableLayout>) => {
      saveLocally(keyOf(table), { layout: layout.parse({ ...storeOf(table).get().layout, ...part }), isUnsaved: true })
      scheduleSave(table)
    },
    [table],
  )
  return [current, change]
}

const keyOf = (table: string) => `despatch.table.${session.store.get().user?._id ?? ''}.${table}`

function storeOf(table: string): Store<StoredLayout> {
  const key = keyOf(table)
  const known = stores.get(key)
  if (known) return known
  const store = createStore(read(key))
  stores.set(key, store)
  // The window was closed before the change reached the server.
  if (store.get().isUnsaved) scheduleSave(table)
  return store
}

function saveLocally(key: string, stored: StoredLayout): void {
  stores.get(key)?.set(stored)
  browserStorage.write(key, { ...stored.layout, isUnsaved: stored.isUnsaved })
}

function read(key: string): StoredLayout {
  const { isUnsaved, ...stored } = storedShape
    .catch({ ...EMPTY, isUnsaved: false })
    .parse(browserStorage.read(key) ?? {})
  return { layout: stored, isUnsaved }
}

function scheduleSave(table: string): void {
  const key = keyOf(table)
  clearTimeout(saves.get(key))
  saves.set(
    key,
    setTimeout(() => void saveOnServer(table, key), SAVE_AFTER_MS),
  )
}

async function saveOnServer(table: string, key: string): Promise<void> {
  const saved = stores.get(key)?.get()
  // A different user may have signed in.
  if (!saved || key !== keyOf(table)) return
  try {
    await call(calls.keepLayout, { body: { table, layout: saved.layout } }, { onExpired: 'fail' })
  } catch {
    // The layout stays marked as unsaved: the next change or the next opening of the table tries again.
    return
  }
  if (stores.get(key)?.get() === saved) saveLocally(key, { ...saved, isUnsaved: false })
}

window.addEventListener('storage', ({ key }) => {
  if (key !== null) stores.get(key)?.set(read(key))
})
