import { type ParcelSort, parcels, PARCEL_SORTS } from '@despatch/contract/deliveries/parcels/parcels'
import { addDays, isDay } from '@despatch/domain/calendar/day'
import { MOST_DAYS_LATE } from '@despatch/domain/deliveries/parcels/days-late'
import { DELIVERY_STATE_CODES, type DeliveryState } from '@despatch/domain/deliveries/parcels/delivery-state'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../../kit/server/call.ts'
import { PERIODIC_REFETCH } from '../../kit/server/query-client.ts'
import { pageSizeOf } from '../../kit/list/page-size.ts'
import { operatorToday } from '../../kit/browser/clock.ts'

/** Default range in days. */
export const LAST_DAYS = 30

/** The last thirty days including today. */
export function lastDays(): { readonly from: string; readonly to: string } {
  const to = operatorToday()
  return { from: addDays(to, 1 - LAST_DAYS), to }
}

const day = z.string().refine(isDay)

/** Page and sort of a list of parcels in the address. */
export const pageShape = (sort: ParcelSort) => ({
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z
    .unknown()
    .optional()
    .transform((size) => pageSizeOf(size)),
  sort: z.enum(PARCEL_SORTS).catch(sort),
  order: z.enum(['asc', 'desc']).catch('desc'),
})

/** Carrier codes in the address. */
export const carrierCodes = z
  .preprocess(
    (value) => (typeof value === 'string' ? [value] : value),
    z.array(z.string().trim().min(1).max(50)).max(50),
  )
  .catch([])

/** Carriers to filter by. */
export const carriersQuery = queryOptions({
  queryKey: ['parcels', 'carriers'],
  queryFn: ({ signal }) => call(parcels.carriers, {}, { signal }).then(({ carriers }) => carriers),
  staleTime: 5 * 60_000,
})

/** The numbers of days by which late parcels are grouped. */
export const LATE_GROUPS = Array.from({ length: MOST_DAYS_LATE }, (_, at) => `${at + 1}`)

/**
 * The search of Parcel Delivery Status in the address. Without days it covers the last thirty, or all days if there is
 * a reference.
 */
export const statusShape = z.object({
  reference: z.string().max(60).catch(''),
  from: day.or(z.literal('')).catch(''),
  to: day.or(z.literal('')).catch(''),
  carrier: carrierCodes,
  late: z.enum(['true', '']).catch(''),
  /** Days late, as text; '' for any. */
  daysLate: z.enum(['', ...LATE_GROUPS]).catch(''),
  state: z
    .preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(z.enum(DELIVERY_STATE_CODES)))
    .catch([]),
  ...pageShape('despatchedAt'),
})
export type StatusSearch = z.output<typeof statusShape>

/** The range of despatch days shown. */
export function despatchDays({ from, to, reference }: Pick<StatusSearch, 'from' | 'to' | 'reference'>) {
  return from || to || reference ? { from, to } : lastDays()
}

/** The filters of the calls, without the state. */
export function parcelFilter(search: StatusSearch) {
  const { from, to } = despatchDays(search)
  return {
    ...(from && { despatchedFrom: from }),
    ...(to && { despatchedTo: to }),
    ...(search.reference.trim() && { reference: search.reference.trim() }),
    ...(search.carrier.length > 0 && { carrier: search.carrier }),
    ...(search.late && { isLate: true }),
    ...(search.late && search.daysLate && { daysLate: Number(search.daysLate) }),
  }
}
export type ParcelFilter = ReturnType<typeof parcelFilter>

/** Counts of parcels by state: fetched once for each filter, independent of page, sort and chosen states. */
export const parcelCountsQuery = (filter: ParcelFilter) =>
  queryOptions({
    queryKey: ['parcels', 'states', filter],
    queryFn: ({ signal }) => call(parcels.states, { body: filter }, { signal }).then(({ states }) => states),
    ...PERIODIC_REFETCH,
  })

/** Counts of late parcels by the number of days, of all groups. */
export const lateAgesQuery = ({ daysLate: _chosen, ...filter }: ParcelFilter, state: DeliveryState[]) =>
  queryOptions({
    queryKey: ['parcels', 'ages', filter, state],
    queryFn: ({ signal }) =>
      call(parcels.ages, { body: { ...filter, ...(state.length > 0 && { state }) } }, { signal }).then(
        ({ ages }) => ages,
      ),
    ...PERIODIC_REFETCH,
  })

type ParcelsQuery = { filter: ParcelFilter; state: DeliveryState[]; sort: ParcelSort; desc: boolean }

/** Fetches a page of parcels and their total. */
export async function fetchParcels(
  client: QueryClient,
  { filter, state, sort, desc }: ParcelsQuery,
  page: number,
  limit: number,
  signal: AbortSignal,
) {
  const [{ rows }, states] = await Promise.all([
    call(
      parcels.list,
      { body: { ...filter, ...(state.length > 0 && { state }), sort, desc, page, limit } },
      { signal },
    ),
    client.fetchQuery(parcelCountsQuery(filter)),
  ])
  const counted = states.filter((one) => state.length === 0 || state.includes(one.state))
  return { rows, total: counted.reduce((sum, one) => sum + one.parcels, 0) }
}

/** One parcel with its details. Other screens use the same query for the promise. */
export const parcelDetailsQuery = ({ trackingNumber, clientCode }: { trackingNumber: string; clientCode: string }) =>
  queryOptions({
    queryKey: ['parcels', 'one', trackingNumber, clientCode],
    queryFn: ({ signal }) => call(parcels.one, { query: { trackingNumber } }, { signal, client: clientCode }),
  })
