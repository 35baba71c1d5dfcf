import type { Day } from '../../calendar/day.ts'
import { minorUnitOf } from '../../money/minor-units.ts'
import type { Cost } from '../../routing/prices/costing.ts'
import type { BilledCharge, Cause, Verdict } from '../invoice.ts'
import { type Exchange, isRounding, percentOf, shareOut } from '../../routing/terms/amounts.ts'
import { amountOf, basis, type ByCategory, moneyOf } from '../../routing/terms/charge-money.ts'
import type { CompiledRules } from './compiled-rules.ts'
import type { JudgedCharge, JudgedDetail, JudgedRow } from './judged.ts'
import type { Reason } from './reasons.ts'
import type { AgreedCharge } from '../../routing/terms/agreed-charge.ts'
import { beyondTolerance } from './tolerance.ts'

/** Sums of an invoice's details; details that were not judged count as billed. */
export class InvoiceSums {
  readonly billed: ByCategory = {}
  readonly expected: ByCategory = {}
  readonly causes: Partial<Record<Cause, Cost>> = {}
  /** The differences of details within tolerance: compared with the total that is allowed. */
  withinTolerance: Cost = 0

  add({ charges, expected, causes, verdict, variance }: JudgedDetail) {
    for (const charge of charges) {
      const { category } = charge
      this.billed[category] = (this.billed[category] ?? 0) + charge.billed
      this.expected[category] = (this.expected[category] ?? 0) + (expected === null ? charge.billed : charge.expected)
    }
    for (const [cause, amount] of Object.entries(causes) as [Cause, Cost][])
      this.causes[cause] = (this.causes[cause] ?? 0) + amount
    if (verdict === 'Within tolerance') this.withinTolerance += variance ?? 0
  }
}

/** The facts about a whole invoice. */
export type InvoiceFacts = Exchange & {
  readonly carrier: string
  readonly day: Day
  readonly sums: InvoiceSums
  /** The number of weeks that it bills; the number of collections, null if unknown: then as many as are billed. */
  readonly weeks: number
  /** The number of these weeks for which an earlier invoice of the account billed a charge, by the agreement's id. */
  readonly billedWeeks?: ReadonlyMap<string, number>
  readonly collections: number | null
  /** What other invoices billed for the same weeks: it counts towards a weekly minimum. */
  readonly billedElsewhere: Cost
}

/** The judged charges of a whole invoice. Causes add up exactly to the variance. */
export type JudgedInvoiceCharges = {
  readonly billed: Cost
  readonly expected: Cost
  readonly variance: Cost
  readonly causes: Readonly<Partial<Record<Cause, Cost>>>
  readonly charges: readonly JudgedCharge[]
  readonly reasons: readonly Reason[]
}

type Entry = { net: Cost; lines: number; readonly code: string; readonly text: string }

/** Judges what an invoice bills beside its details: collections, fees, percentages, a minimum. Tax is left out. */
export function judgeInvoiceCharges(
  billed: readonly BilledCharge[],
  facts: InvoiceFacts,
  rules: CompiledRules,
): JudgedInvoiceCharges {
  const agreed = rules.terms.agreedOfInvoice(facts.carrier, facts.day)
  const result = { causes: new Map<Cause, Cost>(), charges: [] as JudgedCharge[], reasons: [] as Reason[] }
  const entries = new Map<AgreedCharge, Entry>()
  for (const charge of billed) {
    if (charge.category === 'tax') continue
    const by = agreed.find(charge)
    const { code, text, category, net } = charge
    if (by) {
      const entry = entries.get(by)
      if (entry) [entry.net, entry.lines] = [entry.net + net, entry.lines + 1]
      else entries.set(by, { net, lines: 1, code, text })
      continue
    }
    result.charges.push({ code, text, category, billed: net, expected: 0, agreedCharge: null, isRounded: false })
    addTo(result.causes, 'charges', net)
    result.reasons.push({ kind: 'not agreed', code, text, category, billed: net })
  }
  // The minimum includes everything else on the invoice.
  const [minimums, others] = [true, false].map((is) =>
    agreed.inOrder.filter(({ amount }) => (amount.kind === 'minimum') === is),
  )
  const expected: ByCategory = { ...facts.sums.expected }
  for (const one of [...(others ?? []), ...(minimums ?? [])]) {
    const entry = entries.get(one)
    if (!entry && one.when !== 'always') continue
    judgeOne(one, entry, expected, facts, result)
  }
  const sum = (of: (charge: JudgedCharge) => Cost) => result.charges.reduce((total, charge) => total + of(charge), 0)
  const [net, due] = [sum((charge) => charge.billed), sum((charge) => charge.expected)]
  const causes = Object.fromEntries([...result.causes].filter(([, amount]) => amount !== 0))
  return { billed: net, expected: due, variance: net - due, causes, charges: result.charges, reasons: result.reasons }
}

