import type { Cost } from '../../routing/prices/costing.ts'
import type { ChargeCategory } from '../invoice.ts'
import type { JudgedCharge, JudgedRow } from './judged.ts'

/** Verdicts by which nothing of a row is owed. */
const NOTHING_OWED: readonly JudgedRow['verdict'][] = ['Not found', 'Already billed', 'Not despatched']

/**
 * What rejecting a row disputes, net: the variance; all of it where nothing is owed. Nothing where it was billed too little.
 * null where it was not judged: the person who rejects it says how much.
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

export const sumOfParts = (parts: readonly DisputedPart[]): Cost => parts.reduce((sum, { amount }) => sum + amount, 0)

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

/**
 * What is claimed of a row by category: the disputed amount less what was credited of earlier claims of the row (`credited`), or
 * what the person who rejects it says (`asked`). Of a row that was not judged that is what could not be checked, and what is known
 * to be too much, unless they say otherwise. The parts add up to the claim; none where nothing is claimed.
 */
export function claimedParts(
  row: Pick<JudgedRow, 'verdict' | 'billed' | 'variance' | 'charges'>,
  { asked = null, credited = [] }: { asked?: Cost | null; credited?: readonly DisputedPart[] } = {},
): DisputedPart[] {
  const claim = asked ?? Math.max(0, (disputedAmount(row) ?? unjudgedAmount(row)) - sumOfParts(credited))
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
  // More is claimed than was billed too much, or nobody knows what was: each charge up to what it billed.
  for (const { category, billed } of row.charges) take(category, billed - (parts.get(category) ?? 0))
  const first = row.charges[0]?.category ?? 'base'
  if (left > 0) parts.set(first, (parts.get(first) ?? 0) + left)
  return [...parts].map(([category, amount]) => ({ category, amount }))
}

/** What of a row that was not judged nobody could check. */
const uncheckedParts = ({ charges }: Pick<JudgedRow, 'charges'>): DisputedPart[] =>
  charges.flatMap(({ category, billed, isUnchecked }) => (isUnchecked ? [{ category, amount: billed }] : []))

/** What rejecting a row disputes that was not judged: what is not known to be due. */
function unjudgedAmount({ billed, charges }: Pick<JudgedRow, 'billed' | 'charges'>): Cost {
  if (!charges.some(({ isUnchecked }) => isUnchecked)) return Math.max(0, billed)
  return Math.max(
    0,
    charges.reduce((sum, charge) => sum + charge.billed - (charge.isUnchecked ? 0 : charge.expected), 0),
  )
}

const overOf = ({ verdict }: Pick<JudgedRow, 'verdict'>, { billed, expected }: JudgedCharge): Cost =>
  NOTHING_OWED.includes(verdict) ? billed : billed - expected
