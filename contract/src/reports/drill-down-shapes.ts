import { ORDER_FIGURES, PARCEL_FIGURES } from '@despatch/domain/reports/figures'
import { z } from 'zod'
import { text, wholePaging } from '../route/fields.ts'
import { withPeriod } from '../route/report-period.ts'
import { shownWith } from '../route/visible.ts'
import { days, parcelFilters } from './report-shapes.ts'

const orderChoice = {
  ...days,
  figure: z.enum(ORDER_FIGURES, 'That is no figure of orders').default('ordersReceived'),
  /** Client code; '' for all. */
  client: text(20, 'Client').default(''),
}
const parcelChoice = {
  ...days,
  figure: z.enum(PARCEL_FIGURES, 'That is no figure of parcels').default('parcelsDespatched'),
  ...parcelFilters,
  /** Weekday of the counted day, Monday 0; '' for all. */
  weekday: z.enum(['', '0', '1', '2', '3', '4', '5', '6']).default(''),
  client: orderChoice.client,
}
const eventChoice = {
  ...days,
  carrier: parcelFilters.carrier,
  state: text(30, 'State').default(''),
  /** '' for all; with a state alone, 'No reason' selects events without a reason. */
  reason: text(200, 'Reason').default(''),
}

/** Filters shared by drill-down lists and their files. */
export const orderListQuery = withPeriod(z.strictObject({ ...orderChoice, ...wholePaging }))
export const parcelListQuery = withPeriod(z.strictObject({ ...parcelChoice, ...wholePaging }))
export const eventListQuery = withPeriod(z.strictObject({ ...eventChoice, ...wholePaging }))
export const orderInput = withPeriod(z.strictObject(orderChoice))
export const parcelInput = withPeriod(z.strictObject(parcelChoice))
export const eventInput = withPeriod(z.strictObject(eventChoice))
export type OrderChoice = z.output<typeof orderInput>
export type ParcelChoice = z.output<typeof parcelInput>
export type EventChoice = z.output<typeof eventInput>

export const countedOrder = z.strictObject({
  clientCode: z.string(),
  orderNumber: z.string(),
  /** The day that the figure counts the order on. */
  countedOn: z.string(),
  statusTitle: z.string(),
  orderedOn: z.string(),
  dueOn: z.string(),
  releasedOn: z.string().nullable(),
  despatchedOn: z.string().nullable(),
  deliveredOn: z.string().nullable(),
  lines: z.int(),
  pieces: z.int(),
  value: z.string(),
  currency: z.string(),
})
export type CountedOrder = z.infer<typeof countedOrder>

export const countedParcel = z.strictObject({
  clientCode: z.string(),
  trackingNumber: z.string(),
  orderNumber: z.string(),
  countedOn: z.string(),
  carrier: z.string(),
  service: z.string(),
  region: z.string(),
  despatchedOn: z.string(),
  promisedOn: z.string(),
  deliveredOn: z.string().nullable(),
  stateTitle: z.string(),
  reason: z.string(),
  /** Decimal text, as in cost totals; null if unknown. */
  expectedCost: shownWith('costs', z.string().nullable()),
  currency: z.string(),
})
export type CountedParcel = z.infer<typeof countedParcel>

export const countedEvent = z.strictObject({
  clientCode: z.string(),
  trackingNumber: z.string(),
  /** '' if the parcel is unknown. */
  orderNumber: z.string(),
  at: z.string(),
  countedOn: z.string(),
  carrier: z.string(),
  stateTitle: z.string(),
  reason: z.string(),
  description: z.string(),
  location: z.string(),
})
export type CountedEvent = z.infer<typeof countedEvent>
