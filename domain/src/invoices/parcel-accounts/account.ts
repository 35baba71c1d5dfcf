import { minorUnitOf } from '../../money/minor-units.ts'
import type { Cost } from '../../routing/prices/costing.ts'
import type { BilledCharge, ChargeCategory } from '../invoice.ts'
import { type Exchange, isRounding, percentOf } from '../judging/amounts.ts'
import { basis, type ByCategory, countOf, moneyOf as moneyOfAgreed, withinBounds } from '../judging/charge-amounts.ts'
import type { AgreedSet, CompiledRules } from '../judging/compiled-rules.ts'
import type { DetailFacts, EarlierCharge } from '../judging/facts.ts'
import type { AgreedCharge } from '../judging/rules.ts'
import { sumOf, type Unit } from '../judging/unit.ts'
import {
  billedForOthers,
  categoryOf,
  isOfConsignment,
  type Money,
  NO_OTHERS,
  type OfOthers,
  priceOf,
} from './consignment-charges.ts'

type Charge = Pick<BilledCharge, 'code' | 'text' | 'category' | 'net'>
type Sums = Map<ChargeCategory, Cost>

/** The amounts of a row's parcels by category: due in total, and billed by earlier rows, net of credits. */
export type Account = { readonly due: Sums; readonly billed: Sums }

/** The amount still due in a category; negative if more was billed than is due. */
export const stillDue = ({ due, billed }: Account, category: ChargeCategory): Cost =>
  (due.get(category) ?? 0) - (billed.get(category) ?? 0)

/** How a client's amounts are converted into the invoice's currency. */
export const moneyOf = (facts: DetailFacts, client: string | undefined, rules: CompiledRules): Money => ({
  currency: facts.currency,
  rateOf: facts.rateOf,
  rate: rateOfClient(rules.books.currencyOf(client ?? ''), facts),
})

const rateOfClient = (own: string | undefined, { currency, rateOf }: Exchange) =>
  own === undefined || own === currency ? null : rateOf(own)

/**
 * The account of the parcels that a row covers, before the row, in the currency of its invoice. Amounts that several
 * rows billed together are already distributed (`sharesOf`). `rate` is null if the client has the same currency.
 */
export function accountOf(unit: Unit, agreed: AgreedSet, money: Money): Account {
  const billed = new Set<AgreedCharge | undefined>(
    [...unit.others, ...unit.earlier].map((charge) => agreed.find(charge)),
  )
  const isDue = (one: AgreedCharge) => billed.has(one) || (one.when === 'always' && unit.leg !== 'return')
  const owed = {
    countOf: (one: AgreedCharge) => countOf(one, unit.covered),
    base: baseDue(unit, agreed, money),
    isDue,
    ofOthers: (one: AgreedCharge) => billedForOthers(one, [unit], money),
  }
  const due = dueOf(owed, agreed, money)
  return { due, billed: billedOf(unit.earlier, agreed, due) }
}

/** Sums charges by category, without tax. */
export function sumsOf(charges: readonly Charge[], agreed: AgreedSet | null): Sums {
  const sums: Sums = new Map()
  for (const charge of charges) if (charge.category !== 'tax') add(sums, categoryOf(charge, agreed), charge.net)
  return sums
}

const add = (sums: Sums, category: ChargeCategory, amount: Cost) =>
  sums.set(category, (sums.get(category) ?? 0) + amount)

/**
 * Sums earlier charges. A credit first reduces what was billed too much in its own category, then what was billed too
 * much in the others, then its own category regardless; a credit without a category reduces the rest from the base
 * on.
 */
export function billedOf(charges: readonly EarlierCharge[], agreed: AgreedSet | null, due: Sums): Sums {
  const billed: Sums = new Map()
  const credits: Sums = new Map()
  for (const row of Map.groupBy(charges, ({ invoiceNumber, line }) => `${line} ${invoiceNumber}`).values())
    for (const [category, net] of sumsOf(row, agreed)) {
      if (net < 0) add(credits, category, -net)
      else add(billed, category, net)
    }
  const take = (from: ChargeCategory, most: Cost, amount: Cost): Cost => {
    const part = Math.max(0, Math.min(amount, most))
    if (part !== 0) add(billed, from, -part)
    return amount - part
  }
  const tooMuch = (category: ChargeCategory) => (billed.get(category) ?? 0) - Math.max(0, due.get(category) ?? 0)
  // All credits are first applied to their own category, so that none takes an amount that another returns by name.
  const beyond = [...credits].map(
    ([category, amount]) =>
      [category, category === 'credit' ? amount : take(category, tooMuch(category), amount)] as const,
  )
  for (const [category, amount] of beyond) {
    let left = amount
    for (const other of billed.keys()) left = take(other, tooMuch(other), left)
    if (category === 'credit') for (const other of billed.keys()) left = take(other, billed.get(other) ?? 0, left)
    if (left !== 0) add(billed, category === 'credit' ? 'base' : category, -left)
  }
  return billed
}

