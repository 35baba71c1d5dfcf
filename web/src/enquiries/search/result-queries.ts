import { orders } from '@despatch/contract/orders/orders'
import { ORDER_SORTS } from '@despatch/contract/orders/order-criteria'
import { z } from 'zod'
import { call } from '../../kit/server/call.ts'
import { pageSizeOf } from '../../kit/list/page-size.ts'
import type { PageAsked } from '../../kit/list/rows/windows.ts'
import { type Criteria, criteriaBody } from '../../orders/criteria.ts'
import { criteriaShape } from '../../orders/criteria-shape.ts'
import { choicesOf, choiceShape } from '../../orders/commands/work-order-queries.ts'

/** What the address of the search results says: the criteria, what is chosen, whether cancelled orders are shown, those sent short, short of stock or that need attention alone, page and sort. */
export const resultShape = criteriaShape.extend({
  ...choiceShape,
  cancelled: z.enum(['shown', '']).catch(''),
  short: z.enum(['only', '']).catch(''),
  attention: z.enum(['only', 'stock', '']).catch(''),
  /** The file that they came with, by its run. */
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

/** What a list is narrowed to, as the calls take it. */
const filterBody = (search: ResultSearch) => ({
  ...criteriaBody(criteriaOf(search), search.cancelled === 'shown'),
  ...choicesOf(search),
  ...(search.feedRun !== '' && { feedRun: search.feedRun }),
  ...(search.short === 'only' && { sentShort: true }),
  ...(search.attention === 'only' && { needsAttention: true }),
  ...(search.attention === 'stock' && { shortOfStock: true }),
})

/** A list in its order, whatever page of it: what its pages and its windows are asked with. */
export function listBody(search: ResultSearch) {
  const { sort, order } = search
  return { ...filterBody(search), sort, desc: order === 'desc' }
}
type ListBody = ReturnType<typeof listBody>

/** One page of a list; with `from`, counted from that place of it on. */
export const fetchResults = async (body: ListBody, page: PageAsked, signal: AbortSignal) => {
  const { Orders: rows, ...after } = await call(orders.consolidated, { body: { ...body, ...page } }, { signal })
  return { rows, ...after }
}

/** The places of a list. */
export const fetchPlaces = async ({ sort, desc, ...criteria }: ListBody, signal: AbortSignal) => {
  const { places = [] } = await call(orders.total, { body: { ...criteria, places: { sort, desc } } }, { signal })
  return places
}

/** How many orders match, whatever the page and the sort. */
export const resultTotal = (search: ResultSearch) => {
  const body = filterBody(search)
  return {
    queryKey: ['orders', 'total', body],
    fetch: (signal: AbortSignal) => call(orders.total, { body }, { signal }),
  }
}
