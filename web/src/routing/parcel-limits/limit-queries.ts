import { methodId } from '@despatch/contract/routing/rule-book/fields'
import { parcelLimits } from '@despatch/contract/routing/parcel-limits/parcel-limits'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../../kit/server/call.ts'
import { nullIfNotFound } from '../../kit/server/null-if-not-found.ts'

/** The search parameters: one method, or the filter. */
export const limitSearchShape = z.object({
  method: methodId.or(z.literal('')).catch(''),
  carrier: z.string().max(20).catch(''),
  service: z.string().max(60).catch(''),
})
export type LimitSearch = z.output<typeof limitSearchShape>

// Under the rule book's query key, so that any change of the book refreshes them.
const KEY = ['rule-book', 'parcel-limits'] as const

/** The client's carriers with their services. */
export const carriersWithServices = queryOptions({
  queryKey: [...KEY, 'services'],
  queryFn: async ({ signal }) => (await call(parcelLimits.services, {}, { signal })).carriers,
})

/** The client's methods with their limits, by carrier and service. */
export const allLimits = queryOptions({
  queryKey: [...KEY, 'all'],
  queryFn: async ({ signal }) => (await call(parcelLimits.all, {}, { signal })).methods,
})

/** One method's limits; null if the client does not have the method. */
export const limitsOfMethod = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'method', id],
    queryFn: ({ signal }) => call(parcelLimits.method, { params: { id } }, { signal }).catch(nullIfNotFound),
  })

/** The limits of a packed parcel. */
export const packingNow = queryOptions({
  queryKey: [...KEY, 'packing'],
  queryFn: ({ signal }) => call(parcelLimits.packing, {}, { signal }),
})
