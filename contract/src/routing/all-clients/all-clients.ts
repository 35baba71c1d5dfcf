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
  priceBrakes,
} from '../rule-book/fields.ts'

/** Clients of one change: as many as the operator has. */
export const MAX_CLIENTS = 200
/** Carriers or methods of one client in one change. */
const MAX_ITEMS = 100

const percent = (least: number) =>
  z
    .number('Give a percentage, like 5 or -2.5')
    .overwrite(removeFloatNoise(2))
    .min(least, `At least ${least} per cent`)
    .max(500, 'At most 500 per cent')
    .refine((value) => value !== 0, 'Zero per cent changes nothing')
    .refine((value) => withoutFloatNoise(value, 2) !== undefined, 'A percentage has at most two decimals')

/** One change that is made in the rule books of several clients: of carriers (the first five), or of methods. */
export const clientsChange = z.discriminatedUnion('change', [
  z.strictObject({ change: z.literal('active'), active: z.enum(['Y', 'N'], 'Either Y or N') }),
  /** The range that ends last goes on to this day; null is without end. It never becomes shorter. */
  z.strictObject({ change: z.literal('extend-dates'), to: day.nullable() }),
  z.strictObject({
    change: z.literal('dates'),
    activeDates: z.array(openRange).max(MAX_ACTIVE_DATES, `A carrier has at most ${MAX_ACTIVE_DATES} ranges of dates`),
  }),
  /** In place of the capacity with the same dates; the others stay. */
  z.strictObject({
    change: z.literal('capacity'),
    quantityLimit: z.array(parcelCount('Parcels').nullable()).length(CAPACITY_SLOTS, 'Seven slots, Monday to Sunday'),
    effectiveDate: day.nullable().default(null),
    effectiveBetween: effectiveBetween.nullable().default(null),
  }),
  /** All capacities of the carrier, rounded to whole parcels. */
  z.strictObject({ change: z.literal('capacity-percent'), percent: percent(-100) }),
  /** Those that are named; null is no limit. The others stay. */
  z.strictObject({
    change: z.literal('limits'),
    limits: z
      .strictObject(limitValues)
      .partial()
      .refine((limits) => LIMIT_TYPES.some((type) => limits[type] !== undefined), 'Give at least one limit'),
  }),
  /** All that the methods charge, dearer or cheaper. */
  z.strictObject({ change: z.literal('prices'), percent: percent(-90) }),
])
export type ClientsChange = z.infer<typeof clientsChange>

/** A client, and which of its carriers (by code) or methods (by id) change, each as the caller knows it. */
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

/** What a change would do at one client. */
const previewed = z.strictObject({
  client: z.string(),
  outcome: z.enum(['changes', 'same', 'refused']),
  /** Why it is refused, in words. */
  reason: z.string(),
  /** What is in force and what would be, each with the version to send with the change; 0 of what is not there yet. */
  items: z.array(bookItem.extend({ name: z.string(), version: z.int() })),
  /** What looks wrong in the prices. */
  warnings: z.array(z.string()),
})
export type PreviewedClient = z.infer<typeof previewed>

const changed = z.strictObject({
  message: z.string(),
  clients: z.array(
    z.strictObject({
      client: z.string(),
      /** 'left': it could have been changed, and was not, because another client refused. */
      outcome: z.enum(['changed', 'same', 'refused', 'left']),
      /** Why it is refused, in words. */
      reason: z.string(),
      /** The version of the rule book that was published; null where none was. */
      version: z.int().nullable(),
      /** What looks wrong in the prices that were published, or were refused for it. */
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
    summary: 'What one change would do in the rule books of several clients; nothing is changed',
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
    summary: 'Make one change in the rule books of several clients: a version each, and the way to undo them all',
    permission: { edits: SET_UP },
    access: 'clients',
    body: z.strictObject({
      change: clientsChange,
      targets,
      /** Where a client refuses: change none of them, or the others. */
      onRefusal: z.enum(['none', 'others'], 'Either none or others').default('none'),
      ...priceBrakes,
    }),
    answer: changed,
    errors: [],
    audited: 'rule-book.changed',
    ownTransactions: true,
  },
  undo: {
    method: 'POST',
    path: '/api/rule-books/change/undo',
    summary: 'Bring rule books back to what versions of the caller’s own have changed, where nobody changed it since',
    permission: { edits: SET_UP },
    access: 'clients',
    body: z.strictObject({
      versions: z
        .array(z.strictObject({ client: clientCode, version: z.int().min(1).max(2_000_000_000) }))
        .min(1, 'Choose at least one client')
        .max(MAX_CLIENTS, `At most ${MAX_CLIENTS} clients at once`),
      ...priceBrakes,
    }),
    answer: changed,
    errors: [],
    audited: 'rule-book.changed',
    ownTransactions: true,
  },
})
