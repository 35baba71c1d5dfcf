import type { Cost } from '../routing/prices/costing.ts'
import type { Verdict } from './invoice.ts'
import { currencyText } from './reconciliation/reason-text.ts'

/** What a carrier's invoice says of an order: an entry of its timeline. Amounts are ten-thousandths of the currency, net. */
export type OrderCharge = {
  /** What happened to the row: it was billed, or disputed. */
  readonly happened: 'billed' | 'rejected'
  readonly carrier: string
  readonly invoiceNumber: string
  /** Empty for what is billed of a consignment beside its parcels. */
  readonly trackingNumber: string
  /** ISO code; empty where nobody has said which. */
  readonly currency: string
  readonly billed: Cost
  /** Null where it could not be judged. */
  readonly expected: Cost | null
  readonly verdict: Verdict
  /** Why it was rejected. */
  readonly reason: string
  /** What is claimed of a rejected row, and what of that has been credited; 0 of others. */
  readonly disputed: Cost
  readonly credited: Cost
}

/** What an entry of the timeline calls a charge, and what more there is to say: 'Billed by UPS', 'Invoice 7, £4.50 billed…'. */
export function orderChargeText(charge: OrderCharge): { title: string; detail: string } {
  const { happened, carrier, invoiceNumber, trackingNumber, billed, reason, disputed, credited } = charge
  const of = [`Invoice ${invoiceNumber}`, trackingNumber]
  if (happened === 'rejected' && disputed > 0)
    return {
      title: credited >= disputed ? `Credited after a dispute with ${carrier}` : `Disputed with ${carrier}`,
      detail: said([
        ...of,
        `${money(charge, disputed)} disputed`,
        credited > 0 ? `${money(charge, credited)} credited` : '',
        reason,
      ]),
    }
  if (happened === 'rejected')
    return {
      title: `${billed < 0 ? 'Credit' : 'Charge'} by ${carrier} rejected`,
      detail: said([...of, money(charge, billed), reason]),
    }
  return {
    title: `${billed < 0 ? 'Credited' : 'Billed'} by ${carrier}`,
    detail: said([...of, ...amounts(charge), verdictOf(charge)]),
  }
}

function amounts(charge: OrderCharge): string[] {
  const { billed, expected } = charge
  if (billed < 0) return [`${money(charge, -billed)} credited`]
  const isPriced = expected !== null && !UNPRICED.includes(charge.verdict)
  return [`${money(charge, billed)} billed`, ...(isPriced ? [`${money(charge, expected)} expected`] : [])]
}

/** Verdicts of rows that should not have been billed at all: that nothing was expected of them says nothing more. */
const UNPRICED: readonly Verdict[] = ['Not found', 'Already billed', 'Not despatched']

function verdictOf(charge: OrderCharge): string {
  const { verdict, billed, expected } = charge
  const variance = billed - (expected ?? billed)
  if (verdict === 'Overcharged') return `overcharged by ${money(charge, variance)}`
  if (verdict === 'Undercharged') return `undercharged by ${money(charge, -variance)}`
  return verdict.toLowerCase()
}

const money = ({ currency }: OrderCharge, amount: Cost) => currencyText(amount, currency)

const said = (parts: readonly string[]) => parts.filter(Boolean).join(', ')
