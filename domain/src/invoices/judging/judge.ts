import type { Cost } from '../../routing/prices/costing.ts'
import type { BilledDetail, Cause, Verdict } from '../invoice.ts'
import { moneyOf } from '../parcel-accounts/account.ts'
import { billedAgain } from '../parcel-accounts/billed-again.ts'
import { convert, isRounding } from '../../routing/terms/amounts.ts'
import { agreedCurrencies } from './charge-amounts.ts'
import { acceptSpread, type Judging, explainOwnByWeight } from './base-steps.ts'
import { CompiledRules } from './compiled-rules.ts'
import type { DetailFacts } from './facts.ts'
import type { CauseAmounts, JudgedCharge, JudgedDetail, JudgedRow } from './judged.ts'
import { judgeCharges, withUnchecked } from './judge-charges.ts'
import { findCorrections, judgeCorrection } from './judge-correction.ts'
import { expectedCost, priceReasons } from './lane.ts'
import { addChangedCharges, ourChangeOf } from './our-change.ts'
import type { Problem } from './reasons.ts'
import type { JudgingRules } from './rules.ts'
import { beyondTolerance } from './tolerance.ts'
import { addCause, consignmentOf, type Unit, unitsOf } from './unit.ts'

/*
 * Judges billed details. Compile the rules once for a job, because they cache compiled prices and agreements; then
 * judge each detail with its facts. Details do not depend on each other.
 *
 *   const rules = compileRules({ prices, agreedCharges, divisors, tolerances, serviceNames })
 *   for (const detail of details) store(judge(detail, await factsOf(detail), rules))
 *
 * `facts.parcels` has one entry for each of `detail.parcels`; `facts.own.match` counts if the detail has no parcel
 * rows, or none of them was matched. Consignments are compared as objects: parcels of one consignment on one detail
 * must share the same object. `earlier` are the charges billed before for the same consignment, in the order of
 * invoices and lines: a row is expected to bill what its parcels' account (parcel-accounts/account.ts) still owes.
 *
 * Decided rows (`decided`) do not change. The detail's amounts are the sums of `parcels` and `own`. Its verdict is
 * theirs if they all have the same verdict without a price (Not found, Already billed, Not despatched); Not judged if
 * one of them is not; otherwise that of the sums. What the detail bills beside its rows may differ even if every row
 * is Matched: to accept only rows, check `own` as well.
 */

/** Prepares rules for {@link judge}. */
export const compileRules = (rules: JudgingRules): CompiledRules => new CompiledRules(rules)

/** Judges one billed detail and its parcel rows. Amounts are net, in ten-thousandths of the invoice's currency. */
export function judge(detail: BilledDetail, facts: DetailFacts, rules: CompiledRules): JudgedDetail {
  const { parcels, own } = unitsOf(detail, facts, rules)
  const units = [...parcels, own]
  for (const unit of units) settleUnpriced(unit, facts, rules)
  for (const unit of parcels) withholdSpread(unit, parcels)
  const first = parcels.find(({ verdict }) => verdict === null) ?? parcels[0]
  // Charges of the detail beside its rows follow the rows.
  if (first && own.members.length === 0 && own.verdict !== 'Already billed')
    [own.verdict, own.notJudged] = [first.verdict, first.notJudged]
  for (const group of byClient(units.filter(({ verdict }) => verdict === null))) judgeGroup(group, own, facts, rules)
  const ownRow = facts.own.decided ?? rowOf(own, facts, rules)
  const rows = parcels
    .map((unit) => rowOf(unit, facts, rules))
    .map((row) => (isBorne(row, own) ? withVerdict(row, ownRow) : row))
    .map((row, index) => facts.parcels[index]?.decided ?? row)
  return { ...sumUp(rows, ownRow, own, units, facts, rules), parcels: rows, own: ownRow }
}

/** Settles verdicts that need no expected cost, with the reason. */
function settleUnpriced(unit: Unit, facts: DetailFacts, rules: CompiledRules) {
  const { match } = unit
  const consignment = consignmentOf(match)
  const problem = consignment && expectBase(unit, facts, rules)
  const again =
    match.kind === 'none'
      ? undefined
      : billedAgain(
          unit,
          problem ? null : moneyOf(facts, consignment?.client, rules),
          rules.toleranceOf(facts.carrier, consignment?.client ?? null),
        )
  if (match.kind === 'none') {
    unit.verdict = 'Not found'
    unit.reasons.push({ kind: 'not found', why: match.why })
  } else if (again) {
    unit.verdict = 'Already billed'
    unit.reasons.push({ kind: 'already billed', invoiceNumber: again.invoiceNumber, line: again.line })
  } else if (!consignment || consignment.carrier !== facts.carrier) {
    unit.verdict = 'Not despatched'
    const orderNumber = match.kind === 'order' ? match.orderNumber : (consignment?.orderNumber ?? '')
    unit.reasons.push({ kind: 'not despatched', orderNumber })
  } else if (problem) {
    unit.verdict = 'Not judged'
    unit.notJudged = problem.why
    unit.reasons.push({ kind: 'not judged', why: problem.why, detail: problem.detail })
  }
}

