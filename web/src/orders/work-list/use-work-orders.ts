import type { WorkOrderRow } from '@despatch/contract/orders/order'
import type { WorkSort } from '@despatch/contract/orders/order-criteria'
import { formatCount } from '@despatch/domain/money/money'
import { hashKey } from '@tanstack/react-query'
import type { RowSelectionState } from '@tanstack/react-table'
import { useCallback, useMemo, useState } from 'react'
import { createPageReader } from '../../kit/list/rows/page-reader.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { type Noun, usePagedList } from '../../kit/list/use-paged-list.ts'
import type { PageQuery } from '../../kit/list/rows/row-windows.ts'
import {
  fetchWorkOrders,
  fetchWorkPlaces,
  matchingOf,
  orderKey,
  type OrderReference,
  type Selection,
  withKnownVersion,
  type WorkOrderKind,
  type WorkOrderSearch,
  workOrderTotal,
} from '../commands/work-order-queries.ts'

export const ORDERS = ['order', 'orders'] as const
const idOf = ({ clientCode, orderNumber }: OrderReference) => `${clientCode} ${orderNumber}`

/** All matches of a filter are selected, except those deselected since. */
type AllExcept = { readonly list: string; readonly except: ReadonlyMap<string, OrderReference> }

/**
 * A work list from its address, and its selection: rows on any page, or all matches without fetching them. Selecting
 * all applies to one filter and ends when it changes.
 */
export function useWorkOrders(kind: WorkOrderKind) {
  const [search, change] = useScreenSearch(kind.shape)
  const matching = matchingOf(search)
  const sorted = { sort: search.sort, desc: search.order === 'desc' }
  const fetchPage = async (page: PageQuery, signal: AbortSignal) => {
    const { Orders: rows, ...after } = await fetchWorkOrders(matching, sorted, page, signal)
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
    /** All matches, as of the list that is shown. */
    all: { matching, except: [], ...(list.countedAt && { asOf: list.countedAt }) },
    narrow: useCallback((part: Partial<WorkOrderSearch>) => change({ ...part, page: 1 }), [change]),
    fetchRows: createPageReader(fetchPage),
    ...selection,
    foot: list.foot,
  }
}
export type WorkOrders = ReturnType<typeof useWorkOrders>

/** The selection of a list: rows, or all matches except some. */
function useOrderSelection(
  matching: ReturnType<typeof matchingOf>,
  list: ReturnType<typeof usePagedList<WorkOrderRow>>,
) {
  const [chosen, setChosen] = useState<AllExcept>()
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
      else except.set(idOf(row), orderKey(row))
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
    : { orders: list.selected.map(withKnownVersion) }

  return {
    selectedCount: selected,
    hiddenCount: all ? 0 : list.hiddenCount,
    selection,
    /** The selected row, if there is exactly one. */
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
