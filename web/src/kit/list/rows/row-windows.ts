import { WINDOW_SIZE } from '@despatch/contract/route/fields'
import { hashKey, useQueries, useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

/** Load the next window this many rows ahead, so that fast scrolling does not outrun it. */
const PREFETCH_ROWS = 100

/** How long a window stays cached after it is scrolled out of view. A million rows would not fit into memory. */
const WINDOW_CACHE_MS = 15_000

/** Loaded rows, beginning at an index of the whole list. */
export type RowWindow<Row> = { readonly start: number; readonly rows: readonly Row[] }

/** The numbers of the windows, counted from 1, that hold the rows `first` to `last`. */
export function windowsOf(first: number, last: number, size = WINDOW_SIZE): number[] {
  const from = Math.floor(Math.max(first, 0) / size)
  const to = Math.floor(Math.max(last, first, 0) / size)
  return Array.from({ length: to - from + 1 }, (_, index) => from + index + 1)
}

/** A request for a page, counted from 1. With `from`, pages count from that place (a cursor) in the list. */
export type PageQuery = { readonly page: number; readonly limit: number; readonly from?: string }

/** The request for a window: from its own place, or the nearest one before it, so that the server skips few rows. */
export function windowPageQuery(window: number, places: readonly string[] = []): PageQuery {
  const nearest = Math.min(window, places.length)
  const from = places[nearest - 1]
  return { page: from === undefined ? window : window - nearest + 1, limit: WINDOW_SIZE, ...(from && { from }) }
}

/** Windows with places are fetched again when the places are, never on their own. */
const FOLLOWS_PLACES = { refetchInterval: false, refetchOnWindowFocus: false } as const

type RowWindowsOptions<Row> = {
  readonly isOn: boolean
  /** Identifies the whole list. Windows add their number. */
  readonly queryKey: readonly unknown[]
  readonly fetchWindow: (query: PageQuery, signal: AbortSignal) => Promise<readonly Row[]>
  /**
   * Fetches the places at which the windows begin. Until they arrive, windows are requested by number. When others
   * change the list, places and windows are fetched again together: windows from places of different times would lose
   * or repeat a row.
   */
  readonly fetchPlaces?: ((signal: AbortSignal) => Promise<readonly string[]>) | undefined
}

/** How many rows of a list have been seen, and whether that is all of them. */
type Reach = { readonly list: string; readonly rows: number; readonly isEnd: boolean }

/**
 * Loads the rows around those in view, for the page size 'All'. Pass `onVisible` to the table. If the total is
 * unknown, `reach` says how many rows have been seen: a table one row longer loads more at its end.
 */
export function useRowWindows<Row>({ isOn, queryKey, fetchWindow, fetchPlaces }: RowWindowsOptions<Row>) {
  const client = useQueryClient()
  const { visible, onVisible } = useVisible()
  const list = hashKey(queryKey)
  const [seen, setSeen] = useState<Reach>({ list, rows: 0, isEnd: false })
  const before = seen.list === list ? seen : { list, rows: 0, isEnd: false }
  const end = visible.last + PREFETCH_ROWS
  const last = before.isEnd ? Math.max(visible.last, Math.min(end, before.rows - 1)) : end
  const pages = isOn ? windowsOf(visible.first - PREFETCH_ROWS, last) : []
  const { data: places, dataUpdatedAt: placedAt } = useQuery({
    queryKey: [...queryKey, 'places'],
    queryFn: ({ signal }) => fetchPlaces?.(signal) ?? [],
    // Fetch the first rows before the places.
    enabled: isOn && fetchPlaces !== undefined && before.rows > 0,
    gcTime: 0,
  })
  const queries = new Map(pages.map((page) => [page, windowPageQuery(page, places)]))
  const keyOf = (page: number) => [...queryKey, 'window', page, placedAt]
  const shown = windowsOf(visible.first, visible.last)
  // Load the windows in view before their neighbours.
  const areShown = shown.every((page) => client.getQueryData(keyOf(page)) !== undefined)
  const queryOf = (page: number, window: PageQuery) => ({
    queryKey: keyOf(page),
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchWindow(window, signal),
    gcTime: WINDOW_CACHE_MS,
  })
  // Start the request during rendering, not after it, so that the server works in the meantime.
  for (const page of shown) {
    const window = queries.get(page)
    if (window && !client.getQueryState(keyOf(page))) void client.prefetchQuery(queryOf(page, window))
  }
  const results = useQueries({
    queries: [...queries].map(([page, window]): UseQueryOptions<readonly Row[]> => ({
      ...queryOf(page, window),
      enabled: areShown || shown.includes(page),
      ...(places && FOLLOWS_PLACES),
      // Show the window’s previous rows while it is fetched from a new place.
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
  const windows = useStableWindows(loaded)
  const reach = extendReach(before, windows)
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

/** The range in view, as the table reports it while scrolling. */
function useVisible() {
  const [visible, setVisible] = useState({ first: 0, last: 0 })
  const onVisible = useCallback(
    (first: number, last: number) =>
      setVisible((now) => (now.first === first && now.last === last ? now : { first, last })),
    [],
  )
  return { visible, onVisible }
}

/** Returns the same array while no window changed, so that rows are rendered again only if they differ. */
function useStableWindows<Row>(loaded: readonly RowWindow<Row>[]): readonly RowWindow<Row>[] {
  const [stable, setStable] = useState(loaded)
  const windows = areSame(stable, loaded) ? stable : loaded
  if (windows !== stable) setStable(windows)
  return windows
}

function areSame<Row>(some: readonly RowWindow<Row>[], others: readonly RowWindow<Row>[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ start, rows }, index) => start === others[index]?.start && rows === others[index].rows)
  )
}

function extendReach(before: Reach, windows: readonly RowWindow<unknown>[]): Reach {
  // A window beyond the end is empty and does not tell how many rows precede it.
  const reached = windows.filter(({ rows: part }) => part.length > 0)
  const rows = Math.max(before.rows, ...reached.map(({ start, rows: part }) => start + part.length))
  const isEnd = before.isEnd || windows.some(({ rows: part }) => part.length < WINDOW_SIZE)
  return rows === before.rows && isEnd === before.isEnd ? before : { ...before, rows, isEnd }
}