/**
 * If the carrier may have distributed a consignment's cost over its parcels, and one of them has no expected cost,
 * the sum is unknown: a differing row of it cannot be judged either.
 */
function withholdSpread(unit: Unit, rows: readonly Unit[]) {
  const [expected, , , , billed] = unit.steps
  const lane = unit.members[0]?.lane
  const isRounded = isRounding(billed - expected, unit.baseLines, unit.penny)
  if (!lane || unit.verdict !== null || unit.earlier.length > 0 || isRounded) return
  const unjudged = rows.find(({ verdict, members }) => verdict === 'Not judged' && members[0]?.lane === lane)
  if (!unjudged?.notJudged) return
  unit.verdict = 'Not judged'
  unit.notJudged = unjudged.notJudged
  for (const reason of unjudged.reasons) if (reason.kind === 'not judged') unit.reasons.push(reason)
}

/** Calculates the expected base of a row, or returns why it has none. */
function expectBase(unit: Unit, facts: DetailFacts, rules: CompiledRules): Problem | null {
  const client = consignmentOf(unit.match)?.client ?? ''
  const currency = rules.books.currencyOf(client) ?? facts.currency
  const isUnknown = (one: string) => one !== facts.currency && facts.rateOf(one) === null
  const foreign = [currency, ...agreedCurrencies(unit)].find(isUnknown)
  if (foreign !== undefined) return { why: 'no rate', detail: `${foreign} ${facts.currency}` }
  const { rate } = moneyOf(facts, client, rules)
  if (unit.earlierProblem && unit.earlier.length > 0) return unit.earlierProblem
  if (unit.leg === 'return') return null
  let expected = 0
  for (const { lane, index } of unit.members) {
    const cost = expectedCost(lane, index)
    if (typeof cost === 'object') return cost
    expected += cost
    for (const reason of priceReasons(lane, index)) unit.reasons.push(reason)
  }
  expected = convert(expected, rate, unit.penny)
  unit.steps = [expected, expected, expected, expected, unit.baseBilled]
  return null
}

/** Judges rows of one client together; rows of parcels billed before, and credits, are compared with the account. */
function judgeGroup(units: readonly Unit[], own: Unit, facts: DetailFacts, rules: CompiledRules) {
  const client = consignmentOf(units[0]?.match ?? { kind: 'none', why: 'unknown' })?.client ?? ''
  const money = moneyOf(facts, client, rules)
  const judging: Judging = { carrier: facts.carrier, rate: money.rate, money, rules }
  const corrections = findCorrections(units)
  for (const unit of units) ourChangeOf(unit, judging)
  const unpriced = acceptSpread(
    units.filter((unit) => !corrections.has(unit)),
    judging,
  )
  const fresh = units.filter((unit) => !corrections.has(unit) && !unpriced.has(unit))
  if (fresh.includes(own)) explainOwnByWeight(own, fresh, judging)
  judgeCharges(fresh, fresh.includes(own) ? own : null, money)
  addChangedCharges(fresh, judging)
  for (const unit of [...corrections, ...unpriced]) judgeCorrection(unit, judging)
}

function byClient(units: readonly Unit[]): Unit[][] {
  if (units.length <= 1) return units.length === 0 ? [] : [[...units]]
  const groups = new Map<string, Unit[]>()
  for (const unit of units) {
    const client = consignmentOf(unit.match)?.client ?? ''
    const group = groups.get(client)
    if (group) group.push(unit)
    else groups.set(client, [unit])
  }
  return [...groups.values()]
}

const UNPRICED: readonly (Verdict | null)[] = ['Not found', 'Already billed', 'Not despatched']

function rowOf(unit: Unit, facts: DetailFacts, rules: CompiledRules): JudgedRow {
  const { billed, causes, reasons, judged: charges, ourChange, notJudged } = unit
  const row = { notJudged, billed, ourChange, reasons }
  if (unit.verdict === 'Not judged')
    return { ...row, verdict: 'Not judged', expected: null, variance: null, causes: {}, charges: billedOnly(unit) }
  if (UNPRICED.includes(unit.verdict)) {
    // An extra parcel has no expected cost.
    addCause(unit, 'number of parcels', billed)
    return {
      ...row,
      verdict: unit.verdict ?? 'Not found',
      expected: 0,
      variance: billed,
      causes,
      charges: billedOnly(unit),
    }
  }
  const expected = charges.reduce((sum, charge) => sum + charge.expected, 0)
  const variance = billed - expected
  const verdict = verdictOf({ variance, expected, charges }, unit, facts, rules)
  const whole: JudgedRow = { ...row, verdict, expected, variance, causes, charges }
  return unit.unchecked ? withUnchecked(whole, unit.unchecked) : whole
}

