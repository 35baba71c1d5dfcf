import { ORDER_STATUS_CODES } from '@despatch/domain/orders/order-status'
import { LIFE_STATE_CODES } from '@despatch/domain/returns/life/return-state'
import { z } from 'zod'
import { deliveryEvent, parcel } from '../../deliveries/parcels/parcel.ts'
import { instant } from '../../route/fields.ts'
import { personName } from '../../route/visible.ts'

/** A parcel of an order, with its events, newest first. */
export const parcelWithEvents = z.strictObject({ ...parcel.shape, events: z.array(deliveryEvent) })
export type ParcelWithEvents = z.infer<typeof parcelWithEvents>

/** Something that became of goods that came back, or are to. */
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
  /** What the client's returns book calls it; the code where it has none. */
  reasonTitle: z.string(),
  condition: z.string(),
  note: z.string(),
  trackingNumber: z.string(),
  /** Announced through the returns portal, or told by the warehouse. */
  source: z.enum(['portal', 'feed']),
})
export type ReturnEvent = z.infer<typeof returnEvent>

/** What an entry of an order's history changed, a line a field, in words; null where there was, or is, nothing. */
export const fieldChange = z.strictObject({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})

/** An entry of an order's history, with what it changed. */
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
