import { costOfParcel, NO_PRICE, quantitiesOf } from '../../routing/prices/compile-pricing.ts'
import { convert } from '../../routing/terms/amounts.ts'
import type { Judging } from './base-steps.ts'
import { isProblem, type Lane } from './lane.ts'
import { STEP, type Unit } from './unit.ts'

/**
 * Records today's expected cost of a row less that of its routing decision: prices published since, another carrier
 * chosen by the warehouse, or other parcels than planned. It is separate from the variance.
 */
export function ourChangeOf(unit: Unit, judging: Judging) {
  let thought = 0
  const [first] = unit.members
  if (!first) return
  for (const { lane, index } of unit.members) {
    const cost = plannedCost(lane, index, judging.rules)
    if (cost === null) return
    thought += cost
  }
  thought = convert(thought, judging.rate, unit.penny)
  const expected = unit.steps[STEP.expected]
  if (thought === expected) return
  unit.ourChange = expected - thought
  const { decision } = first.lane.consignment
  const priced = first.lane.priced[first.index]
  if (!decision || !priced || isProblem(priced)) return
  const { method } = priced.by
  const isOther = method.clientMethodID !== decision.clientMethodID
  const decided = judging.rules.books.method(first.lane.consignment.client, decision.version, decision.clientMethodID)
  unit.reasons.push({
    kind: 'our change',
    because: isOther ? 'carrier' : decided?.method.pricing === method.pricing ? 'consignment' : 'price',
    thought,
    expected,
    decidedMethod: decision.clientMethodID,
    decidedVersion: decision.version,
  })
}

/**
 * The cost that a parcel adds by the routing decision; parcels that it did not plan add nothing. Null without a
 * decision.
 */
function plannedCost(
  { consignment: { client, decision }, penny }: Lane,
  index: number,
  rules: Judging['rules'],
): number | null {
  if (!decision) return null
  if (index >= decision.grams.length) return 0
  const span = rules.books.method(client, decision.version, decision.clientMethodID)
  const pricing = span && rules.books.pricingOn(span.method, decision.day)
  if (!pricing) return null
  const cost = costOfParcel(pricing, quantitiesOf(decision.grams), index, penny)
  return cost === NO_PRICE ? null : cost
}