/** Whether a row bills nothing because the detail bills the price of all its parcels. */
const isBorne = ({ billed, charges }: JudgedRow, own: Unit) =>
  own.baseLines > 0 && own.members.length > 0 && billed === 0 && charges.length === 0

/** A row that bills nothing has the verdict of the detail that bears its price, so that they are accepted together. */
const withVerdict = (row: JudgedRow, { verdict, notJudged }: JudgedRow): JudgedRow => ({
  ...row,
  verdict,
  notJudged,
  reasons: [...row.reasons, { kind: 'billed whole' }],
})

const billedOnly = ({ charges }: Unit) =>
  charges.map(({ code, text, category, net }) => ({
    code,
    text,
    category,
    billed: net,
    expected: 0,
    agreedCharge: null,
    isRounded: false,
  }))

/** The verdict by amounts and tolerance. */
function verdictOf(
  row: Pick<JudgedRow, 'charges'> & { variance: Cost; expected: Cost },
  { match, reasons }: Unit,
  { carrier }: DetailFacts,
  rules: CompiledRules,
): Verdict {
  if (row.variance === 0) return 'Matched'
  const tolerance = rules.toleranceOf(carrier, consignmentOf(match)?.client ?? null)
  if (tolerance) {
    const beyond = beyondTolerance(tolerance, row)
    const { client, row: ofRow, charge } = tolerance
    reasons.push({ kind: 'tolerance', client, row: ofRow, charge, beyond })
    if (beyond === '') return 'Within tolerance'
  }
  return row.variance > 0 ? 'Overcharged' : 'Undercharged'
}

function sumUp(
  rows: readonly JudgedRow[],
  ownRow: JudgedRow,
  own: Unit,
  units: readonly Unit[],
  facts: DetailFacts,
  rules: CompiledRules,
): JudgedRow {
  if (rows.length === 0) return ownRow
  const isBilled = ({ billed, charges }: JudgedRow) => billed !== 0 || charges.length > 0
  const all = isBilled(ownRow) || own.members.length > 0 ? [...rows.filter((row) => !isBorne(row, own)), ownRow] : rows
  const billed = all.reduce((sum, row) => sum + row.billed, 0)
  const ourChange = all.reduce((sum, row) => sum + row.ourChange, 0)
  const charges = sumCharges(all)
  // Rows that bill nothing do not affect the verdict.
  const isTelling = ({ charges, ...row }: JudgedRow) =>
    row.billed !== 0 || (row.expected ?? 0) !== 0 || charges.some((charge) => charge.billed !== 0)
  const telling = all.some(isTelling) ? all.filter(isTelling) : all
  const [first] = telling
  const whole = { notJudged: null, billed, ourChange, charges }
  const isUnpriced = UNPRICED.includes(first?.verdict ?? null) && telling.every((row) => row.verdict === first?.verdict)
  const unjudged = all.find(({ verdict }) => verdict === 'Not judged')
  if (unjudged && !isUnpriced) {
    const { verdict, notJudged, reasons } = unjudged
    return { ...whole, verdict, notJudged, expected: null, variance: null, causes: {}, reasons }
  }
  const expected = all.reduce((sum, row) => sum + (row.expected ?? 0), 0)
  const variance = billed - expected
  const causes = sumCauses(all)
  const reasons: JudgedRow['reasons'][number][] = [
    { kind: 'sum', rows: all.length, causes: Object.keys(causes) as Cause[] },
  ]
  if (first && isUnpriced)
    return { ...whole, verdict: first.verdict, expected, variance, causes, reasons: first.reasons }
  const judgedUnit = units.find(({ verdict }) => verdict === null) ?? own
  const verdict = verdictOf({ variance, expected, charges }, { ...judgedUnit, reasons }, facts, rules)
  return { ...whole, verdict, expected, variance, causes, reasons }
}

/** The charges of all rows, added up by kind. */
function sumCharges(rows: readonly JudgedRow[]): readonly JudgedCharge[] {
  const [first] = rows
  if (first && rows.length === 1) return first.charges
  const sums = new Map<string, JudgedCharge>()
  for (const charge of rows.flatMap((row) => row.charges)) {
    const key = charge.agreedCharge ?? `${charge.category} ${charge.code} ${charge.text}`
    const sum = sums.get(key)
    sums.set(
      key,
      sum
        ? {
            ...sum,
            billed: sum.billed + charge.billed,
            expected: sum.expected + charge.expected,
            isRounded: sum.isRounded && charge.isRounded,
          }
        : charge,
    )
  }
  return [...sums.values()]
}

function sumCauses(rows: readonly JudgedRow[]): CauseAmounts {
  const sums: Partial<Record<Cause, Cost>> = {}
  for (const { causes } of rows)
    for (const [cause, amount] of Object.entries(causes) as [Cause, Cost][]) {
      const sum = (sums[cause] ?? 0) + amount
      if (sum === 0) delete sums[cause]
      else sums[cause] = sum
    }
  return sums
}
