import type { Cost } from '../../routing/prices/costing.ts'
import type { Cause, ChargeCategory, Verdict } from '../invoice.ts'
import type { NotJudgedReason, Reason } from './reasons.ts'

/** What part of a variance each cause explains; a cause that explains nothing is left out. They add up to the variance. */
export type CauseAmounts = Readonly<Partial<Record<Cause, Cost>>>

/** One kind of charge of a row: billed, beside what was expected of it. Ten-thousandths of the invoice's currency. */
export type JudgedCharge = {
  readonly code: string
  readonly text: string
  readonly category: ChargeCategory
  readonly billed: Cost
  readonly expected: Cost
  /** The agreed charge that says so; null for the price, and where nobody agreed it. */
  readonly agreedCharge: string | null
  /** Whether what it differs by is rounding. */
  readonly isRounded: boolean
  /** Whether nobody can say what may be billed: then as much is expected as is billed. */
  readonly isUnchecked?: boolean
}

/** What became of a row. Amounts are net, in ten-thousandths of the invoice's currency. */
export type JudgedRow = {
  readonly verdict: Verdict
  /** Of 'Not judged' alone. */
  readonly notJudged: NotJudgedReason | null
  readonly billed: Cost
  /** null where it is not judged. */
  readonly expected: Cost | null
  readonly variance: Cost | null
  readonly causes: CauseAmounts
  /** What is expected now less what routing thought, in the invoice's currency; no part of the variance. */
  readonly ourChange: Cost
  readonly charges: readonly JudgedCharge[]
  readonly reasons: readonly Reason[]
}

/** A detail: the sum of its parcel rows and of what it bills of the consignment as a whole. */
export type JudgedDetail = JudgedRow & {
  /** One for each parcel row, in their order. */
  readonly parcels: readonly JudgedRow[]
  /** What the detail bills beside its parcel rows; all of it where it has none. */
  readonly own: JudgedRow
}