/** Turns the charges of a whole invoice into a row, which has no parcel. */
export function rowOfInvoice(judged: JudgedInvoiceCharges, carrier: string, rules: CompiledRules): JudgedRow {
  const { variance } = judged
  const reasons = [...judged.reasons]
  let verdict: Verdict = variance === 0 ? 'Matched' : variance > 0 ? 'Overcharged' : 'Undercharged'
  const tolerance = variance === 0 ? undefined : rules.toleranceOf(carrier, null)
  if (tolerance) {
    const beyond = beyondTolerance(tolerance, judged)
    const { client, row, charge } = tolerance
    reasons.push({ kind: 'tolerance', client, row, charge, beyond })
    if (beyond === '') verdict = 'Within tolerance'
  }
  return { ...judged, verdict, notJudged: null, ourChange: 0, reasons }
}

function judgeOne(
  agreed: AgreedCharge,
  entry: Entry | undefined,
  expected: ByCategory,
  facts: InvoiceFacts,
  result: { causes: Map<Cause, Cost>; charges: JudgedCharge[]; reasons: Reason[] },
) {
  const due = dueOf(agreed, entry, expected, facts)
  expected[agreed.category] = (expected[agreed.category] ?? 0) + due
  const [net, lines] = [entry?.net ?? 0, entry?.lines ?? 0]
  const moved = movedWithBase(agreed, facts)
  for (const [cause, amount] of moved.causes) addTo(result.causes, cause, amount)
  const left = net - due - moved.amount
  const isRounded = agreed.amount.kind === 'percent' && isRounding(left, lines, minorUnitOf(facts.currency))
  addTo(result.causes, isRounded ? 'rounding' : 'charges', left)
  result.charges.push({
    code: entry?.code ?? agreed.code,
    text: entry?.text || agreed.text,
    category: agreed.category,
    billed: net,
    expected: due,
    agreedCharge: agreed.id,
    isRounded: isRounded && moved.amount === 0,
  })
  const { id, text, amount, by, from } = agreed
  result.reasons.push({ kind: 'agreed charge', agreedCharge: id, text, amount, by, from, billed: net, expected: due })
}

function dueOf(agreed: AgreedCharge, entry: Entry | undefined, expected: ByCategory, facts: InvoiceFacts): Cost {
  const { amount } = agreed
  if (amount.kind === 'percent') return amountOf(agreed, basis(amount.of, expected.base ?? 0, expected), facts)
  if (amount.kind === 'minimum') {
    const money = moneyOf(agreed, amount.money, facts)
    const total = Object.values(expected).reduce((sum, one) => sum + one, 0)
    if (amount.per === 'week') return Math.max(0, money * facts.weeks - total - facts.billedElsewhere)
    return Math.max(0, money - total)
  }
  const lines = entry?.lines ?? 0
  const weeks = facts.weeks - (facts.billedWeeks?.get(agreed.id) ?? 0)
  const counts = { invoice: 1, week: weeks, collection: facts.collections ?? lines, detail: lines, parcel: lines }
  return amountOf(agreed, 0, facts) * counts[amount.per]
}

/** A percentage that changed with the base has the same causes as the base of the details. */
function movedWithBase(
  { amount }: AgreedCharge,
  { sums, currency }: InvoiceFacts,
): { amount: Cost; causes: [Cause, Cost][] } {
  if (amount.kind !== 'percent' || !amount.of.includes('base')) return { amount: 0, causes: [] }
  const at = (of: ByCategory) => percentOf(of.base ?? 0, amount.percent, minorUnitOf(currency))
  const moved = at(sums.billed) - at(sums.expected)
  const causes = (Object.entries(sums.causes) as [Cause, Cost][]).filter(
    ([cause, of]) => cause !== 'charges' && Math.sign(of) === Math.sign(moved),
  )
  if (moved === 0 || causes.length === 0) return { amount: 0, causes: [] }
  const shares = shareOut(
    moved,
    causes.map(([, of]) => of),
    minorUnitOf(currency),
  )
  return { amount: moved, causes: causes.map(([cause], index) => [cause, shares[index] ?? 0]) }
}

function addTo(causes: Map<Cause, Cost>, cause: Cause, amount: Cost) {
  causes.set(cause, (causes.get(cause) ?? 0) + amount)
}
