import { redactEndedText } from '@despatch/domain/routing/allocation/by-hand'
import { ASSIGNMENTS } from '@despatch/domain/routing/allocation/consignment'
import { CONSTRAINTS } from '@despatch/domain/routing/allocation/constraints'
import { DISPATCH_SERVICES } from '@despatch/domain/routing/dispatch-service'
import { redactDecision } from '@despatch/domain/routing/allocation/redact-decision'
import { LIMIT_TYPES } from '@despatch/domain/routing/rule-book/rule-book'
import { CHARGE_UNITS } from '@despatch/domain/routing/terms/agreed-charge'
import { CHARGE_CATEGORIES } from '@despatch/domain/routing/terms/charge-category'
import { z } from 'zod'
import { decisionClock } from '../cut-offs/decision-clock.ts'
import { carrierStop } from '../carrier-stops/carrier-stop.ts'
import { personName, reason, shownAs, shownWith } from '../../route/visible.ts'

/**
 * A decision with its reasons in the engine's units: grams, millimetres, cubic centimetres, and costs in
 * ten-thousandths of the main unit of the client's currency. domain/src/routing/allocation turns it into sentences.
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
    /** The parcels that it is for, if they are charged separately. */
    of: z.enum(['first', 'further']).optional(),
  }),
  z.strictObject({ kind: z.literal('higher-limit'), type: z.enum(LIMIT_TYPES), to: z.number() }),
  z.strictObject({ kind: z.literal('serve-country'), country: z.string() }),
  z.strictObject({ kind: z.literal('serve-region'), region: z.string().nullable() }),
  z.strictObject({ kind: z.enum(['activate-carrier', 'end-stop', 'later-cut-off']) }),
  /** `isAlone`: it would also need an order of its own, because the order's other goods are held. */
  z.strictObject({ kind: z.literal('not-held'), isAlone: z.literal(true).optional() }),
  z.strictObject({ kind: z.literal('more-capacity'), day: z.string(), by: z.number() }),
])

const per = z.enum(CHARGE_UNITS)
/** Money in ten-thousandths of the currency of the charge, percentages in ten-thousandths of a per cent. */
const agreedAmount = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('percent'),
    percent: z.number(),
    of: z.array(z.enum(CHARGE_CATEGORIES)),
    per: z.enum(['detail', 'invoice']),
  }),
  z.strictObject({ kind: z.literal('money'), money: z.number(), per }),
  z.strictObject({ kind: z.literal('minimum'), money: z.number(), per: z.enum(['invoice', 'week']) }),
])

/** The parts of a whole cost: the price, and what the carrier always bills beside it. */
const costParts = z.strictObject({
  price: z.number(),
  /** The weight by size, in grams, and the cubic centimetres that count as a kilogram; null if no parcel weighs more by size. */
  bySize: z.strictObject({ grams: z.number(), divisor: z.number() }).nullable(),
  charges: z.array(
    z.strictObject({
      agreedCharge: z.string(),
      text: z.string(),
      category: z.enum(CHARGE_CATEGORIES),
      amount: agreedAmount,
      currency: z.string(),
      cost: z.number(),
      zone: z.string().optional(),
      /** The last day for which it is entered, if none is entered for the despatch day. */
      lastOf: z.string().optional(),
    }),
  ),
  /** Charges that do not count. `why`: billed only sometimes, per invoice, week or collection, or the fact that is unknown. */
  uncounted: z.array(z.strictObject({ agreedCharge: z.string(), text: z.string(), why: z.string() })),
})

