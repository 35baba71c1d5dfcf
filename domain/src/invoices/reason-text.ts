import type { Cost } from '../routing/prices/costing.ts'
import { costText } from '../routing/allocation/units.ts'
import type { Verdict } from './invoice.ts'
import { reasonText } from './judging/reason-text.ts'
import type { Reason } from './judging/reasons.ts'

/** One step in the explanation of a row's expected cost. The amount is a decimal text; '' if the step adds nothing. */
export type ReasonStep = { readonly title: string; readonly text: string; readonly amount: string }

/** Names used in the sentences: an invoice's carrier, and its currency (ISO code; '' if unknown). */
export type InvoiceNames = { readonly carrier: string; readonly currency: string }

const TITLES: Readonly<Record<Reason['kind'], string>> = {
  'not found': 'Not found',
  'not despatched': 'Not despatched',
  'already billed': 'Already billed',
  'not judged': 'Not checked',
  price: 'Price',
  'weight used': 'Weight',
  'our change': 'Our change',
  spread: 'Spread',
  'billed whole': 'Billed whole',
  sum: 'Sum',
  service: 'Service',
  number: 'Number of parcels',
  weight: 'Weight or size',
  'price differs': 'Price',
  rounding: 'Rounding',
  tolerance: 'Tolerance',
  'agreed charge': 'Agreed charge',
  'not agreed': 'Charges',
  'not checked': 'Not checked',
  'not returned': 'Charges',
  correction: 'Correction',
  settles: 'Dispute',
}

/** A verdict as a sentence: what was searched, or what is missing to judge. Empty if the verdict says it all. */
export function verdictText(verdict: Verdict, reasons: readonly Reason[], names: InvoiceNames): string {
  const telling = reasons.find(({ kind }) => VERDICT_KINDS.includes(kind))
  if (telling) return rowReasonText(telling, reasons, names)
  if (verdict === 'Not found') return 'We couldn’t find a despatched parcel, consignment or order with this number.'
  return ''
}
const VERDICT_KINDS: readonly Reason['kind'][] = ['not found', 'not despatched', 'already billed', 'not judged']

/** The steps from zero to the billed amount, in the order of calculation. */
export function reasonSteps(reasons: readonly Reason[], names: InvoiceNames): ReasonStep[] {
  return reasons.map((reason) => {
    const amount = amountOf(reason)
    return {
      title: reason.kind === 'agreed charge' ? reason.text : TITLES[reason.kind],
      text: rowReasonText(reason, reasons, names),
      amount: amount === undefined ? '' : costText(amount),
    }
  })
}

/**
 * A reason of a row as text, in the context of all of its reasons. A row is judged only if its prices are in the
 * invoice's currency.
 */
export function rowReasonText(reason: Reason, all: readonly Reason[], { carrier, currency }: InvoiceNames): string {
  const described = new Map(all.flatMap((one) => (one.kind === 'price' ? [[one.clientMethodID, one.method]] : [])))
  const method = (id: string) => described.get(id) ?? id
  return reasonText(reason, { carrier, currency, priceCurrency: currency, method })
}

/** The amount that a step adds to the expected cost, or to the difference from it; undefined if none. */
function amountOf(reason: Reason): Cost | undefined {
  switch (reason.kind) {
    case 'price':
      return reason.upTo - reason.before
    case 'our change':
      return reason.expected - reason.thought
    case 'price differs':
      return reason.billed - reason.expected
    case 'service':
    case 'number':
    case 'weight':
    case 'rounding':
    case 'settles':
      return reason.amount
    case 'agreed charge':
    case 'correction':
      return reason.expected
    case 'not agreed':
    case 'not checked':
    case 'not returned':
      return reason.billed
    case 'not found':
    case 'not despatched':
    case 'already billed':
    case 'not judged':
    case 'weight used':
    case 'spread':
    case 'billed whole':
    case 'sum':
    case 'tolerance':
      return undefined
  }
}
