import { z } from 'zod'
import { carrierCode } from '../../routing/rule-book/fields.ts'
import { carrierStop } from '../../routing/carrier-stops/carrier-stop.ts'
import { day, instant, prose, text } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { commandOutcome } from '../commands/order-commands.ts'

/**
 * Carriers that the operator stops for all clients, and moving orders away from a carrier that is off, however it was
 * switched off. The `carrier` is the code that the clients' carrier rules share.
 */
const SET_UP = 'carrierRoutingControl.carrierCapacitySetUp'
const STAFF_ONLY = 'Only the operator stops carriers.'
const MAX_SERVICES = 50

const id = z.uuid('An id is a UUID')
const byStop = z.strictObject({ stopId: id })

const stopFields = {
  carrier: carrierCode,
  /** Carrier services that stop; empty for all. */
  services: z.array(text(100, 'Service')).max(MAX_SERVICES, `At most ${MAX_SERVICES} services`).default([]),
  /** The first despatch date without the carrier. */
  from: day,
  /** The last one; null until the stop is ended. */
  to: day.nullable().default(null),
}
const isInOrder = ({ from, to }: { from: string; to: string | null }) => to === null || from <= to
const inOrderRule = { path: ['to'], message: 'The end date is before the start date' }

/** Orders that a plan moves to a method, or leaves without a carrier for a reason. */
const taker = z.strictObject({
  client: z.string(),
  carrierName: z.string(),
  methodDescription: z.string(),
  orders: z.int(),
  /** What they cost more, in the client's currency; negative if less. A decimal text. */
  extra: z.string(),
})
const movePlan = z.strictObject({
  /** New and released orders with the carrier, by client. `extra` as in a taker. */
  clients: z.array(
    z.strictObject({
      client: z.string(),
      currency: z.string(),
      new: z.int(),
      released: z.int(),
      /** Of both: those that get another carrier, and those that nobody takes. */
      moved: z.int(),
      left: z.int(),
      extra: z.string(),
      /** Orders that the warehouse has begun with: they keep the carrier. */
      atWarehouse: z.int(),
    }),
  ),
  takers: z.array(taker),
  /** Why orders get no carrier: the other carriers' reasons. */
  left: z.array(z.strictObject({ client: z.string(), cause: z.string(), orders: z.int() })),
  /** Orders being picked or packed, for the warehouse: at most 1,000. */
  atWarehouse: z.array(
    z.strictObject({
      client: z.string(),
      orderNumber: z.string(),
      status: z.enum(['P', 'K']),
      despatchDay: z.string(),
    }),
  ),
  /** Whether no better assignment exists. false if the calculation ran out of time: then it is the best one found. */
  isExact: z.boolean(),
})
export type MovePlan = z.infer<typeof movePlan>

const storedStop = carrierStop.extend({
  stopId: id,
  carrierName: z.string(),
  reason: z.string(),
  stoppedAt: instant,
  stoppedBy: z.string(),
  endedAt: instant.nullable(),
  endedBy: z.string().nullable(),
  /** Orders that it moved to another carrier or left without one. */
  moved: z.int(),
})
export type StoredStop = z.infer<typeof storedStop>

const offCarrier = z.strictObject({
  carrier: z.string(),
  carrierName: z.string(),
  /** Stopped by the operator, or not active on the orders' despatch dates in their clients' carrier rules. */
  because: z.enum(['stopped', 'not-active']),
  clients: z.array(z.string()),
  /** New and released orders that still have it. */
  orders: z.int(),
})
export type OffCarrier = z.infer<typeof offCarrier>

