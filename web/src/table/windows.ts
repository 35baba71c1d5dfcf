import { useQueries, type UseQueryOptions } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

/** How many rows are fetched at once when a table scrolls through everything. */
export const WINDOW_SIZE = 200

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

/** The rows around what a table shows, for the page size 'All'. Hand `onVisible` to the table as it scrolls. */
export function useRowWindows<Row>({ isOn, queryKey, fetchWindow }: Given<Row>) {
  const [visible, setVisible] = useState({ first: 0, last: 0 })
  const pages = isOn ? windowsOf(visible.first, visible.last) : []
  const results = useQueries({
    queries: pages.map((page): UseQueryOptions<readonly Row[]> => ({
      queryKey: [...queryKey, 'window', page],
      queryFn: ({ signal }) => fetchWindow(page, WINDOW_SIZE, signal),
    })),
  })
  const onVisible = useCallback(
    (first: number, last: number) =>
      setVisible((before) => (before.first === first && before.last === last ? before : { first, last })),
    [],
  )
  const failed = results.find(({ error }) => error)
  return {
    windows: results.flatMap(({ data }, index): RowWindow<Row>[] =>
      data ? [{ start: ((pages[index] ?? 1) - 1) * WINDOW_SIZE, rows: data }] : [],
    ),
    isLoading: results.length > 0 && results.every(({ data, error }) => !data && !error),
    error: failed?.error ?? undefined,
    retry: () => void failed?.refetch(),
    onVisible,
  }
}
