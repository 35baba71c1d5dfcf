import { DELIVERY_STATE_CODES } from '@despatch/domain/deliveries/parcels/delivery-state'
import { MOST_DAYS_LATE } from '@despatch/domain/deliveries/parcels/days-late'
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

/** Carrier codes to filter by. */
export const someCarriers = z.array(requiredText(50, 'Carrier')).max(50, 'At most 50 carriers are asked for at once')

/** Filters of a list of parcels. Days are in the operator's time zone, inclusive. */
const parcelFilter = {
  despatchedFrom: day.optional(),
  despatchedTo: day.optional(),
  /** The beginning of a tracking number or order number, as typed or in capitals. */
  reference: text(60, 'Reference').optional(),
  /** Any of these. */
  carrier: someCarriers.optional(),
  /** Only parcels after their promise, delivered or not. */
  isLate: z.boolean().optional(),
  /** Only parcels so many days late; the most stands for all that are later too. */
  daysLate: z.int().min(1).max(MOST_DAYS_LATE).optional(),
}
const stateFilter = { state: z.array(z.enum(DELIVERY_STATE_CODES)).max(DELIVERY_STATE_CODES.length).optional() }
const areDaysInOrder = (range: { despatchedFrom?: string | undefined; despatchedTo?: string | undefined }) =>
  !range.despatchedFrom || !range.despatchedTo || range.despatchedFrom <= range.despatchedTo
const DAYS_IN_ORDER = { path: ['despatchedTo'], message: 'The end date is before the start date' }

const parcelContent = z.strictObject({
  SKU: z.string(),
  Item_Description: z.string(),
  quantity: z.int(),
  /** Empty if there is none. */
  serialNumber: z.string(),
})

const parcelPromise = z.strictObject({
  /** Explains how the date was calculated, and what would change it. */
  why: z.string(),
  /** The client's method whose transit days it follows, for a link to its settings; empty if none. */
  clientMethodID: z.string(),
  /** The day promised by the carrier for the service used, and why; claims and reports use it. */
  carriers: z.strictObject({ promisedDate: day, why: z.string() }),
})

export const MAX_EVENTS = 500

/** A parcel with its contents, promise and newest events. */
const parcelDetails = z.strictObject({
  parcel,
  promise: parcelPromise,
  /** At most 500. */
  contents: z.array(parcelContent),
  /** Newest first, at most {@link MAX_EVENTS} of `eventCount`. */
  events: z.array(deliveryEvent),
  eventCount: z.int(),
})
export type ParcelDetails = z.infer<typeof parcelDetails>

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
        ...stateFilter,
        ...paging,
        sort: sortBy(PARCEL_SORTS, 'despatchedAt'),
        desc: z.boolean().default(true),
      })
      .refine(areDaysInOrder, DAYS_IN_ORDER),
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
    body: z.strictObject(parcelFilter).refine(areDaysInOrder, DAYS_IN_ORDER),
    answer: z.strictObject({
      states: z.array(z.strictObject({ state: z.enum(DELIVERY_STATE_CODES), parcels: z.int() })),
    }),
    errors: [],
    audited: false,
  },
  ages: {
    method: 'POST',
    path: '/api/parcels/ages',
    summary: 'How many matching parcels are late, by the number of days; the last number stands for all later ones too',
    permission: { reads: [STATUS] },
    access: 'clients',
    body: z.strictObject({ ...parcelFilter, ...stateFilter }).refine(areDaysInOrder, DAYS_IN_ORDER),
    answer: z.strictObject({ ages: z.array(z.strictObject({ daysLate: z.int(), parcels: z.int() })) }),
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
    answer: parcelDetails,
    errors: ['not_found'],
    audited: false,
  },
})
