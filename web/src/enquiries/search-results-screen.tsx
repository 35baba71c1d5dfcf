import type { OrderRow } from '@despatch/contract/orders/order'
import { type OrderSort } from '@despatch/contract/orders/order-criteria'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useStore } from '../kit/browser/store.ts'
import { session } from '../kit/session/session-store.ts'
import { DataTable } from '../kit/list/data-table.tsx'
import { ExportMenu } from '../kit/list/columns/export-menu.tsx'
import { ListPage } from '../kit/list/list-page.tsx'
import { readingOn } from '../kit/list/rows/reading-on.ts'
import { SavedViews } from '../kit/list/filters/saved-views.tsx'
import { useScreenSearch } from '../kit/list/filters/screen-search.ts'
import { TableFoot } from '../kit/list/table-foot.tsx'
import { usePagedList } from '../kit/list/use-paged-list.ts'
import { orderAddress } from '../kit/navigation/addresses.ts'
import { FilterChips } from './filter-chips.tsx'
import { NothingFound } from './nothing-found.tsx'
import { OrderPeek } from '../orders/order-parts/order-peek.tsx'
import { ALL_CLIENTS_COLUMNS, RESULT_COLUMNS } from './result-columns.tsx'
import { fetchPlaces, fetchResults, listBody, resultShape, type ResultSearch, resultTotal } from './result-queries.ts'

const TABLE = 'search-results-order'
const rowId = ({ clientCode, orderNumber }: OrderRow) => `${clientCode} ${orderNumber}`

/** The orders that match an enquiry, with its filters to change. */
export function SearchResultsScreen() {
  const router = useRouter()
  const [search, change] = useScreenSearch(resultShape)
  const isAllClients = useStore(session.store, ({ client }) => client === ALL_CLIENTS)
  const [peeked, setPeeked] = useState<OrderRow>()

  const body = listBody(search)
  const list = usePagedList<OrderRow>({
    queryKey: ['orders', 'list', body],
    place: search,
    onPlace: ({ sort, ...place }) => change({ ...place, ...(sort !== undefined && { sort: sort as OrderSort }) }),
    fetchPage: (page, limit, signal, from) => fetchResults(body, { page, limit, ...(from && { from }) }, signal),
    fetchPlaces: (signal) => fetchPlaces(body, signal),
    rowId,
    count: resultTotal(search),
  })
  const { selected: _selected, onSelect: _onSelect, ...table } = list.table

  const open = ({ orderNumber, clientCode }: OrderRow) =>
    void router.navigate({ href: orderAddress({ orderNumber, client: clientCode }) })
  // Another list begins at its first page.
  const narrow = useCallback((part: Partial<ResultSearch>) => change({ ...part, page: 1 }), [change])
  const columns = isAllClients ? ALL_CLIENTS_COLUMNS : RESULT_COLUMNS

  return (
    <ListPage
      title="Search Results"
      counted={list.counted(['order', 'orders'])}
      filters={
        <>
          <SavedViews table={TABLE} />
          <FilterChips search={search} onChange={narrow} />
          <ExportMenu
            table={TABLE}
            title="Search Results"
            columns={columns}
            total={list.total}
            fetchRows={readingOn((asked, signal) => fetchResults(body, asked, signal))}
          />
        </>
      }
      foot={<TableFoot {...list.foot} />}
    >
      <DataTable
        name={TABLE}
        label="Orders that match"
        columns={columns}
        {...table}
        onOpen={open}
        onPeek={setPeeked}
        empty={<NothingFound search={search} onShowCancelled={() => narrow({ cancelled: 'shown' })} />}
      />
      <OrderPeek row={peeked} onClose={() => setPeeked(undefined)} onOpen={open} />
    </ListPage>
  )
}