/** The charges of parcels that count towards the amount due: those always due, and those that were billed. */
type DueParcels = {
  /** The number of parcels for which a charge is due; 1 each by default. */
  readonly countOf?: (agreed: AgreedCharge) => number
  /** The price of the parcels. */
  readonly base: Cost
  readonly isDue: (agreed: AgreedCharge) => boolean
  /** The part that other parcels of the consignment bear of a charge that it owes once. */
  readonly ofOthers?: (agreed: AgreedCharge) => OfOthers
}

/** The amount of an agreed charge. */
export type AgreedDue = { readonly agreed: AgreedCharge; readonly amount: Cost }

/** The total amounts due for parcels by category: their price, and each agreed charge that is due. */
const dueOf = (owed: DueParcels, agreed: AgreedSet, exchange: Exchange): Sums =>
  duesByCategory(owed.base, agreedDues(owed, agreed, exchange))

/** Adds up a price and agreed charges by category. */
export function duesByCategory(base: Cost, dues: readonly AgreedDue[]): Sums {
  const due: Sums = new Map()
  for (const { agreed: one, amount } of dues) add(due, one.category, amount)
  add(due, 'base', base)
  return due
}

/** The amount of each agreed charge that is due, in the order in which they build on each other. */
export function agreedDues(
  { countOf: countOfParcels = () => 1, base, isDue, ofOthers }: DueParcels,
  agreed: AgreedSet,
  exchange: Exchange,
): AgreedDue[] {
  const expected: ByCategory = {}
  return agreed.inOrder.filter(isDue).map((one) => {
    const others = (isOfConsignment(one) && ofOthers?.(one)) || NO_OTHERS
    const amount = agreedDue(one, { parcels: countOfParcels(one), base, expected, others }, exchange)
    expected[one.category] = (expected[one.category] ?? 0) + amount
    return { agreed: one, amount }
  })
}

function agreedDue(
  agreed: AgreedCharge,
  { parcels, base, expected, others }: { parcels: number; base: Cost; expected: ByCategory; others: OfOthers },
  exchange: Exchange,
): Cost {
  const { amount } = agreed
  if (amount.kind === 'minimum') return 0
  if (amount.kind === 'money' && amount.per === 'parcel')
    return withinBounds(agreed, moneyOfAgreed(agreed, amount.money, exchange), exchange) * Math.max(1, parcels)
  const whole =
    amount.kind === 'percent'
      ? percentOf(basis(amount.of, base + others.base, expected), amount.percent, minorUnitOf(exchange.currency))
      : moneyOfAgreed(agreed, amount.money, exchange)
  const due = withinBounds(agreed, whole, exchange)
  return others.billed === 0 ? due : Math.max(0, due - others.billed)
}

/**
 * The price of the covered parcels. If a carrier distributed a consignment's price over its parcels in its own way,
 * and the total was right, each parcel's price is the carrier's share.
 */
function baseDue(unit: Unit, agreed: AgreedSet, money: Money): Cost {
  if (unit.leg === 'return') return 0
  const own = priceOf(unit.covered, money) ?? 0
  const lane = unit.covered[0]?.lane
  if (!lane || lane.consignment.parcels.length === unit.covered.length) return own
  const isBase = (one: EarlierCharge) => categoryOf(one, agreed) === 'base'
  const ofBase = unit.earlierOfConsignment.filter(isBase)
  for (const invoice of new Set(unit.earlier.filter(isBase).map(({ invoiceNumber }) => invoiceNumber))) {
    const rows = ofBase.filter(({ invoiceNumber }) => invoiceNumber === invoice)
    const numbers = new Set(rows.flatMap(({ parcels }) => parcels ?? []))
    const together = lane.consignment.parcels.flatMap(({ trackingNumber }, index) =>
      numbers.has(trackingNumber) ? [{ lane, index }] : [],
    )
    if (together.length <= unit.covered.length) continue
    const price = priceOf(together, money)
    const isEven = price !== null && isRounding(sumOf(rows) - price, rows.length, unit.penny)
    if (isEven) return sumOf(unit.earlier.filter((one) => one.invoiceNumber === invoice && isBase(one)))
  }
  return own
}
