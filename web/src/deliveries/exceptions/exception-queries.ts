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
import { carrierCodes, lastDays, placeShape } from '../parcels/parcel-queries.ts'

const day = z.string().refine(isDay)

/** What the address says of what is asked for: specification 2, 'undelivered (the default) and late delivered'. */
const askedShape = {
  show: z.enum(DELIVERY_EXCEPTIONS).catch('undelivered'),
  from: day.catch(() => lastDays().from),
  to: day.catch(() => lastDays().to),
}
export const countsShape = z.object(askedShape)
export type Asked = z.output<typeof countsShape>

/** And of the list behind a count: whose, which carrier and service, and where one is in it. `service` may be '', which nobody knows. */
export const ordersShape = z.object({
  ...askedShape,
  client: z.string().max(20).catch(''),
  carrier: carrierCodes,
  service: z.string().max(100).optional().catch(undefined),
  reference: z.string().max(60).catch(''),
  promised: day.or(z.literal('')).catch(''),
  ...placeShape('daysLate'),
})
export type OrdersSearch = z.output<typeof ordersShape>
export const exceptionOrdersAddress = screenAddress<Partial<OrdersSearch>>(EXCEPTION_SCREENS.orders)

/** What each of the two is called. */
export const EXCEPTION_LABELS: Readonly<Record<DeliveryException, string>> = {
  undelivered: 'Undelivered',
  'late delivered': 'Late delivered',
}

/** What is wrong with the days, in words; undefined where nothing is. */
export function wrongDays({ from, to }: Pick<Asked, 'from' | 'to'>): string | undefined {
  if (to < from) return 'The last day is before the first'
  return to >= addDays(from, MAX_EXCEPTION_DAYS) ? 'Choose a year at most' : undefined
}

/** The request of specification 3, for the client that is chosen. */
export function requestOf({ show, from, to }: Asked, client: string) {
  return { Client_Code: client, Order_Date_From: from, Order_Date_To: to, Show_Orders: show }
}

/** The counts by carrier and service. */
export const countsOf = (asked: Asked, client: string) =>
  queryOptions({
    queryKey: ['delivery-exceptions', requestOf(asked, client)],
    queryFn: ({ signal }) => call(deliveryExceptions.list, { body: requestOf(asked, client) }, { signal }),
    placeholderData: keepPreviousData,
    enabled: wrongDays(asked) === undefined,
  })

/** The same counted by the day that they were promised for, the earliest first. */
export const daysOf = (asked: Asked, client: string) =>
  queryOptions({
    queryKey: ['delivery-exceptions', 'days', requestOf(asked, client)],
    queryFn: async ({ signal }) =>
      (await call(deliveryExceptions.days, { body: requestOf(asked, client) }, { signal })).days,
    placeholderData: keepPreviousData,
    enabled: wrongDays(asked) === undefined,
  })

/** What the list behind a count is asked with, whatever page of it. */
export function ordersBody(search: OrdersSearch, chosen: string) {
  const { client, carrier, service, reference, promised, sort, order } = search
  return {
    ...requestOf(search, chosen === ALL_CLIENTS && client ? client : chosen),
    ...(carrier.length > 0 && { Carrier: carrier }),
    ...(service !== undefined && { Carrier_Service: service }),
    ...(promised !== '' && { Promised_Date: promised }),
    ...(reference.trim() && { reference: reference.trim() }),
    sort: sort satisfies ParcelSort,
    desc: order === 'desc',
  }
}
