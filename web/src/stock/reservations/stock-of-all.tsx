import type { StockRow } from '@despatch/contract/stock/reservations'
import { clientColumn } from '../../kit/list/clients-list.tsx'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { addressFor } from '../../kit/navigation/screen-address.ts'
import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import { StockFilters } from './stock-filters.tsx'
import { stockColumns } from './stock-columns.tsx'
import { NO_FILTER, stockAddress, stockShape } from './stock-queries.ts'
import { useStockList } from './use-stock-list.ts'

/** Stock of all clients by SKU and code. A row opens the stock of its client. */
export function StockOfAll({ title }: { readonly title: string }) {
  const [search, change] = useScreenSearch(stockShape)
  const goTo = useGoTo()
  const open = ({ client, sku, type }: StockRow) => goTo(addressFor(client, stockAddress({ sku, type })))
  const { list, filter, narrow, fetchRows } = useStockList(search, change)
  return (
    <ListScreen
      name="stock-of-all"
      title={title}
      label="Stock by client, SKU and code"
      noun={['SKU and code', 'SKUs and codes']}
      columns={[...clientColumn<StockRow>(), ...stockColumns(open)]}
      list={list}
      fetchRows={fetchRows}
      isOrdered
      filters={<StockFilters filter={filter} onChange={narrow} codes={[]} />}
      narrowed={{ isNarrowed: isNarrowed(filter, NO_FILTER), onClear: () => narrow(NO_FILTER) }}
      onOpen={open}
      opensOnClick
      empty="No stock yet. Import a file of counts to list its SKUs here."
    />
  )
}
