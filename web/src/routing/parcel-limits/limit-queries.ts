import { methodId } from '@despatch/contract/routing/rule-book/fields'
import { parcelLimits } from '@despatch/contract/routing/parcel-limits/parcel-limits'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../../kit/server/call.ts'
import { orNull } from '../../kit/server/or-null.ts'

/** What the address of the screen says: one method, or what is chosen of the way to one. */
export const limitSearchShape = z.object({
  method: methodId.or(z.literal('')).catch(''),
  carrier: z.string().max(20).catch(''),
  service: z.string().max(60).catch(''),
})
export type LimitSearch = z.output<typeof limitSearchShape>

// Beneath the key of the rule book: they ask again when any of it has changed.
const KEY = ['rule-book', 'parcel-limits'] as const

/** The carriers of the client with their services, to choose from. */
export const carriersWithServices = queryOptions({
  queryKey: [...KEY, 'services'],
  queryFn: async ({ signal }) => (await call(parcelLimits.services, {}, { signal })).carriers,
})

/** All methods of the client with their limits, by carrier and service. */
export const allLimits = queryOptions({
  queryKey: [...KEY, 'all'],
  queryFn: async ({ signal }) => (await call(parcelLimits.all, {}, { signal })).methods,
})

/** The limits of one method; null where the client has no such method. */
export const limitsOfMethod = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'method', id],
    queryFn: ({ signal }) => call(parcelLimits.method, { params: { id } }, { signal }).catch(orNull),
  })

/** What a parcel that is packed from several units may hold. */
export const packingNow = queryOptions({
  queryKey: [...KEY, 'packing'],
  queryFn: ({ signal }) => call(parcelLimits.packing, {}, { signal }),
})
