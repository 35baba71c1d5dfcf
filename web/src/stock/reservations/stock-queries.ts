import type { Purpose, StockRow } from '@despatch/contract/stock/reservations'
import { stock } from '@despatch/contract/stock/stock'
import { formatCount } from '@despatch/domain/money/money'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { screenAddress } from '../../kit/navigation/screen-address.ts'
import { pageSizeOf } from '../../kit/list/page-size.ts'
import { boxesText } from '../sku-file-report/boxes-text.ts'
import { call } from '../../kit/server/call.ts'
import { PERIODIC_REFETCH, queryClient } from '../../kit/server/query-client.ts'

/** Search parameters of Stock Reservation. */
export const stockShape = z.object({
  sku: z.string().max(40).catch(''),
  type: z.string().max(20).catch(''),
  only: z.enum(['', 'short', 'reserved', 'uncounted']).catch(''),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z
    .unknown()
    .optional()
    .transform((size) => pageSizeOf(size)),
})
export type StockSearch = z.output<typeof stockShape>
export type StockFilter = Pick<StockSearch, 'sku' | 'type' | 'only'>
export const stockAddress = screenAddress<Partial<StockFilter>>('/SKUs-and-stock/stock-reservation')
export const NO_FILTER: StockFilter = { sku: '', type: '', only: '' }

export const STOCK_KEY = ['stock']
export const fetchStock = (filter: StockFilter, page: number, limit: number, signal: AbortSignal) =>
  call(stock.listStock, { body: { ...filter, page, limit } }, { signal })

export const stockDetail = (sku: string, type: string, shown?: number) =>
  queryOptions({
    queryKey: [...STOCK_KEY, 'detail', sku, type, shown],
    queryFn: ({ signal }) => call(stock.stockDetail, { body: { sku, type, ...(shown && { shown }) } }, { signal }),
    placeholderData: (before, query) => (query?.queryKey[3] === type && query.queryKey[2] === sku ? before : undefined),
  })
export const reservationHistory = (id: string) =>
  queryOptions({
    queryKey: [...STOCK_KEY, 'history', id],
    queryFn: ({ signal }) => call(stock.reservationHistory, { params: { id } }, { signal }),
  })
const CODES_KEY = ['allocation-codes']
export const allocationCodes = queryOptions({
  queryKey: CODES_KEY,
  queryFn: ({ signal }) => call(stock.allocationCodes, {}, { signal }),
  ...PERIODIC_REFETCH,
})
export const codesChanged = () => queryClient.invalidateQueries({ queryKey: CODES_KEY })
export const stockChanged = () => queryClient.invalidateQueries({ queryKey: STOCK_KEY })

export const PURPOSE_TITLES: Readonly<Record<Purpose, string>> = {
  promotion: 'Promotion',
  wholesale: 'Wholesale customer',
  channel: 'Channel',
  quality: 'Quality check',
  order: 'Named order',
}

/** 'Kit of LEG x 4; TOP x 1'; '' if it is no kit. */
export const kitText = ({ kit }: Pick<StockRow, 'kit'>): string => (kit ? `Kit of ${boxesText(kit)}` : '')

/** ' (kit of 5 boxes)', after the title; '' if it is no kit. */
export function kitHint({ kit }: Pick<StockRow, 'kit'>): string {
  const boxes = kit?.boxes.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0
  return kit ? ` (kit of ${formatCount(boxes)} ${boxes === 1 ? 'box' : 'boxes'})` : ''
}

/** '12', or 'short by 12' if negative. */
export const availableText = (pieces: number): string =>
  pieces < 0 ? `short by ${formatCount(-pieces)}` : formatCount(pieces)

/** Whether the available stock is unknown: never counted, and movements are negative. */
export const isNeverCounted = ({ available_stock, counted_at }: StockRow): boolean =>
  counted_at === null && available_stock < 0
