import { formatCount } from '@despatch/domain/money/money'
import { hashKey, keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RowSelectionState } from '@tanstack/react-table'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { BACKGROUND_REFETCH_MS } from '../server/query-client.ts'
import { ALL_ROWS } from './page-size.ts'
import { type PageQuery, useRowWindows } from './rows/row-windows.ts'

type Place = {
  readonly page: number
  readonly limit: number
  readonly sort: string
  readonly order: 'asc' | 'desc'
}

/**
 * A page. `next` is the place (a cursor from the server) at which the following page begins, for lists that have
 * places.
 */
type Page<Row> = {
  readonly rows: readonly Row[]
  readonly total?: number
  readonly hasMore?: boolean
  readonly next?: string | undefined
}

type PagedListOptions<Row> = {
  /** Identifies the list with its filters and sort order. Pages add their own parts. */
  readonly queryKey: readonly unknown[]
  /** Page and sort order from the address. */
  readonly place: Place
  readonly onPlace: (place: Partial<Place>) => void
  readonly fetchPage: (
    page: number,
    limit: number,
    signal: AbortSignal,
    /** For lists with places: the place from which `page` counts. */
    from?: string,
  ) => Promise<Page<Row>>
  /** For lists with places: fetches the place of every window, for the page size 'All'. */
  readonly fetchPlaces?: (signal: AbortSignal) => Promise<readonly string[]>
  readonly rowId: (row: Row) => string
  /** Counts the rows in a separate call, if the pages do not include the total. */
  readonly count?: { readonly queryKey: readonly unknown[]; readonly fetch: (signal: AbortSignal) => Promise<RowCount> }
}

/** `at` is when the server counted, if it says so. */
type RowCount = { readonly total: number; readonly at?: string | undefined }

/**
 * State of a list: provides the props of {@link DataTable} and {@link TableFoot}, for one page or, with the page size
 * 'All', for the rows in view. Rows stay selected when the page or the filters change.
 */
export function usePagedList<Row>(options: PagedListOptions<Row>) {
  const { place, onPlace, rowId, count } = options
  const { page, limit, sort, order } = place
  const isAll = limit === ALL_ROWS
  // With 'All', a page of one row is fetched only for its total.
  const isPageNeeded = !isAll || count === undefined
  const pageQuery = usePage(options, isPageNeeded)
  const windows = useWindows(options, isAll)
  const { reach } = windows
  const counting = useCount(count, isAll ? reach.rows > 0 || reach.isEnd : hasLoaded(pageQuery))
  const total = count ? counting.data?.total : pageQuery.data?.total
  const pageRows = pageQuery.data?.rows
  useLastPage(options, isAll || pageQuery.isPlaceholderData ? undefined : total)
  const loaded = isAll ? windows.windows.flatMap(({ rows }) => rows) : (pageRows ?? [])
  const selection = useSelectedRows(loaded, rowId)
  const error = (isPageNeeded ? pageQuery.error : undefined) ?? (isAll ? windows.error : undefined)
  // Until the count arrives, add one row after those already seen: scrolling to it loads more.
  const inAll = total ?? (count ? reach.rows + (reach.isEnd ? 0 : 1) : 0)

  return {
    total,
    countedAt: counting.data?.at,
    /** '1,284 users, 3 selected'. Leaves out the total if counting failed. */
    counted: (noun: Noun) => countedText(total, selection.rows.length, noun, Boolean(error || counting.error)),
    selected: selection.rows,
    selectedCount: selection.rows.length,
    /** The number of selected rows that are not on this page, or no longer match. Unknown (0) with 'All'. */
    hiddenCount: isAll ? 0 : selection.hidden,
    /** The loaded rows: of the page, or of the windows in view. */
    loaded,
    /** Replaces the selection, whether or not the rows are on this page. */
    selectRows: selection.selectRows,
    clear: () => selection.selectRows([]),
    table: {
      rows: isAll ? (windows.isLoading ? undefined : windows.windows) : pageRows,
      windowed: isAll ? { total: inAll, onVisible: windows.onVisible } : undefined,
      rowId,
      isLoading: (isPageNeeded && pageQuery.isPending) || (isAll && windows.isLoading),
      error,
      onRetry: () => (pageQuery.error ? void pageQuery.refetch() : windows.retry()),
      sort: { id: sort, desc: order === 'desc' },
      // Sorting returns to the first page.
      onSort: ({ id, desc }: { id: string; desc: boolean }) =>
        onPlace({ sort: id, order: desc ? 'desc' : 'asc', page: 1 }),
      selected: selection.state,
      onSelect: selection.select,
    },
    foot: {
      page,
      pageSize: limit,
      count: isAll ? reach.rows : (pageRows?.length ?? 0),
      total,
      hasMore: pageQuery.data?.hasMore ?? (total !== undefined && page * limit < total),
      isBehind: pageQuery.isPlaceholderData,
      hasFailed: Boolean(error),
      onPage: (to: number) => onPlace({ page: to }),
      onPageSize: (to: number) => onPlace({ limit: to, page: 1 }),
    },
  }
}

