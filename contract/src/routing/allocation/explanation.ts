import { endedSeen } from '@despatch/domain/routing/allocation/by-hand'
import { CONSTRAINTS } from '@despatch/domain/routing/allocation/constraints'
import { DISPATCH_SERVICES } from '@despatch/domain/routing/dispatch-service'
import { decisionSeen } from '@despatch/domain/routing/allocation/seen-decision'
import { LIMIT_TYPES } from '@despatch/domain/routing/rule-book/rule-book'
import { z } from 'zod'
import { personName, reason, shownAs, shownWith } from '../../route/visible.ts'

/**
 * A decision with its reasons, as the engine reckons: grams, millimetres, cubic centimetres, costs in ten-thousandths of
 * the main unit of the client's currency. domain/allocation/words says it in words.
 */
const service = z.enum(DISPATCH_SERVICES)
const found = z.union([z.number(), z.string(), z.null()])

const change = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ask-for-service'), service }),
  z.strictObject({
    kind: z.enum(['shorter', 'smaller', 'fewer-parcels', 'lighter-parcel', 'lighter']),
    by: z.number(),
  }),
  z.strictObject({ kind: z.enum(['despatch-on', 'active-on', 'price-on']), day: z.string() }),
  z.strictObject({
    kind: z.literal('price-for'),
    byWeight: z.boolean(),
    quantity: z.number(),
    /** Of these parcels of it, where they are charged apart. */
    of: z.enum(['first', 'further']).optional(),
  }),
  z.strictObject({ kind: z.literal('higher-limit'), type: z.enum(LIMIT_TYPES), to: z.number() }),
  z.strictObject({ kind: z.literal('serve-country'), country: z.string() }),
  z.strictObject({ kind: z.literal('serve-region'), region: z.string().nullable() }),
  z.strictObject({ kind: z.literal('activate-carrier') }),
  /** `isAlone`: in an order of its own, where the others of its order are held too. */
  z.strictObject({ kind: z.literal('not-held'), isAlone: z.literal(true).optional() }),
  z.strictObject({ kind: z.literal('more-capacity'), day: z.string(), by: z.number() }),
])

export const candidate = z.strictObject({
  clientMethodID: z.string(),
  carrier: z.string(),
  carrierName: z.string(),
  carrierService: z.string(),
  methodDescription: z.string(),
  transitDays: z.int(),
  isEligible: z.boolean(),
  /** Left out, as the rank and the figures of price and capacity are, for those who may not see them. */
  cost: z.number().nullable().optional(),
  /** 1 is the chosen one; null for those that are not eligible. */
  rank: z.int().nullable().optional(),
  verdicts: z.array(
    z.strictObject({
      constraint: z.enum(CONSTRAINTS),
      isMet: z.boolean(),
      actual: found.optional(),
      limit: z.union([found, z.array(z.string())]).optional(),
      /** What of the rule book said so: the id of a method, a carrier, fixed routes. */
      rule: z.string(),
      /** Of a price that is not there: the quantity without a band, between those that end at `from` and begin at `to`. */
      gap: z
        .strictObject({
          byWeight: z.boolean(),
          quantity: z.number(),
          from: z.number(),
          to: z.number().nullable(),
          of: z.enum(['all', 'first', 'further', 'each']),
        })
        .optional(),
    }),
  ),
  /** What would have admitted it, all together. */
  changes: z.array(change),
})
export type CandidateAnswer = z.infer<typeof candidate>

const hold = z.strictObject({
  carrier: z.string(),
  clientMethodID: z.string().nullable(),
  customPreferenceIDs: z.array(z.string()),
  /** What each of these is called: 'SKU MUG-1 (4 regions)'. */
  routes: z.array(z.string()),
})

/** What was decided on. */
export const consignment = z.strictObject({
  service,
  country: z.string(),
  region: z.string().nullable(),
  despatchDay: z.string(),
  /**
   * Days in the four weeks after the despatch day on which it would not go so: days off of the client's calendar, as it was
   * then, and days on which fixed routing holds it otherwise; left out where there are none.
   */
  daysOff: z.array(z.string()).optional(),
  parcels: z.array(z.strictObject({ weight: z.number(), length: z.number(), volume: z.number() })),
  /** Its order travels in other consignments too; left out where it does not. */
  isOneOfSeveral: z.literal(true).optional(),
  /** What fixed routing holds it to, if anything. */
  heldTo: shownWith('otherMethods', hold.nullable()),
  skus: z.array(z.string()),
})

/** Of a consignment: what was chosen, and every candidate in its ranking. */
export const decided = shownAs(
  z.strictObject({
    ruleBookVersion: z.int().optional(),
    chosen: z.string().nullable(),
    /** The chosen one alone for those who may not see other methods. */
    candidates: z.array(candidate),
  }),
  decisionSeen,
)
export type Decided = z.infer<typeof decided>

/** A method chosen by hand: by whom, why, and instead of what. */
const byHand = z.strictObject({
  by: personName(),
  at: z.string(),
  reason: shownWith('otherMethods', z.string()),
  /** What allocation would have chosen then; null where nothing might carry it. */
  instead: shownWith(
    'otherMethods',
    z
      .strictObject({
        clientMethodID: z.string(),
        carrier: z.string(),
        carrierName: z.string(),
        methodDescription: z.string(),
        /** What the chosen one cost more, in ten-thousandths of the currency's main unit. */
        difference: shownWith('costs', z.number()),
      })
      .nullable(),
  ),
  /** The constraints that it failed, and that were overruled. */
  overruled: shownWith('otherMethods', z.array(z.enum(CONSTRAINTS))),
  /** Why it does not hold any more, and allocation chose again; '' while it holds. */
  ended: shownWith('otherMethods', shownAs(z.string(), endedSeen)),
})

export const CONSIGNMENT_STATES = ['allocated', 'exception', 'given-back', 'superseded'] as const

export const consignmentDecision = z.strictObject({
  number: z.int(),
  /** How often the order had been allocated when this was decided, this time included. */
  attempt: z.int(),
  at: z.string(),
  by: personName(),
  /**
   * allocated: it holds its capacity; exception: no method may carry it; given-back: the order was suspended, amended or
   * cancelled, or allocated again; superseded: an exception that was allocated again.
   */
  state: z.enum(CONSIGNMENT_STATES),
  consignment,
  decided,
  /** Of a routing exception, in words; else ''. */
  why: reason(),
  /** Why an order has no plan: the boxes of a product are bound to one method, and held to several. */
  conflict: shownWith('otherMethods', z.strictObject({ product: z.string(), holds: z.array(hold) }).nullable()),
  /** Its method was chosen by hand, or was until this decision; null where allocation alone chose. */
  byHand: byHand.nullable(),
})
export type ConsignmentDecision = z.infer<typeof consignmentDecision>
