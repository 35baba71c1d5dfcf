import { daysBetween } from '@despatch/domain/calendar/day'
import { z } from 'zod'
import { amountOrEmpty, day } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { commandOutcome } from '../commands/order-commands.ts'

/**
 * Plans the despatch days of clients: which carrier takes each order that is not yet picked, so that fewest are left
 * without one at the least cost. Amounts are decimal texts in the client's currency.
 */
const SET_UP = 'carrierRoutingControl.carrierCapacitySetUp'
const MAX_DAYS = 14
const id = z.uuid('An id is a UUID')

const days = {
  /** The first despatch date. */
  from: day,
  /** The last one. */
  to: day,
}
const isInOrder = ({ from, to }: { from: string; to: string }) => from <= to && daysBetween(from, to) < MAX_DAYS
const inOrderRule = { path: ['to'], message: `The end date is 1 to ${MAX_DAYS} days from the start date` }

/** A carrier with a limit on a despatch date. */
const carrierDay = z.strictObject({
  carrier: z.string(),
  carrierName: z.string(),
  /** Parcels that it takes on that date. */
  limit: z.int(),
  /** Parcels that it has now, and with the plan. */
  before: z.int(),
  after: z.int(),
  /** What the total cost would fall by with one place more; not negative. */
  price: z.string(),
  /** 'One more place with DPD on Tue 1 Dec is worth £0.42'; empty if it is worth nothing. */
  ask: z.string(),
})

const planned = z.strictObject({
  client: z.string(),
  currency: z.string(),
  /** Who pays carriage: the operator, or the client at cost. */
  paidBy: z.enum(['operator', 'client']),
  /** What a parcel without a carrier counts as. */
  missedDayCost: z.string(),
  /** New and released orders that the plan covers: those not chosen by hand, fixed to a carrier or already picked. */
  orders: z.int(),
  moved: z.int(),
  /** Of the moved ones: those that had no carrier. `placedCost` is what they cost. */
  placed: z.int(),
  placedCost: z.string(),
  /** Orders that no carrier takes, with the plan too. */
  left: z.int(),
  /** What moving those that had a carrier saves; negative if others get a carrier by it. */
  saved: z.string(),
  /** The cost of all orders with the plan, missed days included, and a total that no plan falls below. */
  total: z.string(),
  bound: z.string(),
  /** Whether no better plan exists. false if the calculation ran out of time. */
  isExact: z.boolean(),
  /** Whether prices of places are exact; otherwise a single further place may be worth less. */
  arePricesExact: z.boolean(),
  days: z.array(z.strictObject({ day: z.string(), orders: z.int(), carriers: z.array(carrierDay) })),
  /** Moved orders by despatch date, carrier left, carrier taken and purpose. */
  groups: z.array(
    z.strictObject({
      day: z.string(),
      /** null: they had no carrier. */
      from: z.string().nullable(),
      to: z.string(),
      orders: z.int(),
      /** Negative where they cost more. */
      saved: z.string(),
      reason: z.string(),
    }),
  ),
  /** At most 1,000 moved orders. */
  moves: z.array(
    z.strictObject({
      orderNumber: z.string(),
      day: z.string(),
      from: z.string().nullable(),
      to: z.string(),
      saved: z.string(),
      reason: z.string(),
    }),
  ),
})
export type ClientDayPlan = z.infer<typeof planned>
export type CarrierDay = z.infer<typeof carrierDay>

const dayPlan = z.strictObject({
  /** Changes with the orders, their costs and the free places. */
  fingerprint: z.string(),
  clients: z.array(planned),
})
export type DayPlanAnswer = z.infer<typeof dayPlan>

export const planTheDay = routes({
  preview: {
    method: 'POST',
    path: '/api/plan-the-day/preview',
    summary: 'The best plan for the orders of some despatch dates that are not yet picked; nothing is changed',
    permission: { reads: [SET_UP] },
    shows: ['costs', 'capacities', 'otherMethods'],
    access: 'clients',
    body: z.strictObject(days).refine(isInOrder, inOrderRule),
    answer: dayPlan,
    errors: [],
    audited: false,
    ownTransactions: true,
  },
  apply: {
    method: 'POST',
    path: '/api/plan-the-day',
    summary: 'Move orders as planned, unless something has changed since the plan was shown; a receipt for each order',
    permission: { edits: [SET_UP] },
    shows: ['costs', 'capacities', 'otherMethods'],
    access: 'clients',
    body: z
      .strictObject({
        /** Chosen by the caller. Sent again, it resumes. */
        commandId: id,
        ...days,
        fingerprint: z
          .string('A fingerprint is missing')
          .regex(/^[0-9a-f]{64}$/, 'A fingerprint is 64 hexadecimal digits'),
      })
      .refine(isInOrder, inOrderRule),
    answer: commandOutcome,
    errors: ['idempotency_key_reused', 'version_conflict'],
    audited: 'order.allocated',
    ownTransactions: true,
  },
  setMissedDayCost: {
    method: 'POST',
    path: '/api/plan-the-day/missed-day-cost',
    summary: 'Set what a day without a carrier costs for a parcel of a client; empty is the default of 25.00',
    permission: { edits: [SET_UP] },
    operatorOnly: 'Only the operator sets the cost of a missed day.',
    access: 'one-client',
    body: z.strictObject({ cost: amountOrEmpty }),
    answer: z.strictObject({ message: z.string(), missedDayCost: z.string() }),
    errors: [],
    audited: 'client.settings-set',
  },
})
