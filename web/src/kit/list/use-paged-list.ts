import { formatCount } from '@despatch/domain/money/money'
import { hashKey, keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RowSelectionState } from '@tanstack/react-table'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { BACKGROUND_REFETCH_MS } from '../server/query-client.ts'
import { ALL_ROWS } from './page-size.ts'
import { type PageAsked, useRowWindows } from './rows/windows.ts'

type Place = {
  readonly page: number
  readonly limit: number
  readonly sort: string
  readonly order: 'asc' | 'desc'
}

/** A page; `next` is the place where the one after it begins, of a list that names places. */
type Page<Row> = {
  readonly rows: readonly Row[]
  readonly total?: number
  readonly hasMore?: boolean
  readonly next?: string | undefined
}

type Given<Row> = {
  /** The key of the whole list in its order; pages add theirs. */
  readonly queryKey: readonly unknown[]
  /** What the address says of page and sort. */
  readonly place: Place
  readonly onPlace: (place: Partial<Place>) => void
  readonly fetchPage: (
    page: number,
    limit: number,
    signal: AbortSignal,
    /** Of a list that names places: from which of them on pages are counted. */
    from?: string,
  ) => Promise<Page<Row>>
  /** Of a list that names places: asks for them, once all of it is scrolled through. */
  readonly fetchPlaces?: (signal: AbortSignal) => Promise<readonly string[]>
  readonly rowId: (row: Row) => string
  /** Where the rows are counted apart from the pages: how many there are, whatever the page and the sort. */
  readonly count?: { readonly queryKey: readonly unknown[]; readonly fetch: (signal: AbortSignal) => Promise<Counted> }
}

/** How many rows there are, and when the server counted them, where it says. */
type Counted = { readonly total: number; readonly at?: string | undefined }

/**
 * A list that says how many rows there are in all: what {@link DataTable} and {@link TableFoot} take, for a page
 * or, with the page size 'All', for what is in view. Rows that are selected stay so on other pages and under other filters.
 */
export function usePagedList<Row>(given: Given<Row>) {
  const { place, onPlace, rowId, count } = given
  const { page, limit, sort, order } = place
  const isAll = limit === ALL_ROWS
  // Where one scrolls through all, it says how many there are, unless they are counted apart.
  const isAsked = !isAll || count === undefined
  const pageQuery = usePage(given, isAsked)
  const windows = useWindows(given, isAll)
  const { reach } = windows
  const counting = useCount(count, isAll ? reach.rows > 0 || reach.isEnd : hasCome(pageQuery))
  const total = count ? counting.data?.total : pageQuery.data?.total
  const pageRows = pageQuery.data?.rows
  useLastPage(given, isAll || pageQuery.isPlaceholderData ? undefined : total)
  const loaded = isAll ? windows.windows.flatMap(({ rows }) => rows) : (pageRows ?? [])
  const selection = useSelectedRows(loaded, rowId)
  const error = (isAsked ? pageQuery.error : undefined) ?? (isAll ? windows.error : undefined)
  // Until they are counted there are those that have been seen, and one more, at which more are asked for.
  const inAll = total ?? (count ? reach.rows + (reach.isEnd ? 0 : 1) : 0)

  return {
    total,
    countedAt: counting.data?.at,
    /** '1,284 users, 3 selected', with what one and many of them are called; nothing of what could not be counted. */
    counted: (noun: Noun) => countedText(total, selection.rows.length, noun, Boolean(error || counting.error)),
    selected: selection.rows,
    selectedCount: selection.rows.length,
    /** The rows that are loaded: of the page, or of the windows in view. */
    loaded,
    /** Selects these rows and no others, whether or not they are on this page. */
    selectRows: selection.selectRows,
    clear: () => selection.selectRows([]),
    table: {
      rows: isAll ? (windows.isLoading ? undefined : windows.windows) : pageRows,
      windowed: isAll ? { total: inAll, onVisible: windows.onVisible } : undefined,
      rowId,
      isLoading: (isAsked && pageQuery.isPending) || (isAll && windows.isLoading),
      error,
      onRetry: () => (pageQuery.error ? void pageQuery.refetch() : windows.retry()),
      sort: { id: sort, desc: order === 'desc' },
      // Another order begins at its first page.
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

/** What one and many of something are called. */
export type Noun = readonly [one: string, many: string]

function countedText(total: number | undefined, selected: number, [one, many]: Noun, hasFailed: boolean): string {
  const counted = total === undefined ? '' : `${formatCount(total)} ${total === 1 ? one : many}`
  return [counted || (hasFailed ? '' : 'Counting…'), selected > 0 ? `${formatCount(selected)} selected` : '']
    .filter(Boolean)
    .join(', ')
}

function useWindows<Row>({ queryKey, fetchPage, fetchPlaces }: Given<Row>, isOn: boolean) {
  return useRowWindows<Row>({
    isOn,
    queryKey,
    fetchWindow: ({ page, limit, from }: PageAsked, signal) =>
      fetchPage(page, limit, signal, from).then(({ rows }) => rows),
    fetchPlaces,
  })
}

/** The page that the address says; with the page size 'All', one row where it alone says how many there are. */
function usePage<Row>({ queryKey, place, fetchPage }: Given<Row>, isAsked: boolean) {
  const client = useQueryClient()
  const [asked, limit] = place.limit === ALL_ROWS ? [1, 1] : [place.page, place.limit]
  const keyOf = (page: number) => [...queryKey, { page, limit }]
  return useQuery({
    queryKey: keyOf(asked),
    queryFn({ signal }) {
      // From a page to the next: from where that said it begins, however deep, and no row twice though others came in.
      const before = client.getQueryState<Page<Row>>(keyOf(asked - 1))
      const from = before?.isInvalidated ? undefined : before?.data?.next
      return from === undefined ? fetchPage(asked, limit, signal) : fetchPage(1, limit, signal, from)
    },
    placeholderData: keepPreviousData,
    enabled: isAsked,
  })
}

/** Goes back to the last page where rows have gone since: beyond it there is nothing to see, though there are rows. */
function useLastPage(
  { place: { page, limit }, onPlace }: Pick<Given<never>, 'place' | 'onPlace'>,
  total: number | undefined,
) {
  const lastPage = total ? Math.ceil(total / limit) : undefined
  const goTo = useEffectEvent(onPlace)
  useEffect(() => {
    if (lastPage !== undefined && page > lastPage) goTo({ page: lastPage })
  }, [page, lastPage])
}

/** The rows that are selected; those that are loaded no more stay so. */
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
  // What was asked for again since it was selected is there as it is now, with its status and version.
  const loadedById = new Map(loaded.map((row) => [rowId(row), row]))
  const rows = [...selected].map(([id, row]) => loadedById.get(id) ?? row)
  return { rows, state, select, selectRows }
}

const hasCome = ({ data, isPlaceholderData }: { data: unknown; isPlaceholderData: boolean }) =>
  data !== undefined && !isPlaceholderData

/** For how long a count is good. */
const COUNTED_MS = 60_000

/** Counts once a filter, when its first rows are there: they do not wait for it, and need not share the server with it. */
function useCount(count: Given<never>['count'], isThere: boolean) {
  const list = hashKey(count?.queryKey ?? [])
  const [begun, begin] = useState<string>()
  if (isThere && begun !== list) begin(list)
  return useQuery({
    queryKey: count?.queryKey ?? ['not counted'],
    queryFn: count ? ({ signal }) => count.fetch(signal) : skipToken,
    staleTime: COUNTED_MS,
    refetchInterval: BACKGROUND_REFETCH_MS,
    enabled: begun === list,
  })
}
