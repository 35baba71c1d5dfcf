import { deliveryExceptions, MAX_EXCEPTION_DAYS } from '@despatch/contract/deliveries/exceptions/delivery-exceptions'
import type { ParcelSort } from '@despatch/contract/deliveries/parcels/parcels'
import { addDays, isDay } from '@despatch/domain/calendar/day'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { DELIVERY_EXCEPTIONS, type DeliveryException } from '@despatch/domain/deliveries/parcels/promised-date'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { screenAddress } from '../../kit/navigation/screen-address.ts'
import { EXCEPTION_SCREENS } from './addresses.ts'
import { call } from '../../kit/server/call.ts'
import { carrierCodes, lastDays, pageShape } from '../parcels/parcel-queries.ts'

const day = z.string().refine(isDay)

/** The search in the address. Source: specification 2, 'undelivered (the default) and late delivered'. */
const exceptionsShape = {
  show: z.enum(DELIVERY_EXCEPTIONS).catch('undelivered'),
  from: day.catch(() => lastDays().from),
  to: day.catch(() => lastDays().to),
}
export const countsShape = z.object(exceptionsShape)
export type ExceptionsSearch = z.output<typeof countsShape>

/** The search of the list behind a count, with page and sort. `service` '' is an unknown service. */
export const ordersShape = z.object({
  ...exceptionsShape,
  client: z.string().max(20).catch(''),
  carrier: carrierCodes,
  service: z.string().max(100).optional().catch(undefined),
  reference: z.string().max(60).catch(''),
  promised: day.or(z.literal('')).catch(''),
  ...pageShape('daysLate'),
})
export type OrdersSearch = z.output<typeof ordersShape>
export const exceptionOrdersAddress = screenAddress<Partial<OrdersSearch>>(EXCEPTION_SCREENS.orders)

export const EXCEPTION_LABELS: Readonly<Record<DeliveryException, string>> = {
  undelivered: 'Undelivered',
  'late delivered': 'Late delivered',
}

/** What is wrong with the days; undefined if nothing. */
export function daysProblem({ from, to }: Pick<ExceptionsSearch, 'from' | 'to'>): string | undefined {
  if (to < from) return 'The end date is before the start date'
  return to >= addDays(from, MAX_EXCEPTION_DAYS) ? 'Choose a year at most' : undefined
}

/** The request of specification 3 for a client. */
export function exceptionsRequest({ show, from, to }: ExceptionsSearch, client: string) {
  return { Client_Code: client, Order_Date_From: from, Order_Date_To: to, Show_Orders: show }
}

export const exceptionCountsQuery = (search: ExceptionsSearch, client: string) =>
  queryOptions({
    queryKey: ['delivery-exceptions', exceptionsRequest(search, client)],
    queryFn: ({ signal }) => call(deliveryExceptions.list, { body: exceptionsRequest(search, client) }, { signal }),
    placeholderData: keepPreviousData,
    enabled: daysProblem(search) === undefined,
  })

/** Counts by promised day, earliest first. */
export const exceptionDaysQuery = (search: ExceptionsSearch, client: string) =>
  queryOptions({
    queryKey: ['delivery-exceptions', 'days', exceptionsRequest(search, client)],
    queryFn: async ({ signal }) =>
      (await call(deliveryExceptions.days, { body: exceptionsRequest(search, client) }, { signal })).days,
    placeholderData: keepPreviousData,
    enabled: daysProblem(search) === undefined,
  })

/** The request of the list behind a count, without its page. */
export function ordersBody(search: OrdersSearch, chosen: string) {
  const { client, carrier, service, reference, promised, sort, order } = search
  return {
    ...exceptionsRequest(search, chosen === ALL_CLIENTS && client ? client : chosen),
    ...(carrier.length > 0 && { Carrier: carrier }),
    ...(service !== undefined && { Carrier_Service: service }),
    ...(promised !== '' && { Promised_Date: promised }),
    ...(reference.trim() && { reference: reference.trim() }),
    sort: sort satisfies ParcelSort,
    desc: order === 'desc',
  }
}
