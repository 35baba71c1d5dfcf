import type { Cost } from '../../routing/prices/costing.ts'
import { isRounding } from '../../routing/terms/amounts.ts'
import { agreedAmounts, type BilledAs, type Group } from './charge-amounts.ts'
import type { ByCategory } from '../../routing/terms/charge-money.ts'
import { sortByBasis } from '../../routing/terms/agreed-set.ts'
import type { JudgedRow } from './judged.ts'
import type { Unchecked } from './reasons.ts'
import type { AgreedCharge } from '../../routing/terms/agreed-charge.ts'
import type { BilledCharge, Cause } from '../invoice.ts'
import { billedForOthers, type Money } from '../parcel-accounts/consignment-charges.ts'
import { isOfConsignment, NO_OTHERS } from '../../routing/terms/dues.ts'
import { addCause, consignmentOf, STEP, type Steps, type Unit } from './unit.ts'

/** Judges all charges of rows that are calculated together, the base first. */
export function judgeCharges(units: readonly Unit[], own: Unit | null, money: Money) {
  const sets = [...new Set(units.flatMap(({ agreed }) => agreed ?? []))]
  const [only] = sets
  if (!only) return
  // Agreements with conditions may give the rows of a detail different charges.
  const inOrder = sets.length === 1 ? only.inOrder : sortByBasis([...new Set(sets.flatMap((set) => set.inOrder))])
  const billed = new Map<AgreedCharge, BilledAs[]>()
  const expected = new Map<Unit, ByCategory>()
  for (const unit of units) {
    expected.set(unit, {})
    judgeBase(unit)
    for (const charge of unit.others) {
      const by = unit.agreed?.find(charge)
      if (isUnreturned(unit, charge, by)) refuseCharge(unit, charge, 'not returned')
      else if (acceptUnchecked(unit, charge)) continue
      else if (by) addBilled(billed, by, unit, charge)
      else refuseCharge(unit, charge, 'not agreed')
    }
  }
  const group: Group = {
    units,
    own: units.length > 1 ? own : null,
    expected,
    currency: money.currency,
    rateOf: money.rateOf,
    ofOthers: (one) => (isOfConsignment(one) ? billedForOthers(one, units, money) : NO_OTHERS),
  }
  const isOutbound = units[0]?.leg === 'outbound'
  for (const one of inOrder) {
    const as = billed.get(one) ?? []
    if (as.length === 0 && !(one.when === 'always' && isOutbound)) continue
    const isOf = (unit: Unit) => sets.length === 1 || unit.agreed?.inOrder.includes(one) === true
    const amounts = agreedAmounts(one, as, { ...group, units: units.filter(isOf) })
    for (const unit of units) {
      const steps = amounts.get(unit)
      const of = as.find((entry) => entry.unit === unit)
      if (of || steps?.some((amount) => amount !== 0))
        judgeAgreed(unit, one, of, steps ?? [0, 0, 0, 0, 0], as.length > 0, expected)
    }
  }
}

function addBilled(billed: Map<AgreedCharge, BilledAs[]>, agreed: AgreedCharge, unit: Unit, charge: BilledCharge) {
  const entries = billed.get(agreed)
  const entry = entries?.find((one) => one.unit === unit)
  if (entry) {
    entry.net += charge.net
    entry.lines++
    return
  }
  const made = { unit, net: charge.net, lines: 1, code: charge.code, text: charge.text }
  if (entries) entries.push(made)
  else billed.set(agreed, [made])
}

/** Whether a return to sender is billed for a parcel that did not come back. */
export function isUnreturned(unit: Unit, charge: BilledCharge, agreed: AgreedCharge | undefined): boolean {
  if ((agreed?.category ?? charge.category) !== 'return to sender') return false
  const { match } = unit
  if (match.kind === 'parcel') return match.consignment.parcels[match.index]?.isReturned === false
  return consignmentOf(match)?.parcels.every(({ isReturned }) => !isReturned) ?? false
}

/**
 * Explains why a charge cannot be checked: a condition of its agreement is unknown, it is a duty or return without an
 * agreement, or a percentage of these. Undefined if it can.
 */
export function whyUnchecked(
  { agreed, leg, others }: Pick<Unit, 'agreed' | 'leg' | 'others'>,
  charge: BilledCharge,
): Unchecked | undefined {
  const amount = agreed?.find(charge)?.amount
  if (!amount) return agreed?.unknownOf(charge) ?? withoutPrice(leg, charge)
  if (amount.kind !== 'percent') return undefined
  for (const other of others) {
    const why = amount.of.includes(other.category) && !agreed?.find(other) && withoutPrice(leg, other)
    if (why) return why
  }
  return undefined
}

function withoutPrice(leg: Unit['leg'], { category }: BilledCharge): Unchecked | undefined {
  if (category === 'customs') return 'duties'
  return leg === 'return' && category === 'base' ? 'no return price' : undefined
}

/** Accepts a charge as billed if it cannot be checked. Returns whether it did. */
export function acceptUnchecked(unit: Unit, billed: BilledCharge): boolean {
  const unknown = whyUnchecked(unit, billed)
  if (!unknown) return false
  unit.unchecked ??= unknown
  const { code, text, category, net } = billed
  const charge = { code, text, category, billed: net, expected: net, agreedCharge: null }
  unit.judged.push({ ...charge, isRounded: false, isUnchecked: true })
  unit.reasons.push({ kind: 'not checked', code, text, category, billed: net, unknown })
  return true
}

