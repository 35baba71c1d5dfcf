import { session as calls } from '@despatch/contract/sign-in/session'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { z } from 'zod'
import { call } from '../../server/call.ts'
import { browserStorage } from '../../browser/storage.ts'
import { createStore, type Store, useStore } from '../../browser/store.ts'
import { session } from '../../session/session-store.ts'
import { COLUMN_WIDTHS } from '../features.ts'

// A drag of a column's edge goes where the mouse goes; what is kept stays within bounds.
const width = z.number().transform((given) => Math.min(COLUMN_WIDTHS.max, Math.max(COLUMN_WIDTHS.min, given)))
const layout = z.object({
  columnVisibility: z.record(z.string(), z.boolean()).catch({}),
  columnOrder: z.array(z.string()).catch([]),
  columnSizing: z.record(z.string(), width).catch({}),
})
/** Which columns a table shows, in which order, how wide. */
export type TableLayout = z.infer<typeof layout>

/** `isUnsaved`: changed in this browser, and the server does not know it yet. */
const keptShape = layout.extend({ isUnsaved: z.boolean().catch(false) })
type Kept = { readonly layout: TableLayout; readonly isUnsaved: boolean }

/** How long after the last change the server is told. */
const SAVE_AFTER_MS = 800
const EMPTY: TableLayout = { columnVisibility: {}, columnOrder: [], columnSizing: {} }
const stores = new Map<string, Store<Kept>>()
const saves = new Map<string, ReturnType<typeof setTimeout>>()

/**
 * The saved views of a table. The same answer says how this user last left its columns, wherever that was: unless they
 * have been changed here meanwhile, the table takes it over.
 */
export const tableViews = (table: string) =>
  queryOptions({
    queryKey: ['views', table],
    queryFn: async ({ signal }) => {
      const store = storeOf(table)
      const before = store.get()
      const answer = await call(calls.views, { query: { table } }, { signal })
      if (answer.layout && !before.isUnsaved && store.get() === before)
        keep(keyOf(table), { layout: answer.layout, isUnsaved: false })
      return answer.views
    },
    staleTime: 60_000,
  })

/**
 * The layout of a table as this user last left it, and how to change it. The server keeps it for every browser of
 * theirs; this browser keeps it too, so that the first paint is right. Other windows follow a change at once.
 */
export function useKeptLayout(table: string): [TableLayout, (change: Partial<TableLayout>) => void] {
  useQuery({ ...tableViews(table), notifyOnChangeProps: [] })
  const kept = useStore(storeOf(table), ({ layout: shown }) => shown)
  const change = useCallback(
    (part: Partial<TableLayout>) => {
      keep(keyOf(table), { layout: layout.parse({ ...storeOf(table).get().layout, ...part }), isUnsaved: true })
      saveSoon(table)
    },
    [table],
  )
  return [kept, change]
}

const keyOf = (table: string) => `despatch.table.${session.store.get().user?._id ?? ''}.${table}`

function storeOf(table: string): Store<Kept> {
  const key = keyOf(table)
  const known = stores.get(key)
  if (known) return known
  const store = createStore(read(key))
  stores.set(key, store)
  // The window was closed before the server was told.
  if (store.get().isUnsaved) saveSoon(table)
  return store
}

function keep(key: string, kept: Kept): void {
  stores.get(key)?.set(kept)
  browserStorage.write(key, { ...kept.layout, isUnsaved: kept.isUnsaved })
}

function read(key: string): Kept {
  const { isUnsaved, ...kept } = keptShape.catch({ ...EMPTY, isUnsaved: false }).parse(browserStorage.read(key) ?? {})
  return { layout: kept, isUnsaved }
}

function saveSoon(table: string): void {
  const key = keyOf(table)
  clearTimeout(saves.get(key))
  saves.set(
    key,
    setTimeout(() => void save(table, key), SAVE_AFTER_MS),
  )
}

async function save(table: string, key: string): Promise<void> {
  const kept = stores.get(key)?.get()
  // Someone else may have signed in since.
  if (!kept || key !== keyOf(table)) return
  try {
    await call(calls.keepLayout, { body: { table, layout: kept.layout } }, { onExpired: 'fail' })
  } catch {
    // It stays marked as unsaved: the next change, or the next time the table is opened, tries again.
    return
  }
  if (stores.get(key)?.get() === kept) keep(key, { ...kept, isUnsaved: false })
}

window.addEventListener('storage', ({ key }) => {
  if (key !== null) stores.get(key)?.set(read(key))
})
