import { formatCount, formatMoney } from '../money/money.ts'

/** What the fields of an order are called, where it is said which of them were changed. */
export const ORDER_FIELD_NAMES = {
  customerFirstName: 'first name',
  customerLastName: 'last name',
  email: 'email',
  phone: 'phone',
  customerAccount: 'customer account',
  country: 'country',
  addressLine1: 'address line 1',
  addressLine2: 'address line 2',
  addressLine3: 'address line 3',
  addressLine4: 'address line 4',
  postCode: 'postcode',
  items: 'lines',
  dispatchService: 'service',
  date: 'day',
} as const
export type OrderField = keyof typeof ORDER_FIELD_NAMES

/** Those that an order of the portal always has. */
export const NEEDED_ORDER_FIELDS = [
  'customerFirstName',
  'customerLastName',
  'email',
  'addressLine1',
  'postCode',
] as const satisfies OrderField[]

/** What an amendment changed, as the history of the order keeps it: by field, in words. */
export type OrderChanges = Partial<Record<OrderField, { readonly before: string; readonly after: string }>>

/** 'Changed: postcode, lines', for the history of an order. */
export function changesNote(changes: OrderChanges): string {
  const names = Object.keys(changes).map((field) => ORDER_FIELD_NAMES[field as OrderField])
  return `Changed: ${names.join(', ')}`
}

/**
 * The lines of an order in words, to compare them by: 'LAMP-1 × 2 for £24.70, BULB-9 × 1'. A value that is empty is the
 * usual one, and not said.
 */
export function linesLabel(
  lines: readonly {
    readonly SKU: string
    readonly quantity: number
    readonly totalValue?: string | undefined
  }[],
  currency: string,
): string {
  return lines
    .map(({ SKU, quantity, totalValue }) => {
      const worth = totalValue ? ` for ${formatMoney(totalValue, currency)}` : ''
      return `${SKU} × ${formatCount(quantity)}${worth}`
    })
    .join(', ')
}

/** The lines that {@link linesLabel} put into words; a value is a decimal text, '' where it is not said. */
export function readLinesLabel(label: string): { SKU: string; quantity: number; totalValue: string }[] {
  return [...label.matchAll(/(.+?) × ([\d,]*\d)(?: for ([^,]*[\d,.]*\d))?(?:, |$)/gu)].map(
    ([, SKU = '', quantity = '', worth = '']) => ({
      SKU,
      quantity: Number(withoutCommas(quantity)),
      totalValue: withoutCommas(worth).replace(/^[^\d.]*/u, ''),
    }),
  )
}
const withoutCommas = (figure: string) => figure.replaceAll(',', '')

/**
 * Of what {@link linesLabel} says before and after an amendment the lines that are not on both sides; all of both where only
 * their order changed.
 */
export function changedLines({ before, after }: { readonly before: string; readonly after: string }) {
  const were = before.split(', ')
  const are = after.split(', ')
  const sides = { before: without(were, are).join(', '), after: without(are, were).join(', ') }
  return sides.before || sides.after ? sides : { before, after }
}

/** The texts that are left when each of some others has taken one like itself away. */
function without(texts: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return texts.filter((text) => {
    const at = left.indexOf(text)
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}
