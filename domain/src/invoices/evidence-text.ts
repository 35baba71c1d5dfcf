import { type InvoiceNames, rowReasonText } from './reason-text.ts'
import type { Reason } from './judging/reasons.ts'
import { reasonForCarrier } from './visible-reasons.ts'

/** Reasons that explain a dispute, the most telling first. */
const WHY: readonly Reason['kind'][] = [
  'not found',
  'already billed',
  'not despatched',
  'service',
  'number',
  'weight',
  'price differs',
  'not agreed',
  'not returned',
  'agreed charge',
  'correction',
]
/** Reasons that name the price. */
const PRICE: readonly Reason['kind'][] = ['price', 'agreed charge']

/**
 * Writes the reasons of a row for a carrier: why it is disputed, and by which price, without the names of users and
 * versions of the rule book. Uses `otherwise` if no reason explains it.
 */
export function evidenceText(
  reasons: readonly Reason[],
  names: InvoiceNames,
  otherwise: string,
): { readonly why: string; readonly price: string } {
  const reasonsText = (kinds: readonly Reason['kind'][], isTold: (reason: Reason) => boolean) =>
    reasons
      .filter((reason) => kinds.includes(reason.kind) && isTold(reason))
      .toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind))
      .map((reason) => rowReasonText(reasonForCarrier(reason), reasons, names))
      .join(' ')
  const differs = (reason: Reason) => reason.kind !== 'agreed charge' || reason.billed !== reason.expected
  return { why: reasonsText(WHY, differs) || otherwise, price: reasonsText(PRICE, () => true) }
}
