import { DELIVERY_STATE_CODES } from '@despatch/domain/deliveries/parcels/delivery-state'
import { DELIVERY_EXCEPTIONS } from '@despatch/domain/deliveries/parcels/promised-date'
import { z } from 'zod'

/** A despatched parcel. Instants are ISO 8601 in UTC; days 'YYYY-MM-DD', the operator's. */
export const parcel = z.strictObject({
  clientCode: z.string(),
  trackingNumber: z.string(),
  carrier: z.string(),
  /** The carrier's name in the client's rule book, or its code. */
  carrierName: z.string(),
  /** The carrier's name for the service; empty if unknown. */
  carrierService: z.string(),
  orderNumber: z.string(),
  despatchedAt: z.string(),
  promisedDate: z.string(),
  /** Kilograms as a decimal text; null if unknown. */
  weight: z.string().nullable(),
  state: z.enum(DELIVERY_STATE_CODES),
  stateTitle: z.string(),
  /** The incident reason, if the carrier reported one. */
  reason: z.string(),
  /** Time of the state; null before the first event. */
  stateAt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
  /** The delivery exception as of today; null if none. */
  exception: z.enum(DELIVERY_EXCEPTIONS).nullable(),
  /** Days after the promise until delivery or today; 0 without an exception. */
  daysLate: z.int(),
})
export type Parcel = z.infer<typeof parcel>

/** A carrier's event, and its meaning. */
export const deliveryEvent = z.strictObject({
  trackingNumber: z.string(),
  at: z.string(),
  state: z.enum(DELIVERY_STATE_CODES),
  stateTitle: z.string(),
  /** The carrier's code, unchanged. */
  code: z.string(),
  description: z.string(),
  location: z.string(),
  reason: z.string(),
  carrier: z.string(),
  /** The code has no meaning yet. */
  isUnknown: z.boolean(),
})
export type DeliveryEvent = z.infer<typeof deliveryEvent>
