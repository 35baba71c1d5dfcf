import { DELIVERY_STATE_CODES } from '@despatch/domain/deliveries/parcels/delivery-state'
import { DELIVERY_EXCEPTIONS } from '@despatch/domain/deliveries/parcels/promised-date'
import { z } from 'zod'

/** A despatched parcel. Instants are ISO 8601 in UTC; days 'YYYY-MM-DD', the operator's. */
export const parcel = z.strictObject({
  clientCode: z.string(),
  trackingNumber: z.string(),
  carrier: z.string(),
  /** As the client's rule book calls the carrier; its code where that does not know it. */
  carrierName: z.string(),
  /** As the carrier calls it; empty where nobody knows. */
  carrierService: z.string(),
  orderNumber: z.string(),
  despatchedAt: z.string(),
  promisedDate: z.string(),
  /** Kilograms, as a decimal text; null where nobody knows. */
  weight: z.string().nullable(),
  state: z.enum(DELIVERY_STATE_CODES),
  stateTitle: z.string(),
  /** The incident's reason, where the carrier gave one. */
  reason: z.string(),
  /** When the state came about; null before the first event. */
  stateAt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
  /** What is wrong with its delivery today; null where nothing is. */
  exception: z.enum(DELIVERY_EXCEPTIONS).nullable(),
  /** Days past the promise: until today, or until it was delivered; 0 without an exception. */
  daysLate: z.int(),
})
export type Parcel = z.infer<typeof parcel>

/** What a carrier said of a parcel, and what it was taken to mean. */
export const deliveryEvent = z.strictObject({
  trackingNumber: z.string(),
  at: z.string(),
  state: z.enum(DELIVERY_STATE_CODES),
  stateTitle: z.string(),
  /** The carrier's own code, as it came. */
  code: z.string(),
  description: z.string(),
  location: z.string(),
  reason: z.string(),
  carrier: z.string(),
  /** The code is in no table yet. */
  isUnknown: z.boolean(),
})
export type DeliveryEvent = z.infer<typeof deliveryEvent>
