import { type ParcelSort, parcels, PARCEL_SORTS } from '@despatch/contract/deliveries/parcels/parcels'
import { addDays, isDay } from '@despatch/domain/calendar/day'
import { DELIVERY_STATE_CODES, type DeliveryState } from '@despatch/domain/deliveries/parcels/delivery-state'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../../kit/server/call.ts'
import { FOLLOWED } from '../../kit/server/query-client.ts'
import { pageSizeOf } from '../../kit/list/page-size.ts'
import { operatorToday } from '../../kit/browser/clock.ts'

/** What people mean by 'lately', in days. */
export const LAST_DAYS = 30

/** The last thirty days, today among them. */
export function lastDays(): { readonly from: string; readonly to: string } {
  const to = operatorToday()
  return { from: addDays(to, 1 - LAST_DAYS), to }
}

const day = z.string().refine(isDay)

/** What the address of a list of parcels says of page and sort, whichever list it is. */
export const placeShape = (sort: ParcelSort) => ({
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z
    .unknown()
    .optional()
    .transform((size) => pageSizeOf(size)),
  sort: z.enum(PARCEL_SORTS).catch(sort),
  order: z.enum(['asc', 'desc']).catch('desc'),
})

/** The carriers that an address names: their codes. */
export const carrierCodes = z
  .preprocess(
    (given) => (typeof given === 'string' ? [given] : given),
    z.array(z.string().trim().min(1).max(50)).max(50),
  )
  .catch([])

/** The carriers that parcels can be chosen by. */
export const carriersToChoose = queryOptions({
  queryKey: ['parcels', 'carriers'],
  queryFn: ({ signal }) => call(parcels.carriers, {}, { signal }).then(({ carriers }) => carriers),
  staleTime: 5 * 60_000,
})

/** What the address of Parcel Delivery Status says. Without days it is the last thirty, unless a reference is looked for. */
export const statusShape = z.object({
  reference: z.string().max(60).catch(''),
  from: day.or(z.literal('')).catch(''),
  to: day.or(z.literal('')).catch(''),
  carrier: carrierCodes,
  late: z.enum(['true', '']).catch(''),
  state: z
    .preprocess((given) => (typeof given === 'string' ? [given] : given), z.array(z.enum(DELIVERY_STATE_CODES)))
    .catch([]),
  ...placeShape('despatchedAt'),
})
export type StatusSearch = z.output<typeof statusShape>

/** The days of despatch that are shown. */
export function daysOf({ from, to, reference }: Pick<StatusSearch, 'from' | 'to' | 'reference'>) {
  return from || to || reference ? { from, to } : lastDays()
}

/** The filters as the calls take them, but for the state. */
export function filterOf(search: StatusSearch) {
  const { from, to } = daysOf(search)
  return {
    ...(from && { despatchedFrom: from }),
    ...(to && { despatchedTo: to }),
    ...(search.reference.trim() && { reference: search.reference.trim() }),
    ...(search.carrier.length > 0 && { carrier: search.carrier }),
    ...(search.late && { isLate: true }),
  }
}
type Filter = ReturnType<typeof filterOf>

/** How many parcels match, state by state: asked once a filter, whatever the page, the sort and the states chosen. */
export const statesOf = (filter: Filter) =>
  queryOptions({
    queryKey: ['parcels', 'states', filter],
    queryFn: ({ signal }) => call(parcels.states, { body: filter }, { signal }).then(({ states }) => states),
    ...FOLLOWED,
  })

type Asked = { filter: Filter; state: DeliveryState[]; sort: ParcelSort; desc: boolean }

/** One page of parcels, and how many there are in all. */
export async function fetchParcels(
  client: QueryClient,
  { filter, state, sort, desc }: Asked,
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
    client.fetchQuery(statesOf(filter)),
  ])
  const counted = states.filter((one) => state.length === 0 || state.includes(one.state))
  return { rows, total: counted.reduce((sum, one) => sum + one.parcels, 0) }
}

/** One parcel whole: as the way to its promise asks for it too. */
export const oneParcel = ({ trackingNumber, clientCode }: { trackingNumber: string; clientCode: string }) =>
  queryOptions({
    queryKey: ['parcels', 'one', trackingNumber, clientCode],
    queryFn: ({ signal }) => call(parcels.one, { query: { trackingNumber } }, { signal, client: clientCode }),
  })
