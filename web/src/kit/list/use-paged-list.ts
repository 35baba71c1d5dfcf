import { formatCount } from '@despatch/domain/money/money'
import { hashKey, keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RowSelectionState } from '@tanstack/react-table'
import { useEffect, useMemo, useState } from 'react'
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
  readonly count?: { readonly queryKey: readonly unknown[]; readonly fetch: (signal: AbortSignal) => Promise<number> }
}

/**
 * A list that says how many rows there are in all: what {@link DataTable} and {@link TableFoot} take, for a page
 * or, with the page size 'All', for what is in view. Rows that are selected stay so on other pages and under other filters.
 */
export function usePagedList<Row>({ queryKey, place, onPlace, fetchPage, fetchPlaces, rowId, count }: Given<Row>) {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map())
  const client = useQueryClient()
  const { page, limit, sort, order } = place
  const isAll = limit === ALL_ROWS
  // Where one scrolls through all, it says how many there are, unless they are counted apart.
  const isAsked = !isAll || count === undefined
  const [asked, pageSize] = isAll ? [1, 1] : [page, limit]
  const keyOf = (number: number) => [...queryKey, { page: number, limit: pageSize }]
  const pageQuery = useQuery({
    queryKey: keyOf(asked),
    queryFn({ signal }) {
      // From a page to the next: from where that said it begins, however deep, and no row twice though others came in.
      const before = client.getQueryState<Page<Row>>(keyOf(asked - 1))
      const from = before?.isInvalidated ? undefined : before?.data?.next
      return from === undefined ? fetchPage(asked, pageSize, signal) : fetchPage(1, pageSize, signal, from)
    },
    placeholderData: keepPreviousData,
    enabled: isAsked,
  })
  const windows = useRowWindows<Row>({
    isOn: isAll,
    queryKey,
    fetchWindow: ({ page: number, limit: size, from }: PageAsked, signal) =>
      fetchPage(number, size, signal, from).then((answer) => answer.rows),
    fetchPlaces,
  })
  const { reach } = windows
  const counting = useCount(count, isAll ? reach.rows > 0 || reach.isEnd : hasCome(pageQuery))
  const total = count ? counting.data : pageQuery.data?.total
  const pageRows = pageQuery.data?.rows
  // Rows may have gone since: beyond the last page there is nothing to see, though there are rows.
  const lastPage = total && !isAll && !pageQuery.isPlaceholderData ? Math.ceil(total / limit) : undefined
  useEffect(() => {
    if (lastPage !== undefined && page > lastPage) onPlace({ page: lastPage })
    // onPlace is a new function each time that does the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [page, lastPage])
  const loaded = isAll ? windows.windows.flatMap(({ rows }) => rows) : (pageRows ?? [])
  const rowSelection = useMemo<RowSelectionState>(
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

  const error = (isAsked ? pageQuery.error : undefined) ?? (isAll ? windows.error : undefined)
  // Until they are counted there are those that have been seen, and one more, at which more are asked for.
  const inAll = total ?? (count ? reach.rows + (reach.isEnd ? 0 : 1) : 0)

  return {
    total,
    /** '1,284 users, 3 selected', with what one and many of them are called; nothing of what could not be counted. */
    counted: ([one, many]: readonly [one: string, many: string]) =>
      [
        total === undefined
          ? !error && !counting.error && 'Counting…'
          : `${formatCount(total)} ${total === 1 ? one : many}`,
        selected.size > 0 && `${formatCount(selected.size)} selected`,
      ]
        .filter(Boolean)
        .join(', '),
    selected: [...selected.values()],
    /** The rows that are loaded: of the page, or of the windows in view. */
    loaded,
    /** Selects these rows and no others, whether or not they are on this page. */
    selectRows: (rows: readonly Row[]) => setSelected(new Map(rows.map((row) => [rowId(row), row]))),
    clear: () => setSelected(new Map()),
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
      selected: rowSelection,
      onSelect: select,
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
    enabled: begun === list,
  })
}
