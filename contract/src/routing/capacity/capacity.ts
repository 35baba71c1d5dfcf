import { z } from 'zod'
import {
  carrierCode,
  effectiveBetween,
  openRange,
  optionalVersion,
  parcelCount,
  published,
} from '../rule-book/fields.ts'
import { clientCode, day } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'

/** Specification 9: 'Quantity-limit slots: 7 for capacity'. Monday to Sunday. */
export const CAPACITY_SLOTS = 7
export const MAX_CAPACITIES = 100

const slots = z
  .array(parcelCount('Parcels').nullable())
  .length(CAPACITY_SLOTS, 'A capacity has seven slots, Monday to Sunday')

/**
 * Parcels for each day of the week, Monday first; null is no limit. It applies from a day on (null: from the start), or
 * between days with priority.
 */
export const capacityLimit = z
  .strictObject({
    quantityLimit: slots,
    effectiveDate: day.nullable(),
    effectiveBetween: effectiveBetween.nullable(),
  })
  .refine(({ effectiveDate, effectiveBetween: between }) => effectiveDate === null || between === null, {
    path: ['effectiveDate'],
    message: 'Either from a day on, or between days',
  })
export type CapacityLimit = z.infer<typeof capacityLimit>

/** A carrier's usage and limit of a day. */
export const dayUse = z.strictObject({ day, used: z.int(), limit: z.int().nullable() })

export const carrierCapacity = z.strictObject({
  client: clientCode,
  carrier: carrierCode,
  carrierName: z.string(),
  active: z.enum(['Y', 'N']),
  /** No dates means always. */
  activeDates: z.array(openRange),
  capacities: z.array(capacityLimit),
  /** Today and the six days after, in the operator's calendar. */
  use: z.array(dayUse),
  version: z.int(),
})
export type CarrierCapacity = z.infer<typeof carrierCapacity>

export const amendedCapacity = z.strictObject({
  client: clientCode,
  carrier: carrierCode,
  /** The complete list; missing ones are removed. */
  capacities: z.array(capacityLimit).max(MAX_CAPACITIES, `A carrier has at most ${MAX_CAPACITIES} capacities`),
  version: optionalVersion,
})

/**
 * The body for saving: all capacities of a carrier, or a single one as in the specification, which replaces the one
 * with the same dates.
 */
const savedCapacity = amendedCapacity.partial({ capacities: true }).extend({
  quantityLimit: slots.optional(),
  effectiveDate: day.nullable().optional(),
  effectiveBetween: effectiveBetween.nullable().optional(),
})

const SET_UP = 'carrierRoutingControl.carrierCapacitySetUp' as const

export const capacity = routes({
  list: {
    method: 'GET',
    path: '/api/capacity/setup/list',
    summary:
      'The capacities of the carriers of a client, or of several, with what each has been given of the next seven days',
    permission: { reads: [SET_UP] },
    shows: ['capacities', 'otherMethods'],
    access: 'clients',
    answer: z.strictObject({ carriers: z.array(carrierCapacity) }),
    errors: [],
    audited: false,
  },
  carrier: {
    method: 'GET',
    path: '/api/capacity/setup/carrier',
    summary: 'The capacities of one carrier of a client',
    permission: { reads: [SET_UP] },
    shows: ['capacities', 'otherMethods'],
    access: 'one-client',
    query: z.strictObject({ client: clientCode, carrier: carrierCode }),
    answer: carrierCapacity,
    errors: ['not_found'],
    audited: false,
  },
  update: {
    method: 'PUT',
    path: '/api/capacity/setup/carrier',
    summary: 'Set the capacities of a carrier; publishes a version of the carrier rules',
    permission: { edits: [SET_UP] },
    shows: ['capacities', 'otherMethods'],
    access: 'one-client',
    body: savedCapacity,
    answer: published,
    errors: ['not_found', 'version_conflict'],
    audited: 'rule-book.changed',
  },
  clear: {
    method: 'PUT',
    path: '/api/capacity/setup/carrier/clear',
    summary: 'Take the limits of a carrier away: it then takes any number of parcels',
    permission: { edits: [SET_UP] },
    shows: ['capacities', 'otherMethods'],
    access: 'one-client',
    body: z.strictObject({ client: clientCode, carrier: carrierCode, version: optionalVersion }),
    answer: published,
    errors: ['not_found', 'version_conflict'],
    audited: 'rule-book.changed',
  },
})
