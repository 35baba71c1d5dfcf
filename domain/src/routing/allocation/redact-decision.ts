import type { Visibility } from '../../administration/clients/visibility.ts'
import type { Change } from './changes.ts'
import type { Constraint } from './constraints.ts'

type ShownVerdict = {
  readonly constraint: Constraint
  readonly isMet: boolean
  readonly actual?: unknown
  readonly limit?: unknown
  readonly gap?: unknown
}
type ShownCandidate = {
  readonly clientMethodID: string
  readonly cost?: number | null | undefined
  readonly costParts?: unknown
  readonly rank?: number | null | undefined
  readonly isEligible: boolean
  readonly verdicts: readonly ShownVerdict[]
  readonly changes: readonly Pick<Change, 'kind'>[]
}
type ShownDecision = {
  readonly ruleBookVersion?: number | undefined
  readonly chosen: string | null
  readonly candidates: readonly ShownCandidate[]
}

/**
 * Removes what a viewer may not see from a decision: other candidates, costs with the ranking by cost, and figures of
 * capacity. Constraints and whether they are met always stay.
 */
export function redactDecision<Decision extends ShownDecision>(decision: Decision, sees: Visibility): Decision {
  const { chosen } = decision
  const candidates = decision.candidates
    .filter(({ clientMethodID }) => sees.otherMethods || clientMethodID === chosen)
    .map((candidate) => redactCandidate(candidate, sees))
  // Sort eligible candidates by id: sorted by rank they would reveal their costs.
  if (!sees.costs)
    candidates.sort(
      (one, other) =>
        Number(other.clientMethodID === chosen) - Number(one.clientMethodID === chosen) ||
        Number(other.isEligible) - Number(one.isEligible) ||
        (one.clientMethodID < other.clientMethodID ? -1 : 1),
    )
  const { ruleBookVersion: _version, ...rest } = decision
  return { ...(sees.otherMethods ? decision : rest), candidates } as unknown as Decision
}

/** Kinds of changes that reveal a carrier's charges. */
const OF_PRICES: readonly Change['kind'][] = ['price-for', 'price-on']
/** Kinds of changes that reveal the remaining capacity if capacity is short. */
const OF_CAPACITY: readonly Change['kind'][] = ['more-capacity', 'fewer-parcels']

function redactCandidate(candidate: ShownCandidate, sees: Visibility): ShownCandidate {
  const isShort = candidate.verdicts.some(({ constraint, isMet }) => constraint === 'capacity' && !isMet)
  const { cost: _cost, costParts: _parts, rank: _rank, ...rest } = candidate
  return {
    ...(sees.costs ? candidate : rest),
    verdicts: candidate.verdicts.map((verdict) => {
      const isHidden =
        (verdict.constraint === 'price' && !sees.costs) || (verdict.constraint === 'capacity' && !sees.capacities)
      const { actual: _actual, limit: _limit, gap: _gap, ...said } = verdict
      return isHidden ? said : verdict
    }),
    changes: candidate.changes.filter(
      ({ kind }) =>
        (sees.costs || !OF_PRICES.includes(kind)) && (sees.capacities || !isShort || !OF_CAPACITY.includes(kind)),
    ),
  }
}
