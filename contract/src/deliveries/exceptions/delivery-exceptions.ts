import { addDays, isDay } from '@despatch/domain/calendar/day'
import { DELIVERY_EXCEPTIONS } from '@despatch/domain/deliveries/parcels/promised-date'
import { z } from 'zod'
import { parcel } from '../parcels/parcel.ts'
import { PARCEL_SORTS, someCarriers } from '../parcels/parcels.ts'
import { clientCode, day, paging, queryFlag, sortBy, text } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'

const EXCEPTIONS = 'reportsAndEnquiries.carrierDeliveryExceptions'
/** Longest range of days: a leap year. */
export const MAX_EXCEPTION_DAYS = 366

/** Specification 3: 'Carrier delivery exceptions request: Client_Code, Order_Date_From, Order_Date_To, Show_Orders.' */
const exceptionsQuery = {
  /** A client of the call, or All_client for all of them. */
  Client_Code: clientCode,
  /** Days of the order in the operator's time zone, inclusive. */
  Order_Date_From: day,
  Order_Date_To: day,
  Show_Orders: z.enum(DELIVERY_EXCEPTIONS).default('undelivered'),
}
/** true, or 'true' as text. */
const printFlag = z.boolean('Either true or false').or(queryFlag)
type OrderDays = { Order_Date_From: string; Order_Date_To: string }
const areDaysInOrder = ({ Order_Date_From, Order_Date_To }: OrderDays) => Order_Date_From <= Order_Date_To
const DAYS_IN_ORDER = { path: ['Order_Date_To'], message: 'The end date is before the start date' }
const isAtMostAYear = ({ Order_Date_From, Order_Date_To }: OrderDays) =>
  // Invalid days are reported at their field.
  !isDay(Order_Date_From) || Order_Date_To < addDays(Order_Date_From, MAX_EXCEPTION_DAYS)
const AT_MOST_A_YEAR = { path: ['Order_Date_To'], message: 'Choose a year at most' }

/** Late parcels of a carrier's service. */
const deliveryExceptionsOfService = z.strictObject({
  /** The carrier's name for the service; empty if unknown. */
  Carrier_Service: z.string(),
  Parcels: z.int(),
  Orders: z.int(),
  /** Days after the promise: maximum and average (one decimal). */
  Most_Days_Late: z.int(),
  Average_Days_Late: z.number(),
  /** The earliest missed promise. */
  First_Promised_Date: z.string(),
})

const carrierExceptions = z.strictObject({
  Client_Code: z.string(),
  Carrier: z.string(),
  Carrier_Name: z.string(),
  /** Specification 3: 'an array whose items contain DeliveryExceptionList.DeliveryExceptions'. */
  DeliveryExceptionList: z.strictObject({ DeliveryExceptions: z.array(deliveryExceptionsOfService) }),
})
export type CarrierExceptions = z.infer<typeof carrierExceptions>

export const deliveryExceptions = routes({
  list: {
    method: 'POST',
    path: '/api/carrier/delivery/exceptions',
    summary: 'Parcels that are late, or were delivered late, by carrier and service; with isPrint, as a PDF form',
    permission: { reads: [EXCEPTIONS] },
    access: 'clients',
    /** The form can be requested here or in the body. */
    query: z.strictObject({ isPrint: queryFlag.optional() }),
    body: z
      .strictObject({ ...exceptionsQuery, isPrint: printFlag.default(false) })
      .refine(areDaysInOrder, DAYS_IN_ORDER)
      .refine(isAtMostAYear, AT_MOST_A_YEAR),
    answer: z.array(carrierExceptions),
    file: 'application/pdf',
    errors: ['not_found'],
    audited: false,
  },
  days: {
    method: 'POST',
    path: '/api/carrier/delivery/exceptions/days',
    summary: 'The same parcels counted by the day that they were promised for',
    permission: { reads: [EXCEPTIONS] },
    access: 'clients',
    body: z.strictObject(exceptionsQuery).refine(areDaysInOrder, DAYS_IN_ORDER).refine(isAtMostAYear, AT_MOST_A_YEAR),
    answer: z.strictObject({ days: z.array(z.strictObject({ day: z.string(), parcels: z.int() })) }),
    errors: ['not_found'],
    audited: false,
  },
  parcels: {
    method: 'POST',
    path: '/api/carrier/delivery/exceptions/parcels',
    summary: 'The parcels and orders behind the counts, a page at a time',
    permission: { reads: [EXCEPTIONS] },
    access: 'clients',
    body: z
      .strictObject({
        ...exceptionsQuery,
        Carrier: someCarriers.optional(),
        /** '' is an unknown service. */
        Carrier_Service: text(100, 'Carrier service').optional(),
        /** The promised day. */
        Promised_Date: day.optional(),
        /** The beginning of a tracking number or order number. */
        reference: text(60, 'Reference').optional(),
        ...paging,
        sort: sortBy(PARCEL_SORTS, 'daysLate'),
        desc: z.boolean().default(true),
      })
      .refine(areDaysInOrder, DAYS_IN_ORDER)
      .refine(isAtMostAYear, AT_MOST_A_YEAR),
    answer: z.strictObject({ rows: z.array(parcel), total: z.int() }),
    errors: ['not_found'],
    audited: false,
  },
})
