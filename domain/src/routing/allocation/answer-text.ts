import { formatPrice } from '../../money/money.ts'
import type { Cost } from '../prices/costing.ts'
import type { Consignment } from './consignment.ts'
import { methodText, type Named, weekdayText } from './telling.ts'
import { costText } from './units.ts'

type ToldCandidate = Named & {
  readonly isEligible: boolean
  /** Left out for those who may not see it. */
  readonly cost?: Cost | null | undefined
}
type ToldDecision = { readonly chosen: string | null; readonly candidates: readonly ToldCandidate[] }

/**
 * A decision in one sentence, without its full stop: 'Evri Standard (Evri), £4.15: cheapest of 6 that can take it on Tue 24
 * Nov'. Of what is left out (costs, other methods) it says nothing; undefined where nothing was chosen.
 */
export function answerText(
  { chosen: id, candidates }: ToldDecision,
  { despatchDay }: Pick<Consignment, 'despatchDay'>,
  {
    isByHand,
    seesOthers,
    currency,
  }: { readonly isByHand: boolean; readonly seesOthers: boolean; readonly currency: string },
): string | undefined {
  const chosen = candidates.find(({ clientMethodID }) => clientMethodID === id)
  if (!chosen) return undefined
  const cost = chosen.cost ?? undefined
  const name = [methodText(chosen), cost !== undefined && money(cost, currency)].filter(Boolean).join(', ')
  const eligible = candidates.filter(({ isEligible }) => isEligible)
  const others = eligible.filter((one) => one !== chosen)
  if (isByHand) return `${name}: chosen by hand${seesOthers ? besideText(cost, others, currency) : ''}`
  if (!seesOthers) return name
  const taking = `can take it on ${weekdayText(despatchDay)}`
  if (others.length === 0) return `${name}: the only one that ${taking}`
  return `${name}: ${cost === undefined ? 'one' : 'cheapest'} of ${eligible.length} that ${taking}`
}

/** ', £0.42 dearer than the cheapest of 5 others': what a choice by hand costs beside the others that could take it. */
function besideText(cost: Cost | undefined, others: readonly ToldCandidate[], currency: string): string {
  const costs = others.flatMap((one) => one.cost ?? [])
  if (cost === undefined || costs.length === 0) return ''
  const by = cost - Math.min(...costs)
  const than = `than ${others.length === 1 ? 'the other one' : `the cheapest of ${others.length} others`} that can take it`
  if (by === 0) return `, no dearer ${than}`
  return `, ${money(Math.abs(by), currency)} ${by > 0 ? 'dearer' : 'cheaper'} ${than}`
}

const money = (cost: Cost, currency: string) => formatPrice(costText(cost), currency)