export const carrierStops = routes({
  list: {
    method: 'GET',
    path: '/api/carrier-stops',
    summary: 'Stops of carriers in force and of the last 90 days, and carriers that are off and still have orders',
    permission: { reads: [SET_UP] },
    operatorOnly: STAFF_ONLY,
    shows: ['costs', 'capacities', 'otherMethods'],
    access: 'clients',
    answer: z.strictObject({
      stops: z.array(storedStop),
      off: z.array(offCarrier),
      /** Every carrier of the clients, with its services. */
      carriers: z.array(
        z.strictObject({ carrier: z.string(), carrierName: z.string(), services: z.array(z.string()) }),
      ),
    }),
    errors: [],
    audited: false,
  },
  preview: {
    method: 'POST',
    path: '/api/carrier-stops/preview',
    summary: 'What stopping a carrier, or moving the orders of one that is off, would do; nothing is changed',
    permission: { edits: [SET_UP] },
    operatorOnly: STAFF_ONLY,
    shows: ['costs', 'capacities', 'otherMethods'],
    access: 'clients',
    body: z.strictObject({
      carrier: carrierCode,
      /** Missing for a carrier that is off already. */
      stop: z
        .strictObject({ services: stopFields.services, from: stopFields.from, to: stopFields.to })
        .refine(isInOrder, inOrderRule)
        .optional(),
    }),
    answer: movePlan,
    errors: [],
    audited: false,
    ownTransactions: true,
  },
  stop: {
    method: 'POST',
    path: '/api/carrier-stops',
    summary: 'Stop a carrier for all clients and move its new and released orders; a receipt for each order',
    permission: { edits: [SET_UP] },
    operatorOnly: STAFF_ONLY,
    shows: ['costs', 'capacities', 'otherMethods'],
    access: 'clients',
    body: z
      .strictObject({
        /** Chosen by the caller, also the id of the command that moves the orders. Sent again, it resumes. */
        stopId: id,
        ...stopFields,
        reason: prose(200, 'Reason').default(''),
      })
      .refine(isInOrder, inOrderRule),
    answer: commandOutcome,
    errors: ['idempotency_key_reused'],
    audited: 'carrier.stopped',
    ownTransactions: true,
  },
  move: {
    method: 'POST',
    path: '/api/carrier-stops/move',
    summary: 'Move the new and released orders of a carrier that is off; a receipt for each',
    permission: { edits: [SET_UP] },
    operatorOnly: STAFF_ONLY,
    shows: ['costs', 'capacities', 'otherMethods'],
    access: 'clients',
    body: z.strictObject({ commandId: id, carrier: carrierCode }),
    answer: commandOutcome,
    errors: ['idempotency_key_reused'],
    audited: 'order.allocated',
    ownTransactions: true,
  },
  end: {
    method: 'POST',
    path: '/api/carrier-stops/:stopId/end',
    summary: 'End a stop: the carrier takes orders again. Orders that it moved stay where they are',
    permission: { edits: [SET_UP] },
    operatorOnly: STAFF_ONLY,
    access: 'none',
    params: byStop,
    answer: z.strictObject({ message: z.string() }),
    errors: ['not_found'],
    audited: 'carrier.stop-ended',
  },
  undo: {
    method: 'POST',
    path: '/api/carrier-stops/:stopId/undo',
    summary: 'Undo a stop of the caller’s own, for 15 minutes: it ends, and each order that nobody touched goes back',
    permission: { edits: [SET_UP] },
    operatorOnly: STAFF_ONLY,
    shows: ['costs', 'capacities', 'otherMethods'],
    access: 'clients',
    params: byStop,
    answer: commandOutcome,
    errors: ['not_found', 'version_conflict'],
    audited: 'carrier.stop-ended',
    ownTransactions: true,
  },
  bringBackPreview: {
    method: 'GET',
    path: '/api/carrier-stops/:stopId/bring-back',
    summary: 'The orders that an ended stop moved and that would save enough by going back',
    permission: { edits: [SET_UP] },
    operatorOnly: STAFF_ONLY,
    shows: ['costs', 'capacities', 'otherMethods'],
    access: 'clients',
    params: byStop,
    answer: z.strictObject({
      clients: z.array(
        z.strictObject({ client: z.string(), currency: z.string(), orders: z.int(), saved: z.string() }),
      ),
      /** Orders that the stop moved and that would save less, or that have changed since. */
      stay: z.int(),
    }),
    errors: ['not_found'],
    audited: false,
    ownTransactions: true,
  },
  bringBack: {
    method: 'POST',
    path: '/api/carrier-stops/:stopId/bring-back',
    summary: 'Bring them back to the carrier; a receipt for each',
    permission: { edits: [SET_UP] },
    operatorOnly: STAFF_ONLY,
    shows: ['costs', 'capacities', 'otherMethods'],
    access: 'clients',
    params: byStop,
    body: z.strictObject({ commandId: id }),
    answer: commandOutcome,
    errors: ['not_found', 'idempotency_key_reused'],
    audited: 'order.allocated',
    ownTransactions: true,
  },
})
