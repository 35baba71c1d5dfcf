import type { WorkOrderRow } from '@despatch/contract/orders/order'
import type { WorkSort } from '@despatch/contract/orders/order-criteria'
import { formatCount } from '@despatch/domain/money/money'
import { hashKey } from '@tanstack/react-query'
import type { RowSelectionState } from '@tanstack/react-table'
import { useCallback, useMemo, useState } from 'react'
import { readingOn } from '../../kit/list/rows/reading-on.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { type Noun, usePagedList } from '../../kit/list/use-paged-list.ts'
import type { PageAsked } from '../../kit/list/rows/windows.ts'
import {
  fetchWorkOrders,
  fetchWorkPlaces,
  matchingOf,
  nameOf,
  type OrderOf,
  type Selection,
  shownOf,
  type WorkOrderKind,
  type WorkOrderSearch,
  workOrderTotal,
} from '../commands/work-order-queries.ts'

export const ORDERS = ['order', 'orders'] as const
const idOf = ({ clientCode, orderNumber }: OrderOf) => `${clientCode} ${orderNumber}`

/** All that match a filter are selected, but for those that were un-selected since. */
type AllBut = { readonly list: string; readonly except: ReadonlyMap<string, OrderOf> }

/**
 * A list of orders as its address says, and what of it is selected: rows, on whatever page, or all that match, which are
 * not fetched for it. All that match are of one filter: under another nothing of it is left.
 */
export function useWorkOrders(kind: WorkOrderKind) {
  const [search, change] = useScreenSearch(kind.shape)
  const matching = matchingOf(search)
  const sorted = { sort: search.sort, desc: search.order === 'desc' }
  const fetchPage = async (asked: PageAsked, signal: AbortSignal) => {
    const { Orders: rows, ...after } = await fetchWorkOrders(matching, sorted, asked, signal)
    return { rows, ...after }
  }
  const list = usePagedList<WorkOrderRow>({
    queryKey: ['orders', 'work', matching, sorted],
    place: search,
    onPlace: ({ sort, ...place }) => change({ ...place, ...(sort !== undefined && { sort: sort as WorkSort }) }),
    fetchPage: (page, limit, signal, from) => fetchPage({ page, limit, ...(from && { from }) }, signal),
    fetchPlaces: (signal) => fetchWorkPlaces(matching, sorted, signal),
    rowId: idOf,
    count: workOrderTotal(matching),
  })

  const selection = useOrderSelection(matching, list)
  return {
    search,
    total: list.total,
    /** All that match, as the list that is shown was read. */
    all: { matching, except: [], ...(list.countedAt && { asOf: list.countedAt }) },
    narrow: useCallback((part: Partial<WorkOrderSearch>) => change({ ...part, page: 1 }), [change]),
    fetchRows: readingOn(fetchPage),
    ...selection,
    foot: list.foot,
  }
}
export type WorkOrders = ReturnType<typeof useWorkOrders>

/** What is selected of a list: its rows, or all that match but for some. */
function useOrderSelection(
  matching: ReturnType<typeof matchingOf>,
  list: ReturnType<typeof usePagedList<WorkOrderRow>>,
) {
  const [chosen, setChosen] = useState<AllBut>()
  const key = hashKey([matching])
  const all = chosen?.list === key ? chosen : undefined
  const { loaded, total = 0, countedAt } = list
  const rowSelection = useMemo<RowSelectionState | undefined>(
    () =>
      all &&
      Object.fromEntries(
        loaded
          .map(idOf)
          .filter((id) => !all.except.has(id))
          .map((id) => [id, true]),
      ),
    [all, loaded],
  )

  function select(next: RowSelectionState) {
    if (!all) return list.table.onSelect(next)
    const except = new Map(all.except)
    for (const row of loaded) {
      if (next[idOf(row)]) except.delete(idOf(row))
      else except.set(idOf(row), nameOf(row))
    }
    setChosen({ list: key, except })
  }
  function clear() {
    setChosen(undefined)
    list.clear()
  }

  const selected = all ? Math.max(0, total - all.except.size) : list.selected.length
  const selection: Selection = all
    ? { matching, except: [...all.except.values()], ...(countedAt && { asOf: countedAt }) }
    : { orders: list.selected.map(shownOf) }

  return {
    selectedCount: selected,
    selection,
    /** The row that is selected, where it is a single one. */
    only: !all && list.selected.length === 1 ? list.selected[0] : undefined,
    isAll: all !== undefined && all.except.size === 0,
    selectAll() {
      list.clear()
      setChosen({ list: key, except: new Map() })
    },
    clear,
    counted: (noun: Noun) =>
      all ? [list.counted(noun), `${formatCount(selected)} selected`].join(', ') : list.counted(noun),
    table: { ...list.table, ...(rowSelection && { selected: rowSelection }), onSelect: select },
  }
}
