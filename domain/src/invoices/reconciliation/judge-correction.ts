import type { Cost } from '../../routing/prices/costing.ts'
import type { BilledCharge, ChargeCategory } from '../invoice.ts'
import { isRounding, percentOf } from './amounts.ts'
import { fillSteps, type Judging } from './base-steps.ts'
import { basis, type ByCategory, moneyOf, withinBounds } from './charge-amounts.ts'
import type { AgreedSet } from './compiled-rules.ts'
import { isUnreturned, leaveUnchecked, refuseCharge } from './judge-charges.ts'
import type { AgreedCharge } from './rules.ts'
import { addCause, STEP, sumOf, type Unit } from './unit.ts'

type Charge = Pick<BilledCharge, 'code' | 'text' | 'category' | 'net'>
type Sums = Map<ChargeCategory, Cost>

/**
 * Judges a row of a parcel that was billed before. By category, all that was ever billed of it is held against what it should
 * cost: what is billed now is expected as far as it puts right what the earlier rows left wrong.
 */
export function judgeCorrection(unit: Unit, currency: string, judging: Judging) {
  const { agreed } = unit
  if (!agreed) return
  const before = sumsOf(unit.earlier, agreed)
  const others = unit.others.filter((charge) => {
    if (charge.category === 'credit') return false
    const isRefused = isUnreturned(unit, charge, agreed.find(charge))
    if (isRefused) refuseCharge(unit, charge, 'not returned')
    return !isRefused && !leaveUnchecked(unit, charge)
  })
  const now = sumsOf(others, agreed)
  const due = dueOf(unit, agreed, now, before, { currency, rate: judging.rate })
  const base = (unit.earlier.length > 0 ? unit.earlierExpected?.base : undefined) ?? unit.steps[STEP.expected]
  const baseBefore = before.get('base') ?? 0
  const baseNow = unit.baseBilled
  const isBaseBilled = unit.baseLines > 0
  const baseExpected = puttingRight(base - baseBefore, baseNow)
  if (isBaseBilled) {
    record(unit, 'base', 'Base price', baseNow, baseExpected, null)
    addCorrectionReason(unit, 'base', baseBefore, base, baseNow, baseExpected)
    judgeBaseCorrection(unit, baseBefore, baseExpected, judging)
  }
  for (const [category, net] of now) {
    const owed = due.get(category) ?? 0
    const earlier = before.get(category) ?? 0
    const expected = puttingRight(owed - earlier, net)
    const by = others.map((charge) => agreed.find(charge)).find((one) => one?.category === category)
    const charge = others.find((one) => categoryOf(one, agreed) === category)
    record(unit, category, charge?.text || (charge?.code ?? ''), net, expected, by?.id ?? null)
    addCorrectionReason(unit, category, earlier, owed, net, expected)
    const moved = isBaseBilled && by ? moveWithBase(unit, by, net - expected, baseBefore + baseExpected) : 0
    const left = net - expected - moved
    const lines = others.filter((one) => categoryOf(one, agreed) === category).length
    addCause(unit, by?.amount.kind === 'percent' && isRounding(left, lines) ? 'rounding' : 'charges', left)
  }
  if (unit.others.some(({ category }) => category === 'credit')) judgeCredits(unit, before, due.set('base', base))
}

/** A credit stays one, whatever is agreed of its code: it takes from what was billed too much. */
function categoryOf(charge: Charge, agreed: AgreedSet): ChargeCategory {
  if (charge.category === 'credit') return 'credit'
  return agreed.find(charge)?.category ?? (charge.category === 'discount' ? 'base' : charge.category)
}

function sumsOf(charges: readonly Charge[], agreed: AgreedSet): Sums {
  const sums: Sums = new Map()
  for (const charge of charges) {
    if (charge.category === 'tax') continue
    const category = categoryOf(charge, agreed)
    sums.set(category, (sums.get(category) ?? 0) + charge.net)
  }
  return sums
}

/** As much of what is billed as closes the gap between what is due and what was billed. */
export function puttingRight(gap: Cost, net: Cost): Cost {
  if (gap > 0 && net > 0) return Math.min(gap, net)
  if (gap < 0 && net < 0) return Math.max(gap, net)
  return 0
}

/** What the charges of the parcel should come to in all, by category. */
function dueOf(
  unit: Unit,
  agreed: AgreedSet,
  now: Sums,
  earlier: Sums,
  money: { readonly currency: string; readonly rate: number | null },
): Sums {
  const billed = new Set<AgreedCharge | undefined>(
    [...unit.others, ...unit.earlier].map((charge) => agreed.find(charge)),
  )
  const expected: ByCategory = {}
  for (const one of agreed.inOrder) {
    const isDue = billed.has(one) || (one.when === 'always' && unit.leg !== 'return')
    if (!isDue || !(now.has(one.category) || earlier.has(one.category))) continue
    const amount = dueAmount(one, unit, expected, money)
    expected[one.category] = (expected[one.category] ?? 0) + amount
  }
  const before = unit.earlier.length > 0 ? unit.earlierExpected : undefined
  return new Map(Object.entries({ ...expected, ...before }) as [ChargeCategory, Cost][])
}

