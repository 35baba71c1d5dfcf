import { KEPT_TEXT } from '../plan-the-day/move-reasons.ts'
import { formatPrice } from '../../money/money.ts'
import type { Cost } from '../prices/costing.ts'
import type { Assigned, Consignment } from './consignment.ts'
import { methodText, type Named, weekdayText } from './decision-labels.ts'
import { costText } from './units.ts'

type VisibleCandidate = Named & {
  readonly isEligible: boolean
  /** Missing if the viewer may not see costs. */
  readonly cost?: Cost | null | undefined
}
type VisibleDecision = { readonly chosen: string | null; readonly candidates: readonly VisibleCandidate[] }

/**
 * A decision in one sentence without full stop: 'Evri Standard (Evri), £4.15: cheapest of 6 that can take it on Tue 24
 * Nov'. It does not mention hidden costs or other methods. undefined if no method was chosen.
 */
export function decisionText(
  { chosen: id, candidates }: VisibleDecision,
  { despatchDay, assigned }: Pick<Consignment, 'despatchDay' | 'assigned'>,
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
  if (!seesOthers)
    return assigned?.clientMethodID === id && assigned.because === 'planned' ? `${name}: ${PLANNED_TEXT}` : name
  const isCheapest = cost === undefined || others.every((one) => (one.cost ?? cost) >= cost)
  if (assigned?.clientMethodID === id && !isCheapest) return `${name}: ${ASSIGNED_TEXTS[assigned.because]}`
  const taking = `can take it on ${weekdayText(despatchDay)}`
  if (others.length === 0) return `${name}: the only one that ${taking}`
  return `${name}: ${cost === undefined ? 'one' : 'cheapest'} of ${eligible.length} that ${taking}`
}

/** It names no other client and no price, so client users see it too. */
const PLANNED_TEXT = `other places are ${KEPT_TEXT}`

/** Why an order has a method that was not the cheapest. */
const ASSIGNED_TEXTS = {
  'carrier-off':
    'the orders of a carrier that was off were moved together, and the cheaper places went to other orders',
  undone: 'it went back to this method when its move was undone',
  'brought-back': 'it went back to this method after a stop',
  planned: PLANNED_TEXT,
} as const satisfies Record<Assigned['because'], string>

/** Compares a choice by hand with the other eligible methods: ', £0.42 dearer than the cheapest of 5 others'. */
function besideText(cost: Cost | undefined, others: readonly VisibleCandidate[], currency: string): string {
  const costs = others.flatMap((one) => one.cost ?? [])
  if (cost === undefined || costs.length === 0) return ''
  const by = cost - Math.min(...costs)
  const than = `than ${others.length === 1 ? 'the other one' : `the cheapest of ${others.length} others`} that can take it`
  if (by === 0) return `, no dearer ${than}`
  return `, ${money(Math.abs(by), currency)} ${by > 0 ? 'dearer' : 'cheaper'} ${than}`
}

const money = (cost: Cost, currency: string) => formatPrice(costText(cost), currency)
