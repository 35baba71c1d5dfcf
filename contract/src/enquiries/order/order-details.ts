import { ORDER_STATUS_CODES } from '@despatch/domain/orders/order-status'
import { LIFE_STATE_CODES } from '@despatch/domain/returns/life/return-state'
import { z } from 'zod'
import { deliveryEvent, parcel } from '../../deliveries/parcels/parcel.ts'
import { instant } from '../../route/fields.ts'
import { personName } from '../../route/visible.ts'

/** Units of a SKU in a parcel. */
const packedUnits = z.strictObject({ SKU: z.string(), Item_Description: z.string(), quantity: z.int() })
export type PackedUnits = z.infer<typeof packedUnits>

export const parcelWithEvents = z.strictObject({
  ...parcel.shape,
  events: z.array(deliveryEvent),
  /** At most 100 SKUs; empty if the warehouse has not reported them. */
  contents: z.array(packedUnits),
})
export type ParcelWithEvents = z.infer<typeof parcelWithEvents>

/** A returned or announced piece changing its state. */
export const returnEvent = z.strictObject({
  clientCode: z.string(),
  orderNumber: z.string(),
  at: instant,
  returnReference: z.string(),
  SKU: z.string(),
  Item_Description: z.string(),
  quantity: z.int(),
  state: z.enum(LIFE_STATE_CODES),
  stateTitle: z.string(),
  reasonCode: z.string(),
  /** The reason's title in the client's returns book, or its code if the book lacks it. */
  reasonTitle: z.string(),
  condition: z.string(),
  note: z.string(),
  trackingNumber: z.string(),
  /** 'portal': announced in the returns portal; 'feed': reported by the warehouse. */
  source: z.enum(['portal', 'feed']),
})
export type ReturnEvent = z.infer<typeof returnEvent>

/** One field changed by a history entry, in words; null before or after where the field was empty. */
export const fieldChange = z.strictObject({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})

export const historyEntry = z.strictObject({
  clientCode: z.string(),
  orderNumber: z.string(),
  version: z.int(),
  at: instant,
  by: personName(),
  act: z.string(),
  Status: z.enum(ORDER_STATUS_CODES),
  note: z.string(),
  changes: z.array(fieldChange),
})
export type HistoryEntry = z.infer<typeof historyEntry>
