import { type InvoiceNames, rowReasonText } from './reason-text.ts'
import type { Reason } from './reconciliation/reasons.ts'
import { carriersReason } from './seen-reasons.ts'

/** Reasons that tell a carrier why, those that explain most first. */
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
/** Reasons that tell which price applies. */
const PRICE: readonly Reason['kind'][] = ['price', 'agreed charge']

/** The reasons of a row as a carrier, who is told neither who set a price nor of the operator's rule book, is told them: why it is disputed, and by which price; `otherwise` where none tells. */
export function evidenceText(
  reasons: readonly Reason[],
  names: InvoiceNames,
  otherwise: string,
): { readonly why: string; readonly price: string } {
  const told = (kinds: readonly Reason['kind'][], isTold: (reason: Reason) => boolean) =>
    reasons
      .filter((reason) => kinds.includes(reason.kind) && isTold(reason))
      .toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind))
      .map((reason) => rowReasonText(carriersReason(reason), reasons, names))
      .join(' ')
  const differs = (reason: Reason) => reason.kind !== 'agreed charge' || reason.billed !== reason.expected
  return { why: told(WHY, differs) || otherwise, price: told(PRICE, () => true) }
}