/** A noun in singular and plural. */
export type Noun = readonly [one: string, many: string]

function countedText(total: number | undefined, selected: number, [one, many]: Noun, hasFailed: boolean): string {
  const counted = total === undefined ? '' : `${formatCount(total)} ${total === 1 ? one : many}`
  return [counted || (hasFailed ? '' : 'Counting…'), selected > 0 ? `${formatCount(selected)} selected` : '']
    .filter(Boolean)
    .join(', ')
}

function useWindows<Row>({ queryKey, fetchPage, fetchPlaces }: PagedListOptions<Row>, isOn: boolean) {
  return useRowWindows<Row>({
    isOn,
    queryKey,
    fetchWindow: ({ page, limit, from }: PageQuery, signal) =>
      fetchPage(page, limit, signal, from).then(({ rows }) => rows),
    fetchPlaces,
  })
}

/** Fetches the page in the address. With the page size 'All', fetches one row for its total. */
function usePage<Row>({ queryKey, place, fetchPage }: PagedListOptions<Row>, isPageNeeded: boolean) {
  const client = useQueryClient()
  const [page, limit] = place.limit === ALL_ROWS ? [1, 1] : [place.page, place.limit]
  const keyOf = (number: number) => [...queryKey, { page: number, limit }]
  return useQuery({
    queryKey: keyOf(page),
    queryFn({ signal }) {
      // Continue from the place that the previous page ended at: fast at any depth, and no row appears twice if
      // others were added.
      const before = client.getQueryState<Page<Row>>(keyOf(page - 1))
      const from = before?.isInvalidated ? undefined : before?.data?.next
      return from === undefined ? fetchPage(page, limit, signal) : fetchPage(1, limit, signal, from)
    },
    placeholderData: keepPreviousData,
    enabled: isPageNeeded,
  })
}

/** Returns to the last page if the list has become shorter than the page in the address. */
function useLastPage(
  { place: { page, limit }, onPlace }: Pick<PagedListOptions<never>, 'place' | 'onPlace'>,
  total: number | undefined,
) {
  const lastPage = total ? Math.ceil(total / limit) : undefined
  const goTo = useEffectEvent(onPlace)
  useEffect(() => {
    if (lastPage !== undefined && page > lastPage) goTo({ page: lastPage })
  }, [page, lastPage])
}

/** The selection. Rows stay selected when they are no longer loaded. */
function useSelectedRows<Row>(loaded: readonly Row[], rowId: (row: Row) => string) {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map())
  const state = useMemo<RowSelectionState>(
    () => Object.fromEntries([...selected.keys()].map((id) => [id, true])),
    [selected],
  )
  function select(next: RowSelectionState) {
    const known = new Map(loaded.map((row) => [rowId(row), row]))
    const entries = Object.keys(next).flatMap((id): [string, Row][] => {
      const row = next[id] ? (known.get(id) ?? selected.get(id)) : undefined
      return row ? [[id, row]] : []
    })
    setSelected(new Map(entries))
  }
  const selectRows = (rows: readonly Row[]) => setSelected(new Map(rows.map((row) => [rowId(row), row])))
  // Use the latest version of a selected row, with its present status and version.
  const loadedById = new Map(loaded.map((row) => [rowId(row), row]))
  const rows = [...selected].map(([id, row]) => loadedById.get(id) ?? row)
  const hidden = [...selected.keys()].filter((id) => !loadedById.has(id)).length
  return { rows, hidden, state, select, selectRows }
}

const hasLoaded = ({ data, isPlaceholderData }: { data: unknown; isPlaceholderData: boolean }) =>
  data !== undefined && !isPlaceholderData

/** How long a count stays fresh. */
const COUNT_STALE_MS = 60_000

/** Counts once per filter, and only after the first rows have arrived, so that counting does not slow them down. */
function useCount(count: PagedListOptions<never>['count'], isThere: boolean) {
  const list = hashKey(count?.queryKey ?? [])
  const [begun, begin] = useState<string>()
  if (isThere && begun !== list) begin(list)
  return useQuery({
    queryKey: count?.queryKey ?? ['not counted'],
    queryFn: count ? ({ signal }) => count.fetch(signal) : skipToken,
    staleTime: COUNT_STALE_MS,
    refetchInterval: BACKGROUND_REFETCH_MS,
    enabled: begun === list,
  })
}