function dueAmount(
  agreed: AgreedCharge,
  unit: Unit,
  expected: ByCategory,
  money: { readonly currency: string; readonly rate: number | null },
): Cost {
  const { amount } = agreed
  if (amount.kind === 'minimum') return 0
  if (amount.kind === 'percent')
    return withinBounds(agreed, percentOf(basis(amount.of, unit.steps[STEP.expected], expected), amount.percent), money)
  const count = amount.per === 'parcel' ? Math.max(1, unit.members.length) : 1
  return withinBounds(agreed, moneyOf(agreed, amount.money, money), money) * count
}

/** What the base still differs by, step by step as far as there is something left to explain. */
function judgeBaseCorrection(unit: Unit, before: Cost, expected: Cost, judging: Judging) {
  const own = unit.steps[STEP.expected]
  const variance = unit.baseBilled - expected
  if (variance === 0) {
    unit.steps = [before + expected, before + expected, before + expected, before + expected, before + expected]
    return
  }
  unit.steps = [own, own, own, own, before + unit.baseBilled]
  fillSteps(unit, judging)
  const [, service, number, weight, billed] = unit.steps
  const start = before + expected
  let left = variance
  const explain = (by: Cost) => {
    const part = left > 0 ? Math.min(Math.max(by, 0), left) : Math.max(Math.min(by, 0), left)
    left -= part
    return part
  }
  const [ofService, ofNumber, ofWeight] = [explain(service - own), explain(number - service), explain(weight - number)]
  addCause(unit, 'service', ofService)
  addCause(unit, 'number of parcels', ofNumber)
  addCause(unit, 'weight or size', ofWeight)
  addCause(unit, isRounding(left, unit.baseLines) ? 'rounding' : 'price', left)
  if (left !== 0)
    unit.reasons.push({ kind: 'price differs', billed: unit.baseBilled, expected: unit.baseBilled - left })
  const byService = start + ofService
  unit.steps = [start, byService, byService + ofNumber, byService + ofNumber + ofWeight, billed]
}

/** What a percentage moved with the base belongs to what moved the base. Gives how much that is. */
function moveWithBase(unit: Unit, agreed: AgreedCharge, variance: Cost, start: Cost): Cost {
  const { amount } = agreed
  if (amount.kind !== 'percent' || !amount.of.includes('base')) return 0
  const { percent } = amount
  const at = (base: Cost) => percentOf(base, percent)
  const [, service, number, weight, billed] = unit.steps
  let left = variance
  const move = (from: Cost, to: Cost) => {
    const by = at(to) - at(from)
    const part = left > 0 ? Math.min(Math.max(by, 0), left) : Math.max(Math.min(by, 0), left)
    left -= part
    return part
  }
  addCause(unit, 'service', move(start, service))
  addCause(unit, 'number of parcels', move(service, number))
  addCause(unit, 'weight or size', move(number, weight))
  addCause(unit, isRounding(billed - weight, unit.baseLines) ? 'rounding' : 'price', move(weight, billed))
  return variance - left
}

/** Credits that name no category take from all that was billed too much. */
function judgeCredits(unit: Unit, before: Sums, due: Sums) {
  const credits = unit.others.filter(({ category }) => category === 'credit')
  const net = sumOf(credits)
  let open = before.get('credit') ?? 0
  for (const [category, earlier] of before)
    if (category !== 'credit') open += Math.max(0, earlier - (due.get(category) ?? 0))
  const expected = net < 0 ? -Math.min(-net, Math.max(0, open)) : 0
  const [first] = credits
  record(unit, 'credit', first?.text || (first?.code ?? ''), net, expected, null)
  addCorrectionReason(unit, 'credit', open, 0, net, expected)
  addCause(unit, 'charges', net - expected)
}

function record(
  unit: Unit,
  category: ChargeCategory,
  text: string,
  billed: Cost,
  expected: Cost,
  agreedCharge: string | null,
) {
  unit.judged.push({ code: '', text, category, billed, expected, agreedCharge, isRounded: false })
}

function addCorrectionReason(
  unit: Unit,
  category: ChargeCategory,
  earlier: Cost,
  due: Cost,
  billed: Cost,
  expected: Cost,
) {
  unit.reasons.push({ kind: 'correction', category, earlier, due, billed, expected })
}
