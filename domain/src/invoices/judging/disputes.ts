import type { Cost } from '../../routing/prices/costing.ts'
import type { ChargeCategory } from '../invoice.ts'
import type { JudgedCharge, JudgedRow } from './judged.ts'

/** Verdicts by which nothing of a row is owed. */
const NOTHING_OWED: readonly JudgedRow['verdict'][] = ['Not found', 'Already billed', 'Not despatched']

/**
 * What rejecting a row disputes, net: the variance; all of it where nothing is owed. Nothing where it was billed too little.
 * null where it was not judged: whoever rejects it says how much.
 */
export function disputedAmount({
  verdict,
  billed,
  variance,
}: Pick<JudgedRow, 'verdict' | 'billed' | 'variance'>): Cost | null {
  if (NOTHING_OWED.includes(verdict)) return Math.max(0, billed)
  return variance === null ? null : Math.max(0, variance)
}

/** A part of a dispute: what is claimed of one category. */
export type DisputedPart = { readonly category: ChargeCategory; readonly amount: Cost }

/**
 * The disputed amount of a row by category, so that credits find it: what each category was billed too much, less what others
 * were billed too little. The parts add up to {@link disputedAmount}.
 */
export function disputedParts(row: Pick<JudgedRow, 'verdict' | 'billed' | 'variance' | 'charges'>): DisputedPart[] {
  const over = new Map<ChargeCategory, Cost>()
  for (const charge of row.charges) over.set(charge.category, (over.get(charge.category) ?? 0) + overOf(row, charge))
  let left = disputedAmount(row) ?? 0
  const parts: DisputedPart[] = []
  for (const [category, amount] of over) {
    const part = Math.min(Math.max(0, amount), left)
    left -= part
    if (part > 0) parts.push({ category, amount: part })
  }
  return parts
}

const overOf = ({ verdict }: Pick<JudgedRow, 'verdict'>, { billed, expected }: JudgedCharge): Cost =>
  NOTHING_OWED.includes(verdict) ? billed : billed - expected

/** What is still claimed of a parcel's category, the oldest dispute first. */
export type OpenPart = {
  readonly dispute: string
  /** The parcel, by whatever key tells parcels apart. */
  readonly parcel: string
  readonly category: ChargeCategory
  readonly open: Cost
}

/** A credit that a later invoice brings; `amount` is what is given back, above 0. '' as the parcel is a lump sum. */
export type Credit = {
  readonly credit: string
  readonly parcel: string
  readonly category: ChargeCategory
  readonly amount: Cost
}

export type Settlement = {
  readonly dispute: string
  readonly credit: string
  readonly category: ChargeCategory
  readonly amount: Cost
}

/** What credits settle. */
export type Settled = {
  readonly settlements: readonly Settlement[]
  /** What is left of each part. */
  readonly open: readonly OpenPart[]
  /** What credits give beyond all that is claimed of their parcel and category. */
  readonly surplus: readonly { readonly credit: string; readonly amount: Cost }[]
  /** Lump sums: somebody has to say what they are for. */
  readonly waiting: readonly Credit[]
}

/**
 * Settles disputes by credits: each finds what is claimed of its parcel and category, one that names no category takes from
 * all of the parcel. What is beyond is surplus.
 */
export function settleByCredits(parts: readonly OpenPart[], credits: readonly Credit[]): Settled {
  const left = parts.map((part) => ({ part, open: part.open }))
  const ofParcel = Map.groupBy(left, ({ part }) => part.parcel)
  const settlements: Settlement[] = []
  const surplus: { credit: string; amount: Cost }[] = []
  const lone = credits.filter(({ parcel }) => parcel !== '')
  for (const { credit, parcel, category, amount } of lone) {
    let given = amount
    for (const entry of ofParcel.get(parcel) ?? []) {
      const { dispute, category: claimed } = entry.part
      if (given === 0 || (category !== 'credit' && category !== claimed)) continue
      const part = Math.min(given, entry.open)
      if (part <= 0) continue
      given -= part
      entry.open -= part
      settlements.push({ dispute, credit, category: claimed, amount: part })
    }
    if (given > 0) surplus.push({ credit, amount: given })
  }
  return {
    settlements,
    open: left.filter(({ open }) => open > 0).map(({ part, open }) => ({ ...part, open })),
    surplus,
    waiting: credits.filter(({ parcel }) => parcel === ''),
  }
}
