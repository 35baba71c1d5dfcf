import type { Cost } from '../routing/prices/costing.ts'
import type { Verdict } from './invoice.ts'
import { currencyText } from './judging/reason-text.ts'

/**
 * A row of a carrier's invoice as an entry of an order's timeline. Amounts are net, in ten-thousandths of the
 * currency.
 */
export type OrderCharge = {
  /** Whether the row was billed or disputed. */
  readonly happened: 'billed' | 'rejected'
  readonly carrier: string
  readonly invoiceNumber: string
  /** Empty for charges of a consignment beside its parcels. */
  readonly trackingNumber: string
  /** ISO code; empty if unknown. */
  readonly currency: string
  readonly billed: Cost
  /** Null if it could not be judged. */
  readonly expected: Cost | null
  readonly verdict: Verdict
  /** The reason for rejecting it. */
  readonly reason: string
  /** The claimed amount of a rejected row, and its credited part; 0 for other rows. */
  readonly disputed: Cost
  readonly credited: Cost
}

/** The title and detail of a timeline entry: 'Billed by UPS', 'Invoice 7, £4.50 billed…'. */
export function orderChargeText(charge: OrderCharge): { title: string; detail: string } {
  const { happened, carrier, invoiceNumber, trackingNumber, billed, reason, disputed, credited } = charge
  const of = [`Invoice ${invoiceNumber}`, trackingNumber]
  if (happened === 'rejected' && disputed > 0)
    return {
      title: credited >= disputed ? `Credited after a dispute with ${carrier}` : `Disputed with ${carrier}`,
      detail: joinParts([
        ...of,
        `${money(charge, disputed)} disputed`,
        credited > 0 ? `${money(charge, credited)} credited` : '',
        reason,
      ]),
    }
  if (happened === 'rejected')
    return {
      title: `${billed < 0 ? 'Credit' : 'Charge'} by ${carrier} rejected`,
      detail: joinParts([...of, money(charge, billed), reason]),
    }
  return {
    title: `${billed < 0 ? 'Credited' : 'Billed'} by ${carrier}`,
    detail: joinParts([...of, ...amounts(charge), verdictOf(charge)]),
  }
}

function amounts(charge: OrderCharge): string[] {
  const { billed, expected } = charge
  if (billed < 0) return [`${money(charge, -billed)} credited`]
  const isPriced = expected !== null && !UNPRICED.includes(charge.verdict)
  return [`${money(charge, billed)} billed`, ...(isPriced ? [`${money(charge, expected)} expected`] : [])]
}

/** Verdicts of rows that should not have been billed: an expected cost of nothing adds no information. */
const UNPRICED: readonly Verdict[] = ['Not found', 'Already billed', 'Not despatched']

function verdictOf(charge: OrderCharge): string {
  const { verdict, billed, expected } = charge
  const variance = billed - (expected ?? billed)
  if (verdict === 'Overcharged') return `overcharged by ${money(charge, variance)}`
  if (verdict === 'Undercharged') return `undercharged by ${money(charge, -variance)}`
  return verdict.toLowerCase()
}

const money = ({ currency }: OrderCharge, amount: Cost) => currencyText(amount, currency)

const joinParts = (parts: readonly string[]) => parts.filter(Boolean).join(', ')