export const candidate = z.strictObject({
  clientMethodID: z.string(),
  carrier: z.string(),
  carrierName: z.string(),
  carrierService: z.string(),
  methodDescription: z.string(),
  transitDays: z.int(),
  isEligible: z.boolean(),
  /** Missing, like the rank and the figures of price and capacity, if the viewer may not see it. */
  cost: z.number().nullable().optional(),
  /** What the cost consists of, if the operator has agreed anything with the carrier beside prices. */
  costParts: costParts.optional(),
  /** 1 for the best candidate; null for ineligible ones. */
  rank: z.int().nullable().optional(),
  verdicts: z.array(
    z.strictObject({
      constraint: z.enum(CONSTRAINTS),
      isMet: z.boolean(),
      actual: found.optional(),
      limit: z.union([found, z.array(z.string())]).optional(),
      /** The id of the method, carrier or fixed routes that set the limit. */
      rule: z.string(),
      /** For a missing price: the quantity without a band, between the bands that end at `from` and start at `to`. */
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
  /** The changes that together would make it eligible. */
  changes: z.array(change),
})
export type CandidateAnswer = z.infer<typeof candidate>

const hold = z.strictObject({
  carrier: z.string(),
  clientMethodID: z.string().nullable(),
  customPreferenceIDs: z.array(z.string()),
  /** The names of the routes: 'SKU MUG-1 (4 regions)'. */
  routes: z.array(z.string()),
})

/** The consignment of a decision. */
export const consignment = z.strictObject({
  service,
  country: z.string(),
  region: z.string().nullable(),
  despatchDay: z.string(),
  /**
   * Days in the four weeks after the despatch day that do not count: days off of the client's calendar at the time, and
   * days on which other fixed routes apply. Missing if there are none.
   */
  daysOff: z.array(z.string()).optional(),
  /** Stops of carriers that the decision knew of. Missing if there were none. */
  stops: shownWith('otherMethods', z.array(carrierStop)).optional(),
  /** The minute of the decision and the day's cut-offs, if there were any on the day. */
  clock: shownWith('otherMethods', decisionClock).optional(),
  /** The moment as of which the decision counted the terms of carriers. Missing if there were none. */
  termsAt: shownWith('costs', z.iso.datetime()).optional(),
  /** The method that it got when the orders of a carrier that was off were moved together. */
  assigned: shownWith(
    'otherMethods',
    z.strictObject({ clientMethodID: z.string(), because: z.enum(ASSIGNMENTS) }),
  ).optional(),
  parcels: z.array(z.strictObject({ weight: z.number(), length: z.number(), volume: z.number() })),
  /** The order has other consignments too; missing otherwise. */
  isOneOfSeveral: z.literal(true).optional(),
  /** The carrier or method that fixed routing requires. */
  heldTo: shownWith('otherMethods', hold.nullable()),
  skus: z.array(z.string()),
})

/** The chosen method of a consignment and every candidate by rank. */
export const decided = shownAs(
  z.strictObject({
    ruleBookVersion: z.int().optional(),
    chosen: z.string().nullable(),
    /** Only the chosen one if the viewer may not see other methods. */
    candidates: z.array(candidate),
  }),
  redactDecision,
)
export type Decided = z.infer<typeof decided>

/** A choice of method by hand. */
const byHand = z.strictObject({
  by: personName(),
  at: z.string(),
  reason: shownWith('otherMethods', z.string()),
  /** The method that allocation would have chosen; null if none was eligible. */
  instead: shownWith(
    'otherMethods',
    z
      .strictObject({
        clientMethodID: z.string(),
        carrier: z.string(),
        carrierName: z.string(),
        methodDescription: z.string(),
        /** The additional cost of the chosen method, in ten-thousandths of the currency's main unit. */
        difference: shownWith('costs', z.number()),
      })
      .nullable(),
  ),
  /** The constraints that it failed and the user overruled. */
  overruled: shownWith('otherMethods', z.array(z.enum(CONSTRAINTS))),
  /** Why the choice no longer applies; '' while it applies. */
  ended: shownWith('otherMethods', shownAs(z.string(), redactEndedText)),
})

export const CONSIGNMENT_STATES = ['allocated', 'exception', 'given-back', 'superseded'] as const

export const consignmentDecision = z.strictObject({
  number: z.int(),
  /** The number of allocations of the order, including this one. */
  attempt: z.int(),
  at: z.string(),
  by: personName(),
  /**
   * allocated: it uses capacity; exception: no method may carry it; given-back: the order was suspended, amended,
   * cancelled or re-allocated; superseded: an exception that was re-allocated.
   */
  state: z.enum(CONSIGNMENT_STATES),
  consignment,
  decided,
  /** The reason of a routing exception, for people; otherwise ''. */
  why: reason(),
  /** Why an order has no plan: the boxes of a product must share one method but are held to several. */
  conflict: shownWith('otherMethods', z.strictObject({ product: z.string(), holds: z.array(hold) }).nullable()),
  /** The choice by hand that applies or ended with this decision; null if there was none. */
  byHand: byHand.nullable(),
})
export type ConsignmentDecision = z.infer<typeof consignmentDecision>