/** Marks a row with an unchecked charge: if everything else is correct, a person must decide. */
export function withUnchecked(row: JudgedRow, unknown: Unchecked): JudgedRow {
  if (row.verdict !== 'Matched' && row.verdict !== 'Within tolerance') return row
  const unchecked = row.charges.find(({ isUnchecked }) => isUnchecked)
  const why = unknown === 'duties' || unknown === 'no return price' ? unknown : 'unknown condition'
  const reason = { kind: 'not judged', why, detail: unchecked?.text || (unchecked?.code ?? '') } as const
  return {
    ...row,
    verdict: 'Not judged',
    notJudged: why,
    expected: null,
    variance: null,
    causes: {},
    reasons: [...row.reasons, reason],
  }
}

/** Judges a charge that is not expected at all. */
export function refuseCharge(
  unit: Unit,
  { code, text, category, net }: BilledCharge,
  kind: 'not agreed' | 'not returned',
) {
  unit.judged.push({ code, text, category, billed: net, expected: 0, agreedCharge: null, isRounded: false })
  addCause(unit, 'charges', net)
  if (kind === 'not returned') unit.reasons.push({ kind, text: text || code, billed: net })
  else {
    const isElsewhere = unit.agreed?.hasCode({ code, text, category }) === true
    unit.reasons.push({ kind, code, text, category, billed: net, ...(isElsewhere && { isElsewhere }) })
  }
}

const STEP_CAUSES: readonly [from: number, to: number, cause: Cause][] = [
  [STEP.expected, STEP.service, 'service'],
  [STEP.service, STEP.number, 'number of parcels'],
  [STEP.number, STEP.weight, 'weight or size'],
]

function judgeBase(unit: Unit) {
  const { steps, baseLines } = unit
  const [expected, , , byWeight, billed] = steps
  if (baseLines > 0 || unit.members.length > 0)
    unit.judged.push({
      code: '',
      text: 'Base price',
      category: 'base',
      billed,
      expected,
      agreedCharge: null,
      isRounded: isRounding(billed - expected, baseLines, unit.penny),
    })
  if (billed === expected && byWeight === expected) return
  for (const [from, to, cause] of STEP_CAUSES) addCause(unit, cause, (steps[to] ?? 0) - (steps[from] ?? 0))
  const left = billed - byWeight
  addCause(unit, causeOfRest(unit), left)
  if (left !== 0) addRestReason(unit, left)
}

/** The cause of what is left of the base after all steps: rounding, or the price. */
export const causeOfRest = ({ steps, baseLines, penny }: Pick<Unit, 'steps' | 'baseLines' | 'penny'>): Cause =>
  isRounding(steps[STEP.billed] - steps[STEP.weight], baseLines, penny) ? 'rounding' : 'price'

function addRestReason(unit: Unit, left: Cost) {
  const { steps, baseLines } = unit
  if (causeOfRest(unit) === 'rounding') unit.reasons.push({ kind: 'rounding', amount: left, lines: baseLines })
  else unit.reasons.push({ kind: 'price differs', billed: steps[STEP.billed], expected: steps[STEP.weight] })
}

function judgeAgreed(
  unit: Unit,
  agreed: AgreedCharge,
  as: BilledAs | undefined,
  steps: Steps,
  isBilled: boolean,
  byCategory: ReadonlyMap<Unit, ByCategory>,
) {
  const [expected, , , byWeight, byBase] = steps
  const net = as?.net ?? 0
  const ofUnit = byCategory.get(unit)
  if (ofUnit) ofUnit[agreed.category] = (ofUnit[agreed.category] ?? 0) + expected
  const left = net - byBase
  // A share below a penny that the carrier omits in one row, and bills in others, is its rounding.
  const lines = as?.lines ?? (isBilled && Math.abs(expected) <= unit.penny ? 1 : 0)
  const isRounded = agreed.amount.kind === 'percent' && isRounding(left, lines, unit.penny)
  unit.judged.push({
    code: as?.code ?? agreed.code,
    text: as?.text || agreed.text,
    category: agreed.category,
    billed: net,
    expected,
    agreedCharge: agreed.id,
    isRounded: isRounded && isRounding(net - expected, lines, unit.penny),
  })
  for (const [from, to, cause] of STEP_CAUSES) addCause(unit, cause, (steps[to] ?? 0) - (steps[from] ?? 0))
  // Its base may be billed in another row: a difference beyond rounding belongs to that base's price.
  const ofBase = byBase - byWeight
  const isBaseRounded = causeOfRest(unit) === 'rounding' && isRounding(ofBase, Math.max(1, unit.baseLines), unit.penny)
  addCause(unit, isBaseRounded ? 'rounding' : 'price', ofBase)
  addCause(unit, isRounded ? 'rounding' : 'charges', left)
  if (isRounded && left !== 0) unit.reasons.push({ kind: 'rounding', amount: left, lines })
  unit.reasons.push({
    kind: 'agreed charge',
    agreedCharge: agreed.id,
    text: agreed.text,
    amount: agreed.amount,
    by: agreed.by,
    from: agreed.from,
    zone: unit.agreed?.zoneOf(agreed),
    billed: net,
    expected,
  })
}
