import { useCallback, useState } from 'react'
import { z } from 'zod'
import { session } from '../session/session-store.ts'

const layout = z.object({
  columnVisibility: z.record(z.string(), z.boolean()).catch({}),
  columnOrder: z.array(z.string()).catch([]),
  columnSizing: z.record(z.string(), z.number()).catch({}),
})
/** Which columns a table shows, in which order, how wide. */
export type TableLayout = z.infer<typeof layout>

const EMPTY: TableLayout = { columnVisibility: {}, columnOrder: [], columnSizing: {} }
const keyOf = (name: string) => `despatch.table.${session.store.get().user?._id ?? ''}.${name}`

/** The layout of a table as this user last left it in this browser, and how to change it. */
export function useKeptLayout(name: string): [TableLayout, (change: Partial<TableLayout>) => void] {
  const [kept, setKept] = useState(() => read(name))
  const change = useCallback(
    (part: Partial<TableLayout>) =>
      setKept((before) => {
        const next = { ...before, ...part }
        try {
          localStorage.setItem(keyOf(name), JSON.stringify(next))
        } catch {
          // It lasts as long as the page.
        }
        return next
      }),
    [name],
  )
  return [kept, change]
}

function read(name: string): TableLayout {
  try {
    return layout.parse(JSON.parse(localStorage.getItem(keyOf(name)) ?? '{}'))
  } catch {
    return EMPTY
  }
}
