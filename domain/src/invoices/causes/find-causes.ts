import type { Cost } from '../../routing/prices/costing.ts'

/** Fewer variances of one kind are slips, not a habit. */
const MIN_ROWS = 3
/** The share of similar parcels that must be weighed heavier, or billed the same other price. */
const WEIGHT_SHARE = 0.5
const PRICE_SHARE = 0.8
/** At most this many causes of each kind are listed, the largest sums first. */
export const MAX_CAUSES = 50

type RowShare = { readonly rows: number; readonly of: number; readonly amount: Cost }
type OfKind = { readonly kind: 'weight' | 'price' | 'charge' }

/** Whether one cause explains many variances: enough of the similar rows share it. */
export function isHabit({ kind }: OfKind, { rows, of }: RowShare): boolean {
  // A charge without an agreement is reported from the first row, because it has no similar rows without it.
  if (kind === 'charge') return rows > 0
  return rows >= MIN_ROWS && rows >= of * (kind === 'weight' ? WEIGHT_SHARE : PRICE_SHARE)
}

/** Picks the candidates of a kind that are habits, the largest sums first, at most {@link MAX_CAUSES}. */
export function findCauses<Candidate extends RowShare>(kind: OfKind, candidates: readonly Candidate[]): Candidate[] {
  return candidates
    .filter((one) => one.amount !== 0 && isHabit(kind, one))
    .toSorted((one, other) => Math.abs(other.amount) - Math.abs(one.amount) || other.rows - one.rows)
    .slice(0, MAX_CAUSES)
}
