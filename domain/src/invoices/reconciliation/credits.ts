import { minorUnitOf, roundMoney } from '../../money/minor-units.ts'
import type { Cost } from '../../routing/prices/costing.ts'
import { disputeNumber } from '../dispute.ts'
import type { BilledCharge, BilledDetail, ChargeCategory } from '../invoice.ts'
import { convert, MILLION, timesOver } from './amounts.ts'
import type { JudgedCharge, JudgedRow } from './judged.ts'

/**
 * What a row gives back, by category. Of a row that gives back in all, and of an adjustment, that is each category below zero
 * (a discount counts to the base); of any other row what is called a credit.
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

/** What a row bills without these amounts, by category, of what it gives back ({@link creditsOf}). */
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

/** What is still claimed of a parcel's category, the oldest dispute first. */
export type OpenPart = {
  readonly dispute: string
  /** The parcel, by whatever key tells parcels apart. */
  readonly parcel: string
  readonly category: ChargeCategory
  /** In the currency of the dispute. */
  readonly open: Cost
  readonly currency?: string
}

/** A credit that a later invoice brings; `amount` is what is given back, above 0. '' as the parcel is a lump sum. */
export type Credit = {
  readonly credit: string
  readonly parcel: string
  readonly category: ChargeCategory
  readonly amount: Cost
  readonly currency?: string
}

/** What is settled of a part, in its currency, and what the credit gives for it, in its own. */
export type Settlement<Part extends OpenPart> = {
  readonly part: Part
  readonly credit: string
  readonly amount: Cost
  readonly given: Cost
}

/** What counts between credits and what is claimed: nothing unless it is given. */
type Between<Part extends OpenPart, Of extends Credit> = {
  /** Millionths of the part's currency for one of the credit's, which is another; null where nobody gave a rate. */
  readonly rateBetween?: (credit: Of, part: Part) => number | null
  /** Whether a credit can be for what is claimed. */
  readonly canBeFor?: (credit: Of, part: Part) => boolean
}

/** What credits settle. */
export type Settled<Part extends OpenPart> = {
  readonly settlements: readonly Settlement<Part>[]
  /** What is left of each part. */
  readonly open: readonly Part[]
}

/**
 * Settles disputes by credits: each finds what is claimed of its parcel and category. Once each had its own, what is left of it
 * settles whatever else is claimed of the parcel, for carriers give back under other names than they billed by. What it gives
 * beyond is left with the credit, and so is a lump sum, of which someone says what it is for. A credit in another currency
 * settles as much as it comes to at the rate; without one nothing. None settles what it cannot be for.
 */
export function settleByCredits<Part extends OpenPart, Of extends Credit>(
  parts: readonly Part[],
  credits: readonly Of[],
  { rateBetween = () => null, canBeFor = () => true }: Between<Part, Of> = {},
): Settled<Part> {
  const left = parts.map((part) => ({ part, open: part.open }))
  const ofParcel = Map.groupBy(left, ({ part }) => part.parcel)
  const settlements: Settlement<Part>[] = []
  const settle = (credit: Of, from: Cost, entries: typeof left): Cost => {
    let rest = from
    for (const entry of entries) {
      if (!canBeFor(credit, entry.part)) continue
      const isForeign = credit.currency !== entry.part.currency
      const rate = isForeign ? rateBetween(credit, entry.part) : null
      if (rest <= 0 || entry.open <= 0 || (isForeign && rate === null)) continue
      const most = rate === null ? rest : convert(rest, rate, minorUnitOf(entry.part.currency ?? ''))
      const amount = Math.min(most, entry.open)
      if (amount <= 0) continue
      const back = rate === null ? amount : roundMoney(timesOver(amount, MILLION, rate), credit.currency ?? '')
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

type Kept = Pick<JudgedRow, 'verdict' | 'billed' | 'expected' | 'variance' | 'causes' | 'charges' | 'reasons'>

/** Whether {@link matchedBySettlements} judged a row, or the judging did. */
const isBySettlements = ({ reasons }: Kept) => reasons.length > 0 && reasons.every(({ kind }) => kind === 'settles')

/**
 * A row that only gives back, judged again by what it settles: a dispute expects its credit, so the row is Matched up to what
 * is settled, and the rest of it is surplus. null for another row, and where the judging expected as much already.
 */
export function matchedBySettlements(
  row: Kept,
  settled: readonly { readonly dispute: number; readonly amount: Cost }[],
): Kept | null {
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

/** What {@link matchedBySettlements} made of a row, once it settles no dispute any more: nothing is expected of it. null for another row. */
export function unsettled(row: Kept): Kept | null {
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

/** Charges that give back, expected one after another up to what is expected of all. */
function expectedUpTo(charges: readonly JudgedCharge[], expected: Cost): JudgedCharge[] {
  let left = expected
  return charges.map((charge) => {
    const part = Math.max(charge.billed, left)
    left -= part
    return { ...charge, expected: part }
  })
}
