import type { OrderRow } from '@despatch/contract/orders/order'
import { orders } from '@despatch/contract/orders/orders'
import { type OrderSort } from '@despatch/contract/orders/order-criteria'
import { formatCount } from '@despatch/domain/money/money'
import { ALL_CLIENTS } from '@despatch/domain/roles/role-types'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../app/api/call.ts'
import { stringifySearch } from '../app/search-text.ts'
import { useStore } from '../app/store.ts'
import { session } from '../session/session-store.ts'
import { DataTable } from '../table/data-table.tsx'
import { ExportMenu } from '../table/export-menu.tsx'
import { ListPage } from '../table/list-page.tsx'
import { ALL_ROWS } from '../table/page-size.ts'
import { SavedViews } from '../table/saved-views.tsx'
import { useScreenSearch } from '../table/screen-search.ts'
import { TableFoot } from '../table/table-foot.tsx'
import { useRowWindows } from '../table/windows.ts'
import { ENQUIRY_SCREENS } from './addresses.ts'
import { FilterChips } from './filter-chips.tsx'
import { NothingFound } from './nothing-found.tsx'
import { OrderPeek } from './order-peek.tsx'
import { ALL_CLIENTS_COLUMNS, RESULT_COLUMNS } from './result-columns.tsx'
import { listBody, listKey, resultPage, resultShape, type ResultSearch, resultTotal } from './result-queries.ts'

const TABLE = 'search-results-order'
const rowId = ({ clientCode, orderNumber }: OrderRow) => `${clientCode} ${orderNumber}`

/** The orders that match an enquiry, with its filters to change. */
export function SearchResultsScreen() {
  const router = useRouter()
  const [search, change] = useScreenSearch(resultShape)
  const isAllClients = useStore(session.store, ({ client }) => client === ALL_CLIENTS)
  const [peeked, setPeeked] = useState<OrderRow>()

  const { page, limit, sort, order } = search
  const isAll = limit === ALL_ROWS
  const body = listBody(search)
  const pageQuery = useQuery({ ...resultPage(body, page, isAll ? 1 : limit), enabled: !isAll })
  const { data: total, error: uncounted } = useQuery(resultTotal(search))
  const fetchRows = (number: number, size: number, signal: AbortSignal) =>
    call(orders.consolidated, { body: { ...body, page: number, limit: size } }, { signal }).then(({ Orders }) => Orders)
  const windows = useRowWindows<OrderRow>({
    isOn: isAll,
    queryKey: listKey(body),
    fetchWindow: fetchRows,
  })

  const open = ({ orderNumber, clientCode }: OrderRow) =>
    void router.navigate({ href: ENQUIRY_SCREENS.order + stringifySearch({ orderNumber, client: clientCode }) })
  // Another list begins at its first page.
  const narrow = (part: Partial<ResultSearch>) => change({ ...part, page: 1 })
  const pageOrders = pageQuery.data?.Orders
  const columns = isAllClients ? ALL_CLIENTS_COLUMNS : RESULT_COLUMNS

  return (
    <ListPage
      title="Search Results"
      counted={
        total === undefined ? !uncounted && 'Counting…' : `${formatCount(total)} ${total === 1 ? 'order' : 'orders'}`
      }
      filters={
        <>
          <SavedViews table={TABLE} />
          <FilterChips search={search} onChange={narrow} />
          <ExportMenu table={TABLE} title="Search Results" columns={columns} total={total} fetchRows={fetchRows} />
        </>
      }
      foot={
        <TableFoot
          page={page}
          pageSize={limit}
          count={isAll ? 0 : (pageOrders?.length ?? 0)}
          total={total}
          hasMore={pageQuery.data?.hasMore ?? false}
          isBehind={pageQuery.isPlaceholderData}
          onPage={(to) => change({ page: to })}
          onPageSize={(size) => change({ limit: size, page: 1 })}
        />
      }
    >
      <DataTable
        name={TABLE}
        label="Orders that match"
        columns={columns}
        rows={isAll ? (windows.isLoading ? undefined : windows.windows) : pageOrders}
        windowed={isAll ? { total: total ?? 0, onVisible: windows.onVisible } : undefined}
        rowId={rowId}
        isLoading={isAll ? windows.isLoading || total === undefined : pageQuery.isPending}
        error={isAll ? windows.error : pageQuery.error}
        onRetry={isAll ? windows.retry : () => void pageQuery.refetch()}
        sort={{ id: sort, desc: order === 'desc' }}
        onSort={({ id, desc }) => narrow({ sort: id as OrderSort, order: desc ? 'desc' : 'asc' })}
        onOpen={open}
        onPeek={setPeeked}
        empty={<NothingFound search={search} onShowCancelled={() => narrow({ cancelled: 'shown' })} />}
      />
      <OrderPeek row={peeked} onClose={() => setPeeked(undefined)} onOpen={open} />
    </ListPage>
  )
}
