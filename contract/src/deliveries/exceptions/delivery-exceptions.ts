import { addDays, isDay } from '@despatch/domain/calendar/day'
import { DELIVERY_EXCEPTIONS } from '@despatch/domain/deliveries/parcels/promised-date'
import { z } from 'zod'
import { parcel } from '../parcels/parcel.ts'
import { PARCEL_SORTS, someCarriers } from '../parcels/parcels.ts'
import { clientCode, day, paging, queryFlag, sortBy, text } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'

const EXCEPTIONS = 'reportsAndEnquiries.carrierDeliveryExceptions'
/** Days that may be asked for at once: a leap year. */
export const MAX_EXCEPTION_DAYS = 366

/** Specification 3: 'Carrier delivery exceptions request: Client_Code, Order_Date_From, Order_Date_To, Show_Orders.' */
const asked = {
  /** A client of the call, or All_client for all of them. */
  Client_Code: clientCode,
  /** Of the order; days are the operator's, both included. */
  Order_Date_From: day,
  Order_Date_To: day,
  Show_Orders: z.enum(DELIVERY_EXCEPTIONS).default('undelivered'),
}
/** true, or the text that says so. */
const printFlag = z.boolean('Either true or false').or(queryFlag)
type Days = { Order_Date_From: string; Order_Date_To: string }
const orderAndLine = ({ Order_Date_From, Order_Date_To }: Days) => Order_Date_From <= Order_Date_To
const rightWay = { path: ['Order_Date_To'], message: 'The last day is before the first' }
const isAYear = ({ Order_Date_From, Order_Date_To }: Days) =>
  // What is no day is told beside its field.
  !isDay(Order_Date_From) || Order_Date_To < addDays(Order_Date_From, MAX_EXCEPTION_DAYS)
const notLonger = { path: ['Order_Date_To'], message: 'Choose a year at most' }

/** One service of a carrier, with what is late of it. */
const deliveryExceptionsOfService = z.strictObject({
  /** As the carrier calls it; empty where nobody knows. */
  Carrier_Service: z.string(),
  Parcels: z.int(),
  Orders: z.int(),
  /** Days past the promise, of the worst and on average (one decimal). */
  Most_Days_Late: z.int(),
  Average_Days_Late: z.number(),
  /** The earliest promise that was not kept. */
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
    /** The form may be asked for here or in the body. */
    query: z.strictObject({ isPrint: queryFlag.optional() }),
    body: z
      .strictObject({ ...asked, isPrint: printFlag.default(false) })
      .refine(orderAndLine, rightWay)
      .refine(isAYear, notLonger),
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
    body: z.strictObject(asked).refine(orderAndLine, rightWay).refine(isAYear, notLonger),
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
        ...asked,
        Carrier: someCarriers.optional(),
        /** '' is the service that nobody knows. */
        Carrier_Service: text(100, 'Carrier service').optional(),
        /** The day that they were promised for. */
        Promised_Date: day.optional(),
        /** What a tracking number or an order number begins with. */
        reference: text(60, 'Reference').optional(),
        ...paging,
        sort: sortBy(PARCEL_SORTS, 'daysLate'),
        desc: z.boolean().default(true),
      })
      .refine(orderAndLine, rightWay)
      .refine(isAYear, notLonger),
    answer: z.strictObject({ rows: z.array(parcel), total: z.int() }),
    errors: ['not_found'],
    audited: false,
  },
})
