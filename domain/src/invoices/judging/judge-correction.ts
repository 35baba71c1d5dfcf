import type { Cost } from '../../routing/prices/costing.ts'
import type { ChargeCategory } from '../../routing/terms/charge-category.ts'
import { type Account, accountOf, stillDue, sumsOf } from '../parcel-accounts/account.ts'
import { categoryOf } from '../parcel-accounts/consignment-charges.ts'
import { isRounding, percentOf } from '../../routing/terms/amounts.ts'
import { fillSteps, type Judging } from './base-steps.ts'
import { isUnreturned, acceptUnchecked, refuseCharge } from './judge-charges.ts'
import type { AgreedCharge } from '../../routing/terms/agreed-charge.ts'
import { addCause, STEP, sumOf, type Unit } from './unit.ts'

/**
 * Of the rows that are calculated together, those that are compared with an account: of parcels billed before,
 * credits, and charges without a price that come before or after it.
 */
export function findCorrections(units: readonly Unit[]): ReadonlySet<Unit> {
  const givesBack = sumOf(units.map(({ billed }) => ({ net: billed }))) < 0
  const isBaseBilled = units.some(({ baseLines }) => baseLines > 0)
  return new Set(
    units.filter(
      ({ earlier, leg, billed, others }) =>
        leg === 'adjustment' ||
        earlier.length > 0 ||
        (givesBack && billed < 0) ||
        (leg === 'outbound' && !isBaseBilled && others.length > 0),
    ),
  )
}

/**
 * Judges a row of parcels that were billed before, a credit, or a row that does not bill the price. By category,
 * everything billed so far is compared with the amount due: a bill is expected up to what is still due, a credit up
 * to what was billed too much.
 */
export function judgeCorrection(unit: Unit, judging: Judging) {
  const { agreed } = unit
  if (!agreed) return
  const others = unit.others.filter((charge) => {
    if (charge.category === 'credit') return false
    const isRefused = isUnreturned(unit, charge, agreed.find(charge))
    if (isRefused) refuseCharge(unit, charge, 'not returned')
    if (isRefused || acceptUnchecked(unit, charge)) return false
    const isNew = charge.net > 0 && unit.leg === 'outbound' && unit.earlier.length === 0 && !agreed.find(charge)
    if (isNew) refuseCharge(unit, charge, 'not agreed')
    return !isNew
  })
  const account = accountOf(unit, agreed, judging.money)
  const before = account.billed
  const now = sumsOf(others, agreed)
  const baseNow = unit.baseBilled
  const isBaseBilled = unit.baseLines > 0
  const baseExpected = correctableAmount(stillDue(account, 'base'), baseNow)
  const baseBefore = before.get('base') ?? 0
  if (isBaseBilled) {
    record(unit, 'base', 'Base price', baseNow, baseExpected, null)
    addCorrectionReason(unit, 'base', account, baseNow, baseExpected)
    judgeBaseCorrection(unit, baseBefore, baseExpected, judging)
  }
  for (const [category, net] of now) {
    const left = stillDue(account, category) - (category === 'base' && isBaseBilled ? baseExpected : 0)
    const expected = correctableAmount(left, net)
    const by = others.map((charge) => agreed.find(charge)).find((one) => one?.category === category)
    const charge = others.find((one) => categoryOf(one, agreed) === category)
    record(unit, category, charge?.text || (charge?.code ?? ''), net, expected, by?.id ?? null)
    addCorrectionReason(unit, category, account, net, expected)
    const moved = isBaseBilled && by ? moveWithBase(unit, by, net - expected, baseBefore + baseExpected) : 0
    const rest = net - expected - moved
    const lines = others.filter((one) => categoryOf(one, agreed) === category).length
    addCause(unit, by?.amount.kind === 'percent' && isRounding(rest, lines, unit.penny) ? 'rounding' : 'charges', rest)
  }
  if (isBaseBilled && baseExpected > 0 && unit.leg === 'outbound') addForgotten(unit, account, now)
  if (unit.others.some(({ category }) => category === 'credit')) judgeCredits(unit, account)
}

/** The first row that bills the base is expected to bill everything that is always due. */
function addForgotten(unit: Unit, account: Account, now: ReadonlyMap<ChargeCategory, Cost>) {
  for (const one of unit.agreed?.inOrder ?? []) {
    const { category } = one
    const left = stillDue(account, category)
    if (one.when !== 'always' || category === 'base' || now.has(category) || account.billed.has(category)) continue
    if (left <= 0 || unit.judged.some((judged) => judged.category === category)) continue
    record(unit, category, one.text, 0, left, one.id)
    addCorrectionReason(unit, category, account, 0, left)
    addCause(unit, 'charges', -left)
  }
}

/** For a bill, the amount still due; for a credit, up to the amount that was billed too much. */
export function correctableAmount(gap: Cost, net: Cost): Cost {
  if (net >= 0) return net === 0 ? 0 : Math.max(0, gap)
  return Math.min(0, Math.max(gap, net))
}

/** Explains the difference of the base step by step, as long as something is left. */
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
  addCause(unit, isRounding(left, unit.baseLines, unit.penny) ? 'rounding' : 'price', left)
  if (left !== 0)
    unit.reasons.push({ kind: 'price differs', billed: unit.baseBilled, expected: unit.baseBilled - left })
  const byService = start + ofService
  unit.steps = [start, byService, byService + ofNumber, byService + ofNumber + ofWeight, billed]
}

/** A percentage that changed with the base has the same cause as the base. Returns that part. */
function moveWithBase(unit: Unit, agreed: AgreedCharge, variance: Cost, start: Cost): Cost {
  const { amount } = agreed
  if (amount.kind !== 'percent' || !amount.of.includes('base')) return 0
  const { percent } = amount
  const at = (base: Cost) => percentOf(base, percent, unit.penny)
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
  addCause(unit, isRounding(billed - weight, unit.baseLines, unit.penny) ? 'rounding' : 'price', move(weight, billed))
  return variance - left
}

/** Credits without a category reduce everything that was billed too much. */
function judgeCredits(unit: Unit, account: Account) {
  const credits = unit.others.filter(({ category }) => category === 'credit')
  const net = sumOf(credits)
  const tooMuch = [...account.billed.keys()].reduce((sum, one) => sum + Math.max(0, -stillDue(account, one)), 0)
  const expected = net < 0 ? -Math.min(-net, tooMuch) : 0
  const [first] = credits
  record(unit, 'credit', first?.text || (first?.code ?? ''), net, expected, null)
  unit.reasons.push({ kind: 'correction', category: 'credit', earlier: tooMuch, due: 0, billed: net, expected })
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

function addCorrectionReason(unit: Unit, category: ChargeCategory, account: Account, billed: Cost, expected: Cost) {
  const [earlier, due] = [account.billed.get(category) ?? 0, account.due.get(category) ?? 0]
  unit.reasons.push({ kind: 'correction', category, earlier, due, billed, expected })
}
