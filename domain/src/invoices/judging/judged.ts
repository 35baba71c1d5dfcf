import type { Cost } from '../../routing/prices/costing.ts'
import type { Cause, Verdict } from '../invoice.ts'
import type { ChargeCategory } from '../../routing/terms/charge-category.ts'
import type { NotJudgedReason, Reason } from './reasons.ts'

/** The part of a variance that each cause explains, without zeros. They add up to the variance. */
export type CauseAmounts = Readonly<Partial<Record<Cause, Cost>>>

/** One kind of charge of a row: billed and expected, in ten-thousandths of the invoice's currency. */
export type JudgedCharge = {
  readonly code: string
  readonly text: string
  readonly category: ChargeCategory
  readonly billed: Cost
  readonly expected: Cost
  /** The id of its agreement; null for the price, and for a charge without one. */
  readonly agreedCharge: string | null
  /** Whether its difference is rounding. */
  readonly isRounded: boolean
  /** Whether it cannot be checked: then the billed amount is expected. */
  readonly isUnchecked?: boolean
}

/** The result of judging a row. Amounts are net, in ten-thousandths of the invoice's currency. */
export type JudgedRow = {
  readonly verdict: Verdict
  /** Only for 'Not judged'. */
  readonly notJudged: NotJudgedReason | null
  readonly billed: Cost
  /** Null if it is not judged. */
  readonly expected: Cost | null
  readonly variance: Cost | null
  readonly causes: CauseAmounts
  /** Today's expected cost less that of the routing decision, in the invoice's currency; not a part of the variance. */
  readonly ourChange: Cost
  readonly charges: readonly JudgedCharge[]
  readonly reasons: readonly Reason[]
}

/** A detail: the sum of its parcel rows and of its charges for the whole consignment. */
export type JudgedDetail = JudgedRow & {
  /** One for each parcel row, in their order. */
  readonly parcels: readonly JudgedRow[]
  /** The charges of the detail beside its parcel rows; all of them if it has no rows. */
  readonly own: JudgedRow
}
