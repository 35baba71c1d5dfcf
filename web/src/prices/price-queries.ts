import { methodId } from '@despatch/contract/allocation/fields'
import { fixedRouting } from '@despatch/contract/fixed-routing/fixed-routing'
import { pricingMethod } from '@despatch/contract/prices/costing'
import { prices } from '@despatch/contract/prices/prices'
import { DISPATCH_SERVICES } from '@despatch/domain/orders/dispatch-service'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { ruleBookChanged } from '../allocation/rule-book-queries.ts'
import { ApiError } from '../app/api/api-error.ts'
import { call } from '../app/api/call.ts'
import { queryClient } from '../app/query-client.ts'
import { session } from '../session/session-store.ts'
import { pageSizeOf } from '../table/page-size.ts'

const SORTS = [
  'clientMethodID',
  'carrier',
  'carrierService',
  'methodDescription',
  'pricingMethod',
  'transitDays',
  'cost',
] as const

/** What the address of Carrier Prices says: one method, or what the list is narrowed to, page and sort. */
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

/** All methods of the client: a client has some dozens. */
export const priceList = queryOptions({
  queryKey: ['prices', 'list'],
  queryFn: async ({ signal }) => (await call(prices.list, {}, { signal })).costings,
})

/** One method with all that it costs; null where the client has none of that id. */
export const priceOf = (id: string) =>
  queryOptions({
    queryKey: ['prices', 'record', id],
    queryFn: ({ signal }) =>
      call(prices.costing, { params: { clientMethodId: id }, query: { client: session.client() } }, { signal }).catch(
        (error: unknown) => {
          if (error instanceof ApiError && error.status === 404) return null
          throw error
        },
      ),
  })

/** The regions of the United Kingdom. */
export const regionList = queryOptions({
  queryKey: ['regions'],
  queryFn: async ({ signal }) => (await call(fixedRouting.regions, {}, { signal })).Regions,
  staleTime: Number.POSITIVE_INFINITY,
})

/** A method or its prices have changed: whatever shows them asks again, and so does what stands on the rule book. */
export async function pricesChanged(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: ['prices'] }), ruleBookChanged()])
}
