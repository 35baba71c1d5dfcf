import { orders } from '@despatch/contract/orders/orders'
import { ORDER_SORTS } from '@despatch/contract/orders/order-criteria'
import { z } from 'zod'
import { call } from '../../kit/server/call.ts'
import { pageSizeOf } from '../../kit/list/page-size.ts'
import type { PageQuery } from '../../kit/list/rows/row-windows.ts'
import { type Criteria, criteriaBody } from '../../orders/criteria.ts'
import { criteriaShape } from '../../orders/criteria-shape.ts'
import { toChoices, choiceShape } from '../../orders/commands/work-order-queries.ts'

/** Address of the search results: criteria, filters, page and sort. */
export const resultShape = criteriaShape.extend({
  ...choiceShape,
  cancelled: z.enum(['shown', '']).catch(''),
  short: z.enum(['only', '']).catch(''),
  attention: z.enum(['only', 'stock', '']).catch(''),
  /** Feed run that imported the orders. */
  feedRun: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).or(z.literal('')).catch(''),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z
    .unknown()
    .optional()
    .transform((size) => pageSizeOf(size)),
  sort: z.enum(ORDER_SORTS).catch('orderDate'),
  order: z.enum(['asc', 'desc']).catch('desc'),
})
export type ResultSearch = z.output<typeof resultShape>

export function criteriaOf(search: ResultSearch): Criteria {
  const { orderRef, email, postCode, skuCode, dateFrom, dateTo, status } = search
  return { orderRef, email, postCode, skuCode, dateFrom, dateTo, status }
}

/** Filters as a request body. */
const filterBody = (search: ResultSearch) => ({
  ...criteriaBody(criteriaOf(search), search.cancelled === 'shown'),
  ...toChoices(search),
  ...(search.feedRun !== '' && { feedRun: search.feedRun }),
  ...(search.short === 'only' && { sentShort: true }),
  ...(search.attention === 'only' && { needsAttention: true }),
  ...(search.attention === 'stock' && { shortOfStock: true }),
})

/** Request body of a list without its page. */
export function listBody(search: ResultSearch) {
  const { sort, order } = search
  return { ...filterBody(search), sort, desc: order === 'desc' }
}
type ListBody = ReturnType<typeof listBody>

/** Reads a page of a list, counted from the place `from` if given. */
export const fetchResults = async (body: ListBody, page: PageQuery, signal: AbortSignal) => {
  const { Orders: rows, ...after } = await call(orders.consolidated, { body: { ...body, ...page } }, { signal })
  return { rows, ...after }
}

/** Reads the places of a list. */
export const fetchPlaces = async ({ sort, desc, ...criteria }: ListBody, signal: AbortSignal) => {
  const { places = [] } = await call(orders.total, { body: { ...criteria, places: { sort, desc } } }, { signal })
  return places
}

/** Counts matching orders. */
export const resultTotal = (search: ResultSearch) => {
  const body = filterBody(search)
  return {
    queryKey: ['orders', 'total', body],
    fetch: (signal: AbortSignal) => call(orders.total, { body }, { signal }),
  }
}
