import {
  SKU_MISSING,
  SKU_MOVEMENT,
  SKU_REPORT_SORTS,
  SKU_STOCK,
  type SkuReportRow,
} from '@despatch/contract/stock/sku-file-report/sku-report'
import { stock } from '@despatch/contract/stock/stock'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { pageFields } from '../../kit/list/page-size.ts'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'

/** Search parameters of the report. Specification 2: 'the SKU file report starts in the view selection'. */
export const skuReportShape = z.object({
  view: z.enum(['selection', 'report']).catch('selection'),
  search: z.string().max(100).catch(''),
  category: z.string().max(40).catch(''),
  stock: z.enum(SKU_STOCK).catch(''),
  movement: z.enum(SKU_MOVEMENT).catch(''),
  missing: z.enum(SKU_MISSING).catch(''),
  sort: z.enum(SKU_REPORT_SORTS).catch('code'),
  order: z.enum(['asc', 'desc']).catch('asc'),
  ...pageFields(),
})
export type SkuReportSearch = z.output<typeof skuReportShape>
export const NO_SELECTION = { search: '', category: '', stock: '', movement: '', missing: '' } as const
/** SKUs whose weight or size allocation guesses, those in most orders first. */
export const WORST_FIRST = { ...NO_SELECTION, missing: 'any', sort: 'orders', order: 'desc' } as const

type Selection = Pick<SkuReportSearch, keyof typeof NO_SELECTION>
/** The selection of SKUs in an address. */
export const selectionOf = ({ search, category, stock: level, movement, missing }: Selection): Selection => ({
  search: search.trim(),
  category,
  stock: level,
  movement,
  missing,
})

const KEY = ['skus', 'report'] as const
export const listKey = ({ sort, order, ...search }: SkuReportSearch) => [...KEY, selectionOf(search), sort, order]

/** A page of the selected SKUs. */
export async function fetchSkus(
  { sort, order, ...search }: SkuReportSearch,
  page: number,
  limit: number,
  signal: AbortSignal,
): Promise<readonly SkuReportRow[]> {
  const body = { ...selectionOf(search), sort, desc: order === 'desc', page, limit }
  return (await call(stock.skuFileReport, { body }, { signal })).rows
}

/** Number of selected SKUs, and what they lack. */
export const skuTotals = (selection: Selection) =>
  queryOptions({
    queryKey: [...KEY, 'totals', selection],
    queryFn: ({ signal }) => call(stock.skuFileReportTotals, { body: selection }, { signal }),
  })

/** Refreshes everything that shows SKUs. */
export const skusChanged = () => queryClient.invalidateQueries({ queryKey: ['skus'] })
