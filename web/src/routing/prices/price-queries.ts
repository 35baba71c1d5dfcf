import { methodId } from '@despatch/contract/routing/rule-book/fields'
import { pricingMethod } from '@despatch/contract/routing/prices/costing'
import { prices } from '@despatch/contract/routing/prices/prices'
import { DISPATCH_SERVICES } from '@despatch/domain/routing/dispatch-service'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../../kit/server/call.ts'
import { nullIfNotFound } from '../../kit/server/null-if-not-found.ts'
import { session } from '../../kit/session/session-store.ts'
import { pageSizeOf } from '../../kit/list/page-size.ts'

const SORTS = [
  'clientMethodID',
  'carrier',
  'carrierService',
  'methodDescription',
  'pricingMethod',
  'transitDays',
  'cost',
] as const

/** The search parameters of Carrier Prices: one method, or filter, page and sort. */
export const priceSearchShape = z.object({
  method: methodId.or(z.literal('')).catch(''),
  edit: z.enum(['prices', 'method', '']).catch(''),
  search: z.string().max(100).catch(''),
  carrier: z.string().max(20).catch(''),
  pricing: pricingMethod.or(z.literal('')).catch(''),
  service: z.enum(DISPATCH_SERVICES).or(z.literal('')).catch(''),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z
    .unknown()
    .optional()
    .transform((size) => pageSizeOf(size)),
  sort: z.enum(SORTS).catch('carrier'),
  order: z.enum(['asc', 'desc']).catch('asc'),
})
export type PriceSearch = z.output<typeof priceSearchShape>
export const NO_FILTER = { search: '', carrier: '', pricing: '', service: '' } as const

// Under the rule book's query key, so that any change of the book refreshes them.

/** All methods of the client; there are dozens at most. */
export const priceList = queryOptions({
  queryKey: ['rule-book', 'prices', 'list'],
  queryFn: async ({ signal }) => (await call(prices.list, {}, { signal })).costings,
})

/** One method with its complete pricing; null if the client does not have it. */
export const priceOf = (id: string) =>
  queryOptions({
    queryKey: ['rule-book', 'prices', 'record', id],
    queryFn: ({ signal }) =>
      call(prices.costing, { params: { clientMethodId: id }, query: { client: session.client() } }, { signal }).catch(
        nullIfNotFound,
      ),
  })
