import { minorUnitOf, roundMoney } from '../../money/minor-units.ts'
import type { Cost } from '../../routing/prices/costing.ts'
import { disputeNumber } from '../dispute.ts'
import type { BilledCharge, BilledDetail } from '../invoice.ts'
import type { ChargeCategory } from '../../routing/terms/charge-category.ts'
import { convert, MILLION, multiplyDivide } from '../../routing/terms/amounts.ts'
import type { JudgedCharge, JudgedRow } from './judged.ts'

/**
 * The credits of a row, by category. For a row with a negative sum, and for an adjustment, these are all negative
 * categories (a discount counts as base); for any other row, charges in the category credit.
 */
export function creditsOf(row: {
  readonly billed: Cost
  readonly leg: BilledDetail['leg']
  readonly charges: readonly Pick<BilledCharge, 'category' | 'net'>[]
}): { category: ChargeCategory; amount: Cost }[] {
  const sums = new Map<ChargeCategory, Cost>()
  const givesBack = row.billed < 0 || row.leg === 'adjustment'
  for (const { category, net } of row.charges) {
    if (category === 'tax' || (category !== 'credit' && !givesBack)) continue
    const to = creditedAs(category)
    sums.set(to, (sums.get(to) ?? 0) + net)
  }
  return [...sums].flatMap(([category, net]) => (net < 0 ? [{ category, amount: -net }] : []))
}

const creditedAs = (category: ChargeCategory): ChargeCategory => (category === 'discount' ? 'base' : category)

/** The charges of a row without these amounts of its credits ({@link creditsOf}), by category. */
export function withoutCredits<Charge extends Pick<BilledCharge, 'category' | 'net'>>(
  charges: readonly Charge[],
  credits: readonly { readonly category: ChargeCategory; readonly amount: Cost }[],
): Charge[] {
  const left = new Map(credits.map(({ category, amount }) => [category, amount]))
  return charges.flatMap((charge) => {
    const category = creditedAs(charge.category)
    const most = left.get(category) ?? 0
    const taken = Math.max(0, Math.min(most, -charge.net))
    left.set(category, most - taken)
    if (taken === 0) return [charge]
    return taken === -charge.net ? [] : [{ ...charge, net: charge.net + taken }]
  })
}

/** An open claim for a parcel and category, the oldest dispute first. */
export type OpenPart = {
  readonly dispute: string
  /** The parcel, by any key that identifies it. */
  readonly parcel: string
  readonly category: ChargeCategory
  /** In the currency of the dispute. */
  readonly open: Cost
  readonly currency?: string
}

/** A credit of a later invoice; `amount` is positive. The parcel '' marks a lump sum. */
export type Credit = {
  readonly credit: string
  readonly parcel: string
  readonly category: ChargeCategory
  readonly amount: Cost
  readonly currency?: string
}

/** The settled amount of a part in its own currency, and what the credit gives for it in the credit's currency. */
export type Settlement<Part extends OpenPart> = {
  readonly part: Part
  readonly credit: string
  readonly amount: Cost
  readonly given: Cost
}

/** Relations between credits and claims; by default, none restrict settling. */
type SettlingRules<Part extends OpenPart, Of extends Credit> = {
  /** The rate from the credit's to the part's currency in millionths; null if there is none. */
  readonly rateBetween?: (credit: Of, part: Part) => number | null
  /** Whether a credit can be for a claim. */
  readonly canSettle?: (credit: Of, part: Part) => boolean
}

/** What credits settle. */
export type Settled<Part extends OpenPart> = {
  readonly settlements: readonly Settlement<Part>[]
  /** The open rest of each part. */
  readonly open: readonly Part[]
}

/**
 * Settles disputes with credits: each credit first settles claims for its parcel and category. What is left then
 * settles other claims for the parcel, because carriers credit under other names than they billed. The surplus stays
 * with the credit, and so does a lump sum, which a person assigns. A credit in another currency settles its converted
 * amount, and nothing without a rate. No credit settles what it cannot be for.
 */
