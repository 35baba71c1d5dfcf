import { LIFE_STATES, type LifeState } from '../../returns/life/return-state.ts'
import { DELIVERY_STATES, type DeliveryState } from '../../deliveries/parcels/delivery-state.ts'

/**
 * The events that a webhook can report: each entry in an order's history (by its act; `order.undone` is the undo of a
 * command, an amendment, a choice of carrier or a rating), each new state of a parcel, changes of the client's part of
 * a carrier's invoice, and of its claims. Database triggers create the deliveries
 * (server/src/database/functions/webhooks).
 */
export const ORDER_EVENTS = {
  'order.created': 'Order created',
  'order.released': 'Order released',
  'order.suspended': 'Order suspended',
  'order.amended': 'Order amended',
  'order.carrier_changed': 'Order’s carrier chosen by hand or re-allocated',
  'order.cancelled': 'Order cancelled',
  'order.undone': 'Order action undone',
  'order.picking': 'Order being picked',
  'order.packed': 'Order packed',
  'order.despatched': 'Order despatched',
  'order.delivered': 'Order delivered',
  'order.closed_short': 'Order closed short',
  'order.reopened': 'Order reopened',
  'order.fed_again': 'Order imported again after its import was undone',
} as const

type ParcelEvent = `parcel.${DeliveryState}`
const PARCEL_EVENTS = Object.fromEntries(
  Object.entries(DELIVERY_STATES).map(([state, title]) => [`parcel.${state}`, `Parcel: ${title.toLowerCase()}`]),
) as Record<ParcelEvent, string>

/** Only for clients whose contract covers Invoice Reconciliation and who may see costs. */
export const INVOICE_EVENTS = {
  'invoice.imported': 'Invoice imported',
  'invoice.accepted': 'Invoice accepted',
  'invoice.disputed': 'Invoice disputed',
  'invoice.undisputed': 'Invoice no longer disputed',
  'invoice.deleted': 'Invoice deleted',
} as const

type ReturnEvent = `return.${LifeState}`
/** Changes of a return from any source: one delivery for each SKU and state. */
export const RETURN_EVENTS = Object.fromEntries(
  Object.entries(LIFE_STATES).map(([state, title]) => [`return.${state}`, `Return: ${title.toLowerCase()}`]),
) as Record<ReturnEvent, string>

/** Only for clients whose contract covers Claims Preparation. */
export const CLAIM_EVENTS = {
  'claim.prepared': 'Claim prepared',
  'claim.sent': 'Claim sent',
  'claim.acknowledged': 'Claim acknowledged',
  'claim.accepted': 'Claim accepted',
  'claim.refused': 'Claim refused',
  'claim.paid': 'Claim paid',
  'claim.credited': 'Claim credited on an invoice',
  'claim.withdrawn': 'Claim withdrawn',
} as const

type OtherEvent = keyof typeof INVOICE_EVENTS | keyof typeof CLAIM_EVENTS
export const WEBHOOK_EVENTS: Record<keyof typeof ORDER_EVENTS | ParcelEvent | ReturnEvent | OtherEvent, string> = {
  ...ORDER_EVENTS,
  ...PARCEL_EVENTS,
  ...RETURN_EVENTS,
  ...INVOICE_EVENTS,
  ...CLAIM_EVENTS,
}
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS
export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as [WebhookEvent, ...WebhookEvent[]]

/** Webhooks of a client. Each gets every order, and all share the queue with slow receivers. */
export const MAX_WEBHOOKS = 20
