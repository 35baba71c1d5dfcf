import { WINDOW_SIZE } from '@despatch/contract/route/fields'
import { hashKey, useQueries, useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

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

/** How a page is asked for: the page counted from 1, or from a place in the list on. */
export type PageAsked = { readonly page: number; readonly limit: number; readonly from?: string }

/** How a window is asked for: from the place where it begins, or the last before it, so that nothing is counted to. */
export function windowAsked(window: number, places: readonly string[] = []): PageAsked {
  const nearest = Math.min(window, places.length)
  const from = places[nearest - 1]
  return { page: from === undefined ? window : window - nearest + 1, limit: WINDOW_SIZE, ...(from && { from }) }
}

/** Windows with places are asked for again when these are, and not by themselves. */
const PLACED = { refetchInterval: false, refetchOnWindowFocus: false } as const

type Given<Row> = {
  readonly isOn: boolean
  /** The key of the whole list; windows add their number. */
  readonly queryKey: readonly unknown[]
  readonly fetchWindow: (asked: PageAsked, signal: AbortSignal) => Promise<readonly Row[]>
  /**
   * Asks where the windows begin. They are not waited for: until they are there, windows are asked for by their number. They
   * follow what others change, and the windows with them: from places of different times a row would be lost, or stand twice.
   */
  readonly fetchPlaces?: ((signal: AbortSignal) => Promise<readonly string[]>) | undefined
}

/** How far a list has been seen: so many rows, and whether there are no more. */
type Reach = { readonly list: string; readonly rows: number; readonly isEnd: boolean }

/**
 * The rows around what a table shows, for the page size 'All'. Hand `onVisible` to the table as it scrolls. Where nobody
 * says how many rows there are, `reach` says how many have been seen: a table one row longer asks for more at its end.
 */
export function useRowWindows<Row>({ isOn, queryKey, fetchWindow, fetchPlaces }: Given<Row>) {
  const client = useQueryClient()
  const { visible, onVisible } = useVisible()
  const list = hashKey(queryKey)
  const [seen, setSeen] = useState<Reach>({ list, rows: 0, isEnd: false })
  const before = seen.list === list ? seen : { list, rows: 0, isEnd: false }
  const end = visible.last + AHEAD
  const last = before.isEnd ? Math.max(visible.last, Math.min(end, before.rows - 1)) : end
  const pages = isOn ? windowsOf(visible.first - AHEAD, last) : []
  const { data: places, dataUpdatedAt: placedAt } = useQuery({
    queryKey: [...queryKey, 'places'],
    queryFn: ({ signal }) => fetchPlaces?.(signal) ?? [],
    // The first rows go before.
    enabled: isOn && fetchPlaces !== undefined && before.rows > 0,
    gcTime: 0,
  })
  const asked = new Map(pages.map((page) => [page, windowAsked(page, places)]))
  const keyOf = (page: number) => [...queryKey, 'window', page, placedAt]
  const shown = windowsOf(visible.first, visible.last)
  // What is jumped to goes before what lies around it.
  const areShown = shown.every((page) => client.getQueryData(keyOf(page)) !== undefined)
  const queryOf = (page: number, window: PageAsked) => ({
    queryKey: keyOf(page),
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchWindow(window, signal),
    gcTime: KEPT_MS,
  })
  // Asked for while the screen is drawn, not only when it stands: the server works meanwhile.
  for (const page of shown) {
    const window = asked.get(page)
    if (window && !client.getQueryState(keyOf(page))) void client.prefetchQuery(queryOf(page, window))
  }
  const results = useQueries({
    queries: [...asked].map(([page, window]): UseQueryOptions<readonly Row[]> => ({
      ...queryOf(page, window),
      enabled: areShown || shown.includes(page),
      ...(places && PLACED),
      // What the window showed, while it is asked for from another place.
      placeholderData: () =>
        client
          .getQueriesData<readonly Row[]>({ queryKey: [...queryKey, 'window', page] })
          .findLast(([, data]) => data)?.[1],
    })),
  })
  const failed = results.find(({ error }) => error)
  const loaded = results.flatMap(({ data }, index): RowWindow<Row>[] =>
    data ? [{ start: ((pages[index] ?? 1) - 1) * WINDOW_SIZE, rows: data }] : [],
  )
  const windows = useSameWindows(loaded)
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

/** The rows in view, as the table says while it scrolls. */
function useVisible() {
  const [visible, setVisible] = useState({ first: 0, last: 0 })
  const onVisible = useCallback(
    (first: number, last: number) =>
      setVisible((now) => (now.first === first && now.last === last ? now : { first, last })),
    [],
  )
  return { visible, onVisible }
}

/** The very same windows while nothing came: rows are drawn again only when there are others. */
function useSameWindows<Row>(loaded: readonly RowWindow<Row>[]): readonly RowWindow<Row>[] {
  const [kept, keep] = useState(loaded)
  const windows = areSame(kept, loaded) ? kept : loaded
  if (windows !== kept) keep(windows)
  return windows
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
