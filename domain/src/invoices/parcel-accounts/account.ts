import type { Cost } from '../../routing/prices/costing.ts'
import type { BilledCharge } from '../invoice.ts'
import type { ChargeCategory } from '../../routing/terms/charge-category.ts'
import { type Exchange, isRounding } from '../../routing/terms/amounts.ts'
import { countOf } from '../judging/charge-amounts.ts'
import type { CompiledRules } from '../judging/compiled-rules.ts'
import type { AgreedSet } from '../../routing/terms/agreed-set.ts'
import type { DetailFacts, EarlierCharge } from '../judging/facts.ts'
import type { AgreedCharge } from '../../routing/terms/agreed-charge.ts'
import { sumOf, type Unit } from '../judging/unit.ts'
import { billedForOthers, categoryOf, type Money, priceOf } from './consignment-charges.ts'
import { type AgreedDue, agreedDues, type DueParcels } from '../../routing/terms/dues.ts'

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
