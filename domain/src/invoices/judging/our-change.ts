import { costOfParcel, NO_PRICE, quantitiesOf } from '../../routing/prices/compile-pricing.ts'
import type { Cost } from '../../routing/prices/costing.ts'
import type { AgreedCharge } from '../../routing/terms/agreed-charge.ts'
import { chargeKey } from '../../routing/terms/agreed-set.ts'
import { convert, isRounding } from '../../routing/terms/amounts.ts'
import type { AgreedDue } from '../../routing/terms/dues.ts'
import type { Judging } from './base-steps.ts'
import { isProblem, type Lane } from './lane.ts'
import type { Reason } from './reasons.ts'
import { type Member, STEP, type Unit } from './unit.ts'

type OurChange = Extract<Reason, { kind: 'our change' }>

/**
 * Records today's expected price of a row less that of its routing decision: prices published since, another carrier
 * chosen by the warehouse, or other parcels than planned. It is separate from the variance.
 */
export function ourChangeOf(unit: Unit, judging: Judging) {
  let thought = 0
  const [first] = unit.members
  if (!first) return
  for (const { lane, index } of unit.members) {
    const planned = plannedParcel(lane, index, judging.rules)
    if (planned === null) return
    thought += planned.base
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
 * Adds the charges that differ from those that the routing decisions counted, after the rows of a detail were judged.
 * Decisions that counted no terms are compared by their prices alone. A charge that only its rounding or its
 * distribution over the rows changed did not change.
 */
export function addChangedCharges(units: readonly Unit[], judging: Judging) {
  const members = units.flatMap((unit) => unit.members)
  if (members.length === 0 || members.some(({ lane }) => !lane.consignment.decision?.terms)) return
  const planned = new Map(units.map((unit) => [unit, plannedCharges(unit, judging)]))
  const thoughtOf = (unit: Unit, key: string) => planned.get(unit)?.get(key)?.amount ?? 0
  const expected = new Map(units.map((unit) => [unit, expectedCharges(unit, new Set(allKeys(planned)))]))
  const expectedOf = (unit: Unit, key: string) => expected.get(unit)?.get(key)?.amount ?? 0
  const same: string[] = []
  for (const key of new Set([...allKeys(planned), ...allKeys(expected)])) {
    const sumOf = (of: (unit: Unit, key: string) => Cost) => units.reduce((sum, unit) => sum + of(unit, key), 0)
    const [thought, now] = [sumOf(thoughtOf), sumOf(expectedOf)]
    if (now === thought || isRoundedApart(now - thought, members, [planned, expected], key)) {
      same.push(key)
      continue
    }
    const named = [...planned.values(), ...expected.values()].flatMap((one) => one.get(key) ?? [])
    const text = named.at(-1)?.text ?? key
    // A row of the detail may bear it for the parcels of all rows.
    const whole = units.find((unit) => unit.members.length === 0 && expectedOf(unit, key) !== 0)
    if (whole) changeBy(whole, { text, thought, expected: now }, members)
    else
      for (const unit of units)
        changeBy(unit, { text, thought: thoughtOf(unit, key), expected: expectedOf(unit, key) }, members)
  }
  for (const unit of units)
    addSame(
      unit,
      same.reduce((sum, key) => sum + expectedOf(unit, key), 0),
    )
}

/** Adds the charges that did not change to both sides of what did. */
function addSame({ reasons }: Unit, amount: Cost) {
  const at = reasons.findIndex(({ kind }) => kind === 'our change')
  const known = reasons[at] as OurChange | undefined
  if (known) reasons[at] = { ...known, thought: known.thought + amount, expected: known.expected + amount }
}

type Charges = ReadonlyMap<string, { readonly text: string; readonly amount: Cost; readonly isPercent: boolean }>
const allKeys = (charges: ReadonlyMap<Unit, Charges>) => [...charges.values()].flatMap((one) => [...one.keys()])

/** The code of a charge, which it keeps from month to month. */
const keyOf = ({ code, category }: AgreedCharge) => (code.trim() === '' ? category : chargeKey({ code, text: '' }))

/** A percentage that rows billed apart are each rounded by may differ from that of the whole consignment. */
function isRoundedApart(
  by: Cost,
  members: readonly Member[],
  charges: readonly ReadonlyMap<Unit, Charges>[],
  key: string,
) {
  const [first] = members
  const isPart = first !== undefined && members.length < first.lane.consignment.parcels.length
  const isPercent = charges.some((ofUnits) => [...ofUnits.values()].some((one) => one.get(key)?.isPercent))
  return isPart && isPercent && isRounding(by, members.length, first.lane.penny)
}

/** What the decision counted for the parcels of a row, in the invoice's currency. */
function plannedCharges(unit: Unit, { rules, rate }: Judging): Charges {
  const sums = new Map<string, { text: string; amount: Cost; isPercent: boolean }>()
  for (const { lane, index } of unit.members)
    for (const { agreed, amount } of plannedParcel(lane, index, rules)?.dues ?? []) addTo(sums, agreed, amount)
  for (const sum of sums.values()) sum.amount = convert(sum.amount, rate, unit.penny)
  return sums
}

/** What is expected of a row: the charges that are always due, and others that the decision counted. */
function expectedCharges({ judged, agreed }: Unit, planned: ReadonlySet<string>): Charges {
  const sums = new Map<string, { text: string; amount: Cost; isPercent: boolean }>()
  for (const { agreedCharge, expected } of judged) {
    const one = agreed?.inOrder.find(({ id }) => id === agreedCharge)
    if (one && (one.when === 'always' || planned.has(keyOf(one)))) addTo(sums, one, expected)
  }
  return sums
}

function addTo(
  sums: Map<string, { text: string; amount: Cost; isPercent: boolean }>,
  agreed: AgreedCharge,
  amount: Cost,
) {
  const key = keyOf(agreed)
  const sum = sums.get(key)
  if (sum) sum.amount += amount
  else sums.set(key, { text: agreed.text, amount, isPercent: agreed.amount.kind === 'percent' })
}

/** Adds a part to what changed in a row. */
function changeBy(unit: Unit, part: { text: string; thought: Cost; expected: Cost }, members: readonly Member[]) {
  const by = part.expected - part.thought
  if (by === 0) return
  unit.ourChange += by
  const at = unit.reasons.findIndex(({ kind }) => kind === 'our change')
  const known = unit.reasons[at] as OurChange | undefined
  const decision = members[0]?.lane.consignment.decision
  const price = unit.steps[STEP.expected]
  const change: OurChange = known ?? {
    kind: 'our change',
    because: 'terms',
    thought: price,
    expected: price,
    decidedMethod: decision?.clientMethodID ?? '',
    decidedVersion: decision?.version ?? null,
  }
  const parts = change.parts ?? (known ? [{ text: 'Price', thought: known.thought, expected: known.expected }] : [])
  const changed = {
    ...change,
    thought: change.thought + part.thought,
    expected: change.expected + part.expected,
    parts: [...parts, part],
  }
  if (at < 0) unit.reasons.push(changed)
  else unit.reasons[at] = changed
}

/**
 * What a parcel adds to the cost by the routing decision; parcels that it did not plan add nothing. Null without a
 * decision.
 */
function plannedParcel(
  { consignment: { client, decision }, penny }: Lane,
  index: number,
  rules: Judging['rules'],
): { readonly base: Cost; readonly dues: readonly AgreedDue[] } | null {
  if (!decision) return null
  if (index >= decision.grams.length) return { base: 0, dues: [] }
  const span = rules.books.method(client, decision.version, decision.clientMethodID)
  const pricing = span && rules.books.pricingOn(span.method, decision.day)
  if (!pricing) return null
  const counted = decision.terms?.duesByParcel({ carrier: 0, method: span.method, pricing, penny })[index]
  if (counted) return counted.base === NO_PRICE ? null : counted
  const base = costOfParcel(pricing, quantitiesOf(decision.grams), index, penny)
  return base === NO_PRICE ? null : { base, dues: [] }
}
