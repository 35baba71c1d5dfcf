import { formatDay } from '../../calendar/day.ts'
import { formatMoney, moneyText } from '../../money/money.ts'
import type { LineDecision } from '../rules/return-decision.ts'
import type { Resolution, ReturnService } from '../rules/returns-book.ts'

export const SERVICE_TEXTS: Readonly<Record<ReturnService, string>> = {
  'drop-off': 'Drop it off',
  collection: 'We collect it from you',
  'own-postage': 'Post it yourself',
}
export const RESOLUTION_TEXTS: Readonly<Record<Resolution, string>> = {
  refund: 'Refund',
  exchange: 'Exchange for the same item',
}

/** '£2.50', or 'Free'. */
export const priceText = (amount: number, currency: string): string =>
  amount === 0 ? 'Free' : formatMoney(moneyText(BigInt(amount)), currency)

type NamedLine = { readonly lineNumber: number; readonly sku: string; readonly description: string }

/** Name of an order line for shoppers. */
export function nameOfLine({ lines }: { readonly lines: readonly NamedLine[] }, number: number): string {
  const line = lines.find(({ lineNumber }) => lineNumber === number)
  return line?.description || line?.sku || `line ${number}`
}

/** Adds a full stop to a reason that staff typed without one. */
export const asSentence = (text: string) => (/[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`)

/** Explains to the shopper whether and until when a line can come back, or why not. A rule's own text takes precedence. */
export function shopperSentence(line: LineDecision): string {
  const { answer, text, why, until, change, keep } = line
  const own = text.trim()
  if (answer === 'allowed') {
    const day = until === null ? '' : ` until ${formatDay(until)}`
    const plain = keep ? 'You can keep this: nothing has to come back.' : `You can return this${day}.`
    return own === '' ? plain : `${plain} ${own}`
  }
  if (answer === 'review') return own || 'We need to look at this return. We’ll email you our answer.'
  const past = change?.kind === 'until' ? ` It could be returned until ${formatDay(change.day)}.` : ''
  switch (why) {
    case 'not-sent':
      return 'This hasn’t been sent to you yet.'
    case 'already-returned':
      return 'You’ve already announced or returned this. If you announced it, our email has its reference.'
    case 'too-many':
      return change?.kind === 'quantity'
        ? `You can return ${change.atMost} of these.`
        : 'That’s more than you can return.'
    case 'other-resolution':
      return change?.kind === 'resolution'
        ? `We can’t do that for this item. Choose ${change.resolutions.map((one) => RESOLUTION_TEXTS[one].toLowerCase()).join(' or ')} instead.`
        : 'We can’t do that for this item.'
    case 'too-late':
      return `The time to return this is over.${past}`
    case 'rule':
    case 'no-rule':
    case 'no-option':
    case 'no-such-line':
    case 'no-such-reason':
    case 'serial-not-despatched':
      return `${own || 'This item can’t be returned.'}${past}`
  }
}
