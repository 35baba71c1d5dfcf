import { withoutFloatNoise } from '@despatch/domain/money/float-noise'
import { LIMIT_TYPES } from '@despatch/domain/routing/rule-book/rule-book'
import { z } from 'zod'
import { removeFloatNoise, clientCode, day } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { MAX_ACTIVE_DATES } from '../active-dates/carriers.ts'
import { bookItem } from '../allocation/allocation.ts'
import { CAPACITY_SLOTS } from '../capacity/capacity.ts'
import { limitValues } from '../parcel-limits/parcel-limits.ts'
import {
  effectiveBetween,
  methodId,
  openRange,
  optionalVersion,
  parcelCount,
  priceCheckFields,
} from '../rule-book/fields.ts'

/** The maximum of clients in one change: all that an operator has. */
export const MAX_CLIENTS = 200
/** The maximum of carriers or methods of one client in a change. */
const MAX_ITEMS = 100

const percent = (least: number) =>
  z
    .number('Give a percentage, like 5 or -2.5')
    .overwrite(removeFloatNoise(2))
    .min(least, `At least ${least} per cent`)
    .max(500, 'At most 500 per cent')
    .refine((value) => value !== 0, 'Zero per cent changes nothing')
    .refine((value) => withoutFloatNoise(value, 2) !== undefined, 'A percentage has at most two decimals')

/** A change for the rule books of several clients: of carriers (the first five kinds) or of methods. */
export const clientsChange = z.discriminatedUnion('change', [
  z.strictObject({ change: z.literal('active'), active: z.enum(['Y', 'N'], 'Either Y or N') }),
  /** Extends the range that ends last to this day; null is open-ended. It never shortens a range. */
  z.strictObject({ change: z.literal('extend-dates'), to: day.nullable() }),
  z.strictObject({
    change: z.literal('dates'),
    activeDates: z.array(openRange).max(MAX_ACTIVE_DATES, `A carrier has at most ${MAX_ACTIVE_DATES} ranges of dates`),
  }),
  /** Replaces the capacity with the same dates; others stay. */
  z.strictObject({
    change: z.literal('capacity'),
    quantityLimit: z.array(parcelCount('Parcels').nullable()).length(CAPACITY_SLOTS, 'Seven slots, Monday to Sunday'),
    effectiveDate: day.nullable().default(null),
    effectiveBetween: effectiveBetween.nullable().default(null),
  }),
  /** Changes all capacities of the carrier, rounded to whole parcels. */
  z.strictObject({ change: z.literal('capacity-percent'), percent: percent(-100) }),
  /** Changes only these limits; null is no limit. */
  z.strictObject({
    change: z.literal('limits'),
    limits: z
      .strictObject(limitValues)
      .partial()
      .refine((limits) => LIMIT_TYPES.some((type) => limits[type] !== undefined), 'Give at least one limit'),
  }),
  /** Changes all charges of the methods. */
  z.strictObject({ change: z.literal('prices'), percent: percent(-90) }),
])
export type ClientsChange = z.infer<typeof clientsChange>

/** A client with the carriers (by code) or methods (by id) to change, at the versions that the caller read. */
const target = z.strictObject({
  client: clientCode,
  items: z
    .array(z.strictObject({ key: methodId, version: optionalVersion }))
    .min(1, 'Choose at least one carrier or method of the client')
    .max(MAX_ITEMS, `At most ${MAX_ITEMS} carriers or methods of a client at once`)
    .refine((items) => new Set(items.map(({ key }) => key)).size === items.length, 'Each carrier or method once'),
})
const targets = z
  .array(target)
  .min(1, 'Choose at least one client')
  .max(MAX_CLIENTS, `At most ${MAX_CLIENTS} clients at once`)
  .refine((all) => new Set(all.map(({ client }) => client)).size === all.length, 'Each client once')
export type ChangeTarget = z.infer<typeof target>

/** The effect of a change at one client. */
const previewed = z.strictObject({
  client: z.string(),
  outcome: z.enum(['changes', 'same', 'refused']),
  /** Why the client refuses, for people. */
  reason: z.string(),
  /** Current and new items, with the version to send with the change; 0 for a new item. */
  items: z.array(bookItem.extend({ name: z.string(), version: z.int() })),
  /** Warnings about the prices. */
  warnings: z.array(z.string()),
})
export type PreviewedClient = z.infer<typeof previewed>

const changed = z.strictObject({
  message: z.string(),
  clients: z.array(
    z.strictObject({
      client: z.string(),
      /** 'left': not changed because another client refused. */
      outcome: z.enum(['changed', 'same', 'refused', 'left']),
      /** Why the client refuses, for people. */
      reason: z.string(),
      /** The published version of the rule book; null if none was published. */
      version: z.int().nullable(),
      /** Warnings about the prices that were published or refused. */
      warnings: z.array(z.string()).optional(),
    }),
  ),
})
export type ChangedClients = z.infer<typeof changed>

const ROUTING = 'carrierRoutingControl'
const SET_UP = [
  `${ROUTING}.carrierPrices`,
  `${ROUTING}.carrierActiveDates`,
  `${ROUTING}.carrierParcelLimits`,
  `${ROUTING}.carrierCapacitySetUp`,
] as const

export const allClients = routes({
  preview: {
    method: 'POST',
    path: '/api/rule-books/change/preview',
    summary: 'What one change would do in the carrier rules of several clients; nothing is changed',
    permission: { edits: SET_UP },
    access: 'clients',
    body: z.strictObject({ change: clientsChange, targets }),
    answer: z.strictObject({ clients: z.array(previewed) }),
    errors: [],
    audited: false,
  },
  change: {
    method: 'POST',
    path: '/api/rule-books/change',
    summary: 'Make one change in the carrier rules of several clients: a version each, and the way to undo them all',
    permission: { edits: SET_UP },
    access: 'clients',
    body: z.strictObject({
      change: clientsChange,
      targets,
      /** If a client refuses: change none, or only the others. */
      onRefusal: z.enum(['none', 'others'], 'Either none or others').default('none'),
      ...priceCheckFields,
    }),
    answer: changed,
    errors: [],
    audited: 'rule-book.changed',
    ownTransactions: true,
  },
  undo: {
    method: 'POST',
    path: '/api/rule-books/change/undo',
    summary: 'Restore carrier rules to what versions of the caller’s own have changed, where nobody changed it since',
    permission: { edits: SET_UP },
    access: 'clients',
    body: z.strictObject({
      versions: z
        .array(z.strictObject({ client: clientCode, version: z.int().min(1).max(2_000_000_000) }))
        .min(1, 'Choose at least one client')
        .max(MAX_CLIENTS, `At most ${MAX_CLIENTS} clients at once`),
      ...priceCheckFields,
    }),
    answer: changed,
    errors: [],
    audited: 'rule-book.changed',
    ownTransactions: true,
  },
})
