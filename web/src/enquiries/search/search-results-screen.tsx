import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import type { ResultOrderRow, OrderRow } from '@despatch/contract/orders/order'
import { type OrderSort } from '@despatch/contract/orders/order-criteria'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { useCallback, useState } from 'react'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { useStore } from '../../kit/browser/store.ts'
import { session } from '../../kit/session/session-store.ts'
import { createPageReader } from '../../kit/list/rows/page-reader.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { addressOfOrder } from '../../kit/navigation/addresses.ts'
import { FilterChips } from './filter-chips.tsx'
import { NothingFound } from './nothing-found.tsx'
import { OrderPeek } from '../../orders/order-parts/order-peek.tsx'
import { ALL_CLIENTS_COLUMNS, RESULT_COLUMNS } from './result-columns.tsx'
import { fetchPlaces, fetchResults, listBody, resultShape, type ResultSearch, resultTotal } from './result-queries.ts'

const TABLE = 'search-results-order'
const rowId = ({ clientCode, orderNumber }: ResultOrderRow) => `${clientCode} ${orderNumber}`

export function SearchResultsScreen() {
  const goTo = useGoTo()
  const [search, change] = useScreenSearch(resultShape)
  const isAllClients = useStore(session.store, ({ client }) => client === ALL_CLIENTS)
  const [peeked, setPeeked] = useState<ResultOrderRow>()

  const body = listBody(search)
  const list = usePagedList<ResultOrderRow>({
    queryKey: ['orders', 'list', body],
    place: search,
    onPlace: ({ sort, ...place }) => change({ ...place, ...(sort !== undefined && { sort: sort as OrderSort }) }),
    fetchPage: (page, limit, signal, from) => fetchResults(body, { page, limit, ...(from && { from }) }, signal),
    fetchPlaces: (signal) => fetchPlaces(body, signal),
    rowId,
    count: resultTotal(search),
  })

  const open = (order: OrderRow) => goTo(addressOfOrder(order))
  // A changed filter returns to the first page.
  const narrow = useCallback((part: Partial<ResultSearch>) => change({ ...part, page: 1 }), [change])
  const columns = isAllClients ? ALL_CLIENTS_COLUMNS : RESULT_COLUMNS

  return (
    <ListScreen
      name={TABLE}
      title="Search Results"
      label="Orders that match"
      noun={['order', 'orders']}
      columns={columns}
      list={list}
      fetchRows={createPageReader((page, signal) => fetchResults(body, page, signal))}
      filters={<FilterChips search={search} onChange={narrow} />}
      empty={<NothingFound search={search} onShowCancelled={() => narrow({ cancelled: 'shown' })} />}
      recordAddress={addressOfOrder}
      onOpen={open}
      onPeek={setPeeked}
    >
      <OrderPeek row={peeked} onClose={() => setPeeked(undefined)} onOpen={open} />
    </ListScreen>
  )
}
