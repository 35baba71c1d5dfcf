import type { Day } from '../../calendar/day.ts'
import type { Cost, PricingMethod } from '../../routing/prices/costing.ts'
import type { Cause, ChargeCategory } from '../invoice.ts'
import type { Unknown } from '../settings/conditions.ts'
import type { AgreedAmount, Allowance } from './rules.ts'

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

/** Why a single charge cannot be checked: a condition that is not known, duties that nobody agreed, a return without a price. */
export type Unchecked = Unknown | 'duties' | 'no return price'

/** Why something has no figure, and what is missing. */
export type Problem = { readonly why: NotJudgedReason; readonly detail: string }

/** A row of a price, or a costing without rows, that took part in a cost. */
export type PriceRowUsed = {
  readonly costing: 'primary' | 'secondary'
  /** '' for a costing without rows. */
  readonly chargeID: string
  /** The band, in grams by weight and parcels otherwise; from 0 without end for a costing without rows. */
  readonly from: number
  readonly to: number | null
  readonly effectiveFrom: Day | null
  readonly effectiveBetween: { readonly from: Day; readonly to: Day } | null
  /** What was counted: grams by weight, parcels otherwise. */
  readonly quantity: number
  readonly cost: Cost
}

/** Where a weight is from. */
export type WeightSource = 'despatched' | 'planned' | 'size'

/** Why a figure is what it is. Money in ten-thousandths; of a price in the client's currency, else in the invoice's. */
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
      /** The rule book's version with which the method's prices were entered, by whom; null where it is not shown. */
      readonly setIn: number | null
      readonly setBy: string
      /**
       * When they were entered (milliseconds since 1970), and the first day that they hold for; null: every day. Rows that were
       * judged before prices had both times do not have it.
       */
      readonly entered?: { readonly at: number; readonly holdsFrom: Day | null } | undefined
      readonly day: Day
      /** The parcel's place in its consignment, from 1, of so many. */
      readonly place: number
      readonly of: number
      /** Whether the parcel is charged by its own weight alone. */
      readonly isEach?: boolean
      /** What the consignment costs up to this parcel, by which rows, and without it; 0 without it where each is charged by itself. */
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
      /** The method that the billed service is; null where none is contracted. */
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
      /** The price row that the billed weight falls into; null where the price does not count weight, or none holds it. */
      readonly row: PriceRowUsed | null
      /** Whether the carrier measured a size while no volumetric divisor is agreed: the size cannot be disputed. */
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
      /** The name of the zone in which the parcel was, where it is agreed for zones. */
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
  /** A condition of what is agreed cannot be known, or nothing is agreed by which it could be checked. */
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
      /** What was billed before, and should have been, in all. */
      readonly earlier: Cost
      readonly due: Cost
      readonly billed: Cost
      /** How much of what is billed now puts it right. */
      readonly expected: Cost
    }
  /** A credit that an open dispute waited for; the amount is below 0. */
  | { readonly kind: 'settles'; readonly dispute: string; readonly amount: Cost }
  | {
      readonly kind: 'tolerance'
      readonly client: string | null
      readonly row: Allowance
      readonly charge: Allowance
      /** What lies beyond it: the row, or a charge by its text; '' where all is within. */
      readonly beyond: string
    }
  | {
      readonly kind: 'our change'
      readonly because: 'carrier' | 'price' | 'consignment'
      readonly thought: Cost
      readonly expected: Cost
      readonly decidedMethod: string
      /** Null where it is not shown. */
      readonly decidedVersion: number | null
    }
  /** Of a detail: what its rows come to, by cause. */
  | { readonly kind: 'sum'; readonly rows: number; readonly causes: readonly Cause[] }
