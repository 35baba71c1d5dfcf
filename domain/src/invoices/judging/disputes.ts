import type { Cost } from '../../routing/prices/costing.ts'
import type { ChargeCategory } from '../../routing/terms/charge-category.ts'
import type { JudgedCharge, JudgedRow } from './judged.ts'

/** Verdicts of rows that owe nothing. */
const NOTHING_OWED: readonly JudgedRow['verdict'][] = ['Not found', 'Already billed', 'Not despatched']

/**
 * The net amount that rejecting a row disputes: the variance, or the full amount if nothing is owed. Zero if it was
 * underbilled. Null if it was not judged: then the user enters the amount.
 */
export function disputedAmount({
  verdict,
  billed,
  variance,
}: Pick<JudgedRow, 'verdict' | 'billed' | 'variance'>): Cost | null {
  if (NOTHING_OWED.includes(verdict)) return Math.max(0, billed)
  return variance === null ? null : Math.max(0, variance)
}

/** A part of a dispute: the claim for one category. */
export type DisputedPart = { readonly category: ChargeCategory; readonly amount: Cost }

export const sumOfParts = (parts: readonly DisputedPart[]): Cost => parts.reduce((sum, { amount }) => sum + amount, 0)

/**
 * The disputed amount of a row by category, so that credits find it: the overbilled categories less underbilled ones.
 * The parts add up to {@link disputedAmount}.
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

/**
 * The claim for a row by category: the disputed amount less what was credited for earlier claims (`credited`), or the
 * amount that the user enters (`requested`). For a row that was not judged, it is the unchecked part and the known
 * excess, unless the user enters an amount. The parts add up to the claim; empty if nothing is claimed.
 */
export function claimedParts(
  row: Pick<JudgedRow, 'verdict' | 'billed' | 'variance' | 'charges'>,
  { requested = null, credited = [] }: { requested?: Cost | null; credited?: readonly DisputedPart[] } = {},
): DisputedPart[] {
  const claim = requested ?? Math.max(0, (disputedAmount(row) ?? unjudgedAmount(row)) - sumOfParts(credited))
  const parts = new Map<ChargeCategory, Cost>()
  let left = claim
  const take = (category: ChargeCategory, upTo: Cost) => {
    const most = upTo - sumOfParts(credited.filter((part) => part.category === category))
    const part = Math.min(Math.max(0, most), left)
    if (part === 0) return
    left -= part
    parts.set(category, (parts.get(category) ?? 0) + part)
  }
  for (const { category, amount } of row.variance === null ? uncheckedParts(row) : disputedParts(row))
    take(category, amount)
  // The claim exceeds the known excess, or the excess is unknown: claim each charge up to what it billed.
  for (const { category, billed } of row.charges) take(category, billed - (parts.get(category) ?? 0))
  const first = row.charges[0]?.category ?? 'base'
  if (left > 0) parts.set(first, (parts.get(first) ?? 0) + left)
  return [...parts].map(([category, amount]) => ({ category, amount }))
}

/** The unchecked part of a row that was not judged. */
const uncheckedParts = ({ charges }: Pick<JudgedRow, 'charges'>): DisputedPart[] =>
  charges.flatMap(({ category, billed, isUnchecked }) => (isUnchecked ? [{ category, amount: billed }] : []))

/** The amount that rejecting an unjudged row disputes: the part not known to be due. */
function unjudgedAmount({ billed, charges }: Pick<JudgedRow, 'billed' | 'charges'>): Cost {
  if (!charges.some(({ isUnchecked }) => isUnchecked)) return Math.max(0, billed)
  return Math.max(
    0,
    charges.reduce((sum, charge) => sum + charge.billed - (charge.isUnchecked ? 0 : charge.expected), 0),
  )
}

const overOf = ({ verdict }: Pick<JudgedRow, 'verdict'>, { billed, expected }: JudgedCharge): Cost =>
  NOTHING_OWED.includes(verdict) ? billed : billed - expected
