import { DELIVERY_STATE_CODES } from '@despatch/domain/deliveries/parcels/delivery-state'
import { z } from 'zod'
import { day, paging, requiredText, sortBy, text } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { deliveryEvent, parcel } from './parcel.ts'

const STATUS = 'reportsAndEnquiries.parcelDeliveryStatus'

export const PARCEL_SORTS = [
  'despatchedAt',
  'promisedDate',
  'stateAt',
  'deliveredAt',
  'daysLate',
  'trackingNumber',
  'orderNumber',
] as const
export type ParcelSort = (typeof PARCEL_SORTS)[number]

/** Codes of carriers to choose parcels by. */
export const someCarriers = z.array(requiredText(50, 'Carrier')).max(50, 'At most 50 carriers are asked for at once')

/** What a list of parcels is narrowed to. Days are the operator's, both included. */
const parcelFilter = {
  despatchedFrom: day.optional(),
  despatchedTo: day.optional(),
  /** What a tracking number or an order number begins with, as typed or in capitals. */
  reference: text(60, 'Reference').optional(),
  /** Any of these. */
  carrier: someCarriers.optional(),
  /** Only those that are past their promise, delivered or not. */
  isLate: z.boolean().optional(),
}
const byState = { state: z.array(z.enum(DELIVERY_STATE_CODES)).max(DELIVERY_STATE_CODES.length).optional() }
const orderAndLine = (asked: { despatchedFrom?: string | undefined; despatchedTo?: string | undefined }) =>
  !asked.despatchedFrom || !asked.despatchedTo || asked.despatchedFrom <= asked.despatchedTo
const rightWay = { path: ['despatchedTo'], message: 'The last day is before the first' }

const parcelContent = z.strictObject({
  SKU: z.string(),
  Item_Description: z.string(),
  quantity: z.int(),
  /** Empty where the SKU has none. */
  serialNumber: z.string(),
})

/** Why a parcel is promised for its day. */
const promise = z.strictObject({
  /** In words: what it was reckoned from, and what would alter it. */
  why: z.string(),
  /** The client's method whose transit days it follows, for a link to where they are set; empty where none does. */
  clientMethodID: z.string(),
  /** The day that its carrier promised it for, from the service that it left by, and why; claims and reports go by it. */
  carriers: z.strictObject({ promisedDate: day, why: z.string() }),
})

export const MAX_EVENTS = 500

/** A parcel whole: what is in it, its promise, and its newest events. */
const parcelWhole = z.strictObject({
  parcel,
  promise,
  /** At most 500. */
  contents: z.array(parcelContent),
  /** Newest first, at most {@link MAX_EVENTS} of `eventCount`. */
  events: z.array(deliveryEvent),
  eventCount: z.int(),
})
export type ParcelWhole = z.infer<typeof parcelWhole>

export const parcels = routes({
  list: {
    method: 'POST',
    path: '/api/parcels',
    summary: 'Despatched parcels and where they are, a page at a time',
    permission: { reads: [STATUS] },
    access: 'clients',
    body: z
      .strictObject({
        ...parcelFilter,
        ...byState,
        ...paging,
        sort: sortBy(PARCEL_SORTS, 'despatchedAt'),
        desc: z.boolean().default(true),
      })
      .refine(orderAndLine, rightWay),
    answer: z.strictObject({ rows: z.array(parcel), hasMore: z.boolean() }),
    errors: [],
    audited: false,
  },
  states: {
    method: 'POST',
    path: '/api/parcels/states',
    summary:
      'How many parcels match, state by state: asked once a filter, so that a page of the list never pays for it',
    permission: { reads: [STATUS] },
    access: 'clients',
    body: z.strictObject(parcelFilter).refine(orderAndLine, rightWay),
    answer: z.strictObject({
      states: z.array(z.strictObject({ state: z.enum(DELIVERY_STATE_CODES), parcels: z.int() })),
    }),
    errors: [],
    audited: false,
  },
  carriers: {
    method: 'GET',
    path: '/api/parcels/carriers',
    summary: 'The carriers that parcels can be chosen by, with their names',
    permission: { reads: [STATUS, 'reportsAndEnquiries.carrierDeliveryExceptions'] },
    access: 'clients',
    answer: z.strictObject({
      carriers: z.array(z.strictObject({ carrier: z.string(), carrierName: z.string() })),
    }),
    errors: [],
    audited: false,
  },
  one: {
    method: 'GET',
    path: '/api/parcels/parcel',
    summary: 'One parcel: what is in it, its promise and why, and its events',
    permission: {
      reads: [STATUS, 'reportsAndEnquiries.carrierDeliveryExceptions', 'reportsAndEnquiries.orderAndReturnsEnquiry'],
    },
    access: 'one-client',
    query: z.strictObject({ trackingNumber: requiredText(60, 'Tracking number') }),
    answer: parcelWhole,
    errors: ['not_found'],
    audited: false,
  },
})
