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
 * A decision as it may be shown: of the candidates the chosen one alone, without costs and the ranking by them, without
 * the figures of capacity, for those who may not see these. What a constraint is, and whether it is met, always stays.
 */
export function decisionSeen<Decision extends ShownDecision>(decision: Decision, sees: Visibility): Decision {
  const { chosen } = decision
  const candidates = decision.candidates
    .filter(({ clientMethodID }) => sees.otherMethods || clientMethodID === chosen)
    .map((candidate) => candidateSeen(candidate, sees))
  // The order of those who may be chosen is that of their costs.
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

/** Kinds of changes that tell what a carrier charges for. */
const OF_PRICES: readonly Change['kind'][] = ['price-for', 'price-on']
/** Kinds whose figure tells how much capacity is left, where it is capacity that is short. */
const OF_CAPACITY: readonly Change['kind'][] = ['more-capacity', 'fewer-parcels']

function candidateSeen(candidate: ShownCandidate, sees: Visibility): ShownCandidate {
  const isShort = candidate.verdicts.some(({ constraint, isMet }) => constraint === 'capacity' && !isMet)
  const { cost: _cost, rank: _rank, ...rest } = candidate
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
