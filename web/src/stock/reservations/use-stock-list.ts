import type { StockRow } from '@despatch/contract/stock/reservations'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { fetchStock, STOCK_KEY, type StockFilter, type StockSearch } from './stock-queries.ts'

const rowId = ({ client, _id }: StockRow) => `${client} ${_id}`

/** The pages of stock at an address, and how to narrow them. */
export function useStockList(search: StockSearch, change: (part: Partial<StockSearch>) => void) {
  const { page, limit, ...filter } = search
  const fetchPage = (number: number, size: number, signal: AbortSignal) => fetchStock(filter, number, size, signal)
  const list = usePagedList<StockRow>({
    queryKey: [...STOCK_KEY, filter],
    place: { page, limit, sort: '', order: 'asc' },
    onPlace: (place) => change({ ...(place.page && { page: place.page }), ...(place.limit && { limit: place.limit }) }),
    fetchPage,
    rowId,
  })
  return {
    list,
    filter,
    narrow: (part: Partial<StockFilter>) => change({ ...part, page: 1 }),
    fetchRows: (number: number, size: number, signal: AbortSignal) =>
      fetchPage(number, size, signal).then(({ rows }) => rows),
  }
}
