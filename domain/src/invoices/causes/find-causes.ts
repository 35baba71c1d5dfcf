import type { Cost } from '../../routing/prices/costing.ts'

/** So many variances of one kind are a habit, not a slip. */
const MIN_ROWS = 3
/** Of the parcels that are alike, so many are weighed heavier, or billed the same other price. */
const WEIGHT_SHARE = 0.5
const PRICE_SHARE = 0.8
/** What is listed of each kind, the largest sums first. */
export const MAX_CAUSES = 50

type Found = { readonly rows: number; readonly of: number; readonly amount: Cost }
type OfKind = { readonly kind: 'weight' | 'price' | 'charge' }

/** Whether one thing explains many variances: so many of the rows that are alike have the same one. */
export function isHabit({ kind }: OfKind, { rows, of }: Found): boolean {
  // A charge that nobody agreed is told from the first on: no row without it is like it.
  if (kind === 'charge') return rows > 0
  return rows >= MIN_ROWS && rows >= of * (kind === 'weight' ? WEIGHT_SHARE : PRICE_SHARE)
}

/** The candidates of a kind that explain much, the largest sums first, at most {@link MAX_CAUSES}. */
export function findCauses<Candidate extends Found>(kind: OfKind, candidates: readonly Candidate[]): Candidate[] {
  return candidates
    .filter((one) => one.amount !== 0 && isHabit(kind, one))
    .toSorted((one, other) => Math.abs(other.amount) - Math.abs(one.amount) || other.rows - one.rows)
    .slice(0, MAX_CAUSES)
}
