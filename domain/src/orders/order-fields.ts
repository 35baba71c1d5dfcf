import { formatCount, formatMoney } from '../money/money.ts'

/** Field names in the history of changes. */
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

/** Required fields of portal orders. */
export const REQUIRED_ORDER_FIELDS = [
  'customerFirstName',
  'customerLastName',
  'email',
  'addressLine1',
  'postCode',
] as const satisfies OrderField[]

/** Changes of an amendment as stored in the order's history, in words by field. */
export type OrderChanges = Partial<Record<OrderField, { readonly before: string; readonly after: string }>>

/** 'Changed: postcode, lines', for the history of an order. */
export function changesNote(changes: OrderChanges): string {
  const names = Object.keys(changes).map((field) => ORDER_FIELD_NAMES[field as OrderField])
  return `Changed: ${names.join(', ')}`
}

/**
 * The lines of an order in words, for comparison: 'LAMP-1 × 2 for £24.70, BULB-9 × 1'. An empty value is the standard
 * one and is left out.
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

/** Parses a text of {@link linesLabel}; a value is decimal text, or '' if left out. */
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

/** The lines of two {@link linesLabel} texts that differ; all lines if only their sequence changed. */
export function changedLines({ before, after }: { readonly before: string; readonly after: string }) {
  const were = before.split(', ')
  const are = after.split(', ')
  const sides = { before: removeEach(were, are).join(', '), after: removeEach(are, were).join(', ') }
  return sides.before || sides.after ? sides : { before, after }
}

/** Removes from `texts` one occurrence of each of `others`. */
function removeEach(texts: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return texts.filter((text) => {
    const at = left.indexOf(text)
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}
