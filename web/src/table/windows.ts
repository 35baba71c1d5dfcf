import { hashKey, useQueries, type UseQueryOptions } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

/** How many rows are fetched at once when a table scrolls through everything. */
export const WINDOW_SIZE = 200

/** So many rows before the end of what is loaded the next window is asked for: a hand on the wheel does not outrun it. */
const AHEAD = 100

/** How long a window that was scrolled past is kept: a million rows do not fit into a page that is scrolled through. */
const KEPT_MS = 15_000

/** Rows that are loaded, from a place in the whole list on. */
export type RowWindow<Row> = { readonly start: number; readonly rows: readonly Row[] }

/** The windows (from 1, as pages are counted) that hold the rows from one place to another. */
export function windowsOf(first: number, last: number, size = WINDOW_SIZE): number[] {
  const from = Math.floor(Math.max(first, 0) / size)
  const to = Math.floor(Math.max(last, first, 0) / size)
  return Array.from({ length: to - from + 1 }, (_, index) => from + index + 1)
}

type Given<Row> = {
  readonly isOn: boolean
  /** The key of the whole list; windows add their number. */
  readonly queryKey: readonly unknown[]
  /** Asks for one window: the page counted from 1, WINDOW_SIZE rows each. */
  readonly fetchWindow: (page: number, limit: number, signal: AbortSignal) => Promise<readonly Row[]>
}

/** How far a list has been seen: so many rows, and whether there are no more. */
type Reach = { readonly list: string; readonly rows: number; readonly isEnd: boolean }

/**
 * The rows around what a table shows, for the page size 'All'. Hand `onVisible` to the table as it scrolls. Where nobody
 * says how many rows there are, `reach` says how many have been seen: a table one row longer asks for more at its end.
 */
export function useRowWindows<Row>({ isOn, queryKey, fetchWindow }: Given<Row>) {
  const [visible, setVisible] = useState({ first: 0, last: 0 })
  const list = hashKey(queryKey)
  const [seen, setSeen] = useState<Reach>({ list, rows: 0, isEnd: false })
  const before = seen.list === list ? seen : { list, rows: 0, isEnd: false }
  const end = visible.last + AHEAD
  const last = before.isEnd ? Math.max(visible.last, Math.min(end, before.rows - 1)) : end
  const pages = isOn ? windowsOf(visible.first - AHEAD, last) : []
  const results = useQueries({
    queries: pages.map((page): UseQueryOptions<readonly Row[]> => ({
      queryKey: [...queryKey, 'window', page],
      queryFn: ({ signal }) => fetchWindow(page, WINDOW_SIZE, signal),
      gcTime: KEPT_MS,
    })),
  })
  const onVisible = useCallback(
    (first: number, to: number) =>
      setVisible((now) => (now.first === first && now.last === to ? now : { first, last: to })),
    [],
  )
  const failed = results.find(({ error }) => error)
  const loaded = results.flatMap(({ data }, index): RowWindow<Row>[] =>
    data ? [{ start: ((pages[index] ?? 1) - 1) * WINDOW_SIZE, rows: data }] : [],
  )
  // The very same while nothing came: rows are drawn anew only when there are others.
  const [kept, keep] = useState<readonly RowWindow<Row>[]>(loaded)
  const windows = areSame(kept, loaded) ? kept : loaded
  if (windows !== kept) keep(windows)
  const reach = farther(before, windows)
  if (reach !== seen) setSeen(reach)
  return {
    windows,
    reach,
    isLoading: results.length > 0 && results.every(({ data, error }) => !data && !error),
    error: failed?.error ?? undefined,
    retry: () => void failed?.refetch(),
    onVisible,
  }
}

function areSame<Row>(some: readonly RowWindow<Row>[], others: readonly RowWindow<Row>[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ start, rows }, index) => start === others[index]?.start && rows === others[index].rows)
  )
}

function farther(before: Reach, windows: readonly RowWindow<unknown>[]): Reach {
  // One beyond the end has none, and says nothing of how many there are before it.
  const reached = windows.filter(({ rows: part }) => part.length > 0)
  const rows = Math.max(before.rows, ...reached.map(({ start, rows: part }) => start + part.length))
  const isEnd = before.isEnd || windows.some(({ rows: part }) => part.length < WINDOW_SIZE)
  return rows === before.rows && isEnd === before.isEnd ? before : { ...before, rows, isEnd }
}
