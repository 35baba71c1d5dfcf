import { formatCount } from '../../money/money.ts'

/** As many SKUs of an order are named that are short of stock; the others are counted. */
const MAX_NAMED = 5

/** 'SKU A is short of stock', 'SKUs A and B are short of stock', 'SKUs A, B, C, D, E and 3 more are short of stock'; '' of none. */
export function shortOfText(skus: readonly string[]): string {
  if (skus.length === 0) return ''
  if (skus.length === 1) return `SKU ${skus[0]} is short of stock`
  const more = skus.length - MAX_NAMED
  const named = more > 0 ? [...skus.slice(0, MAX_NAMED), `${formatCount(more)} more`] : skus
  return `SKUs ${named.slice(0, -1).join(', ')} and ${named.at(-1)} are short of stock`
}