export function settleByCredits<Part extends OpenPart, Of extends Credit>(
  parts: readonly Part[],
  credits: readonly Of[],
  { rateBetween = () => null, canSettle = () => true }: SettlingRules<Part, Of> = {},
): Settled<Part> {
  const left = parts.map((part) => ({ part, open: part.open }))
  const ofParcel = Map.groupBy(left, ({ part }) => part.parcel)
  const settlements: Settlement<Part>[] = []
  const settle = (credit: Of, from: Cost, entries: typeof left): Cost => {
    let rest = from
    for (const entry of entries) {
      if (!canSettle(credit, entry.part)) continue
      const isForeign = credit.currency !== entry.part.currency
      const rate = isForeign ? rateBetween(credit, entry.part) : null
      if (rest <= 0 || entry.open <= 0 || (isForeign && rate === null)) continue
      const most = rate === null ? rest : convert(rest, rate, minorUnitOf(entry.part.currency ?? ''))
      const amount = Math.min(most, entry.open)
      if (amount <= 0) continue
      const back = rate === null ? amount : roundMoney(multiplyDivide(amount, MILLION, rate), credit.currency ?? '')
      const given = amount === most ? rest : Math.min(rest, back)
      rest -= given
      entry.open -= amount
      settlements.push({ part: entry.part, credit: credit.credit, amount, given })
    }
    return rest
  }
  const named = credits.filter(({ parcel }) => parcel !== '')
  const rests = named.map((credit) => {
    const isOwn = ({ part }: (typeof left)[number]) => part.category === credit.category
    return settle(credit, credit.amount, (ofParcel.get(credit.parcel) ?? []).filter(isOwn))
  })
  for (const [index, credit] of named.entries()) settle(credit, rests[index] ?? 0, ofParcel.get(credit.parcel) ?? [])
  return {
    settlements,
    open: left.filter(({ open }) => open > 0).map(({ part, open }) => ({ ...part, open })),
  }
}

type SettleableRow = Pick<JudgedRow, 'verdict' | 'billed' | 'expected' | 'variance' | 'causes' | 'charges' | 'reasons'>

/** Whether {@link matchBySettlements} judged a row, rather than the normal judging. */
const isBySettlements = ({ reasons }: SettleableRow) =>
  reasons.length > 0 && reasons.every(({ kind }) => kind === 'settles')

/**
 * Judges a row that only has credits again by its settlements: a dispute expects its credit, so the row is Matched up
 * to the settled amount, and the rest is surplus. Null for other rows, and if judging expected as much already.
 */
export function matchBySettlements(
  row: SettleableRow,
  settled: readonly { readonly dispute: number; readonly amount: Cost }[],
): SettleableRow | null {
  const sum = settled.reduce((total, { amount }) => total + amount, 0)
  const expected = Math.max(row.billed, -sum)
  const isExpected = row.expected !== null && row.expected <= expected && !isBySettlements(row)
  if (sum === 0 || isExpected || row.charges.some(({ billed }) => billed > 0)) return null
  const variance = row.billed - expected
  const byDispute = new Map<number, Cost>()
  for (const { dispute, amount } of settled) byDispute.set(dispute, (byDispute.get(dispute) ?? 0) + amount)
  return {
    ...row,
    verdict: variance === 0 ? 'Matched' : 'Undercharged',
    expected,
    variance,
    causes: variance === 0 ? {} : { charges: variance },
    charges: expectedUpTo(row.charges, expected),
    reasons: [...byDispute].map(([dispute, amount]) => ({
      kind: 'settles',
      dispute: disputeNumber(dispute),
      amount: -amount,
    })),
  }
}

/**
 * Undoes {@link matchBySettlements} for a row that no longer settles a dispute: nothing is expected of it. Null for
 * other rows.
 */
export function undoSettlementMatch(row: SettleableRow): SettleableRow | null {
  if (!isBySettlements(row)) return null
  const charges = row.charges.map((charge) => ({ ...charge, expected: 0 }))
  return {
    ...row,
    verdict: 'Undercharged',
    expected: 0,
    variance: row.billed,
    causes: { charges: row.billed },
    charges,
    reasons: charges.map(({ code, text, category, billed }) => ({ kind: 'not agreed', code, text, category, billed })),
  }
}

/** Assigns the expected amount to credit charges, one after another. */
function expectedUpTo(charges: readonly JudgedCharge[], expected: Cost): JudgedCharge[] {
  let left = expected
  return charges.map((charge) => {
    const part = Math.max(charge.billed, left)
    left -= part
    return { ...charge, expected: part }
  })
}
