import type { Day } from '../../calendar/day.ts'
import type { Cost, PricingMethod } from '../../routing/prices/costing.ts'
import type { Cause } from '../invoice.ts'
import type { ChargeCategory } from '../../routing/terms/charge-category.ts'
import type { Unknown } from '../../routing/terms/conditions.ts'
import type { Allowance } from './rules.ts'
import type { AgreedAmount } from '../../routing/terms/agreed-charge.ts'

export const NOT_JUDGED_REASONS = [
  'no price',
  'several methods',
  'no weight',
  'no rate',
  'duties',
  'no return price',
  'unknown condition',
] as const
/** Why a row cannot be judged. */
export type NotJudgedReason = (typeof NOT_JUDGED_REASONS)[number]

/**
 * Why a single charge cannot be checked: an unknown condition, duties without an agreement, or a return without a
 * price.
 */
export type Unchecked = Unknown | 'duties' | 'no return price'

/** Why an amount is unknown, and what is missing. */
export type Problem = { readonly why: NotJudgedReason; readonly detail: string }

/** A row of a price, or a costing without rows, that contributed to a cost. */
export type PriceRowUsed = {
  readonly costing: 'primary' | 'secondary'
  /** '' for a costing without rows. */
  readonly chargeID: string
  /** The band, in grams if priced by weight and otherwise in parcels; from 0 without end for a costing without rows. */
  readonly from: number
  readonly to: number | null
  readonly effectiveFrom: Day | null
  readonly effectiveBetween: { readonly from: Day; readonly to: Day } | null
  /** The quantity: grams if priced by weight, otherwise parcels. */
  readonly quantity: number
  readonly cost: Cost
}

/** The source of a weight. */
export type WeightSource = 'despatched' | 'planned' | 'size'

/**
 * A reason for an amount. Money is in ten-thousandths; prices in the client's currency, everything else in the
 * invoice's.
 */
export type Reason =
  | { readonly kind: 'not found'; readonly why: 'unknown' | 'several clients' }
  | { readonly kind: 'not despatched'; readonly orderNumber: string }
  | { readonly kind: 'already billed'; readonly invoiceNumber: string; readonly line: number }
  | { readonly kind: 'not judged'; readonly why: NotJudgedReason; readonly detail: string }
  | {
      readonly kind: 'price'
      readonly client: string
      readonly clientMethodID: string
      readonly method: string
      readonly pricingMethod: PricingMethod
      /** The version of the rule book that entered the method's prices, and its author; null if hidden. */
      readonly setIn: number | null
      readonly setBy: string
      /**
       * When they were entered (milliseconds since 1970), and the first day that they apply to; null: every day.
       * Missing in rows judged before prices had both times.
       */
      readonly entered?: { readonly at: number; readonly holdsFrom: Day | null } | undefined
      readonly day: Day
      /** The parcel's place in its consignment, from 1, and the number of parcels. */
      readonly place: number
      readonly of: number
      /** Whether the parcel is charged only by its own weight. */
      readonly isEach?: boolean
      /**
       * The cost of the consignment up to this parcel, with the price rows used, and the cost without it; 0 if each
       * is charged separately.
       */
      readonly upTo: Cost
      readonly before: Cost
      readonly rows: readonly PriceRowUsed[]
    }
  | {
      readonly kind: 'weight used'
      readonly grams: number
      readonly from: WeightSource
      readonly divisor: string | null
    }
  | {
      readonly kind: 'service'
      readonly billed: string
      readonly despatched: string
      /** The method of the billed service; null if none is contracted. */
      readonly method: string | null
      readonly amount: Cost
    }
  | { readonly kind: 'number'; readonly billed: number; readonly despatched: number; readonly amount: Cost }
  | {
      readonly kind: 'weight'
      readonly billed: number
      readonly used: number
      readonly from: WeightSource
      readonly amount: Cost
      /** The price row of the billed weight; null if the price does not depend on weight, or no row includes it. */
      readonly row: PriceRowUsed | null
      /**
       * Whether the carrier measured a size but no volumetric divisor is agreed, so that the size cannot be disputed.
       */
      readonly isSizeUnagreed: boolean
    }
  | { readonly kind: 'price differs'; readonly billed: Cost; readonly expected: Cost }
  | {
      readonly kind: 'agreed charge'
      readonly agreedCharge: string
      readonly text: string
      readonly amount: AgreedAmount
      readonly by: string
      readonly from: Day
      /** The name of the parcel's zone, if the charge is agreed by zone. */
      readonly zone?: string | undefined
      readonly billed: Cost
      readonly expected: Cost
    }
  | {
      readonly kind: 'not agreed'
      readonly code: string
      readonly text: string
      readonly category: ChargeCategory
      readonly billed: Cost
      /** Whether it is agreed for other parcels. */
      readonly isElsewhere?: boolean
    }
  /** A condition of its agreement is unknown, or there is no agreement to check it against. */
  | {
      readonly kind: 'not checked'
      readonly code: string
      readonly text: string
      readonly category: ChargeCategory
      readonly billed: Cost
      readonly unknown: Unchecked
    }
  | { readonly kind: 'not returned'; readonly text: string; readonly billed: Cost }
  | { readonly kind: 'rounding'; readonly amount: Cost; readonly lines: number }
  | { readonly kind: 'spread' }
  /** The consignment bears the amounts of a row that bills nothing itself. */
  | { readonly kind: 'billed whole' }
  | {
      readonly kind: 'correction'
      readonly category: ChargeCategory
      /** What was billed before, and what should have been, in total. */
      readonly earlier: Cost
      readonly due: Cost
      readonly billed: Cost
      /** The part of the billed amount that corrects it. */
      readonly expected: Cost
    }
  /** A credit that an open dispute expected; the amount is negative. */
  | { readonly kind: 'settles'; readonly dispute: string; readonly amount: Cost }
  | {
      readonly kind: 'tolerance'
      readonly client: string | null
      readonly row: Allowance
      readonly charge: Allowance
      /** What exceeds it: the row, or a charge by its text; '' if nothing does. */
      readonly beyond: string
    }
  | {
      readonly kind: 'our change'
      readonly because: 'carrier' | 'price' | 'consignment' | 'terms'
      readonly thought: Cost
      readonly expected: Cost
      readonly decidedMethod: string
      /** Null if hidden. */
      readonly decidedVersion: number | null
      /** What differs, if charges do: the price and each charge. */
      readonly parts?: readonly { readonly text: string; readonly thought: Cost; readonly expected: Cost }[] | undefined
    }
  /** For a detail: the sum of its rows, by cause. */
  | { readonly kind: 'sum'; readonly rows: number; readonly causes: readonly Cause[] }
