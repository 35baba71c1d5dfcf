import { formatMoney } from '../money/money.ts'
import { costText } from '../routing/allocation/units.ts'

type PricedLine = { readonly lineNumber: number; readonly sku: string; readonly pieceValue: string }

/**
 * Price paid for one piece of an order line, as a decimal text; `value` is in ten-thousandths. It can be finer than the
 * currency's minor unit.
 */
export const pieceValueOf = ({ value, quantity }: { readonly value: number; readonly quantity: number }): string =>
  costText(quantity > 0 ? Math.round(value / quantity) : 0)

/**
 * Labels lines that share a SKU, by line number: the price of a piece ('£20.00 each'), plus the line number if two
 * lines cost the same. Lines with a SKU of their own get no label.
 */
export function distinguishLines(lines: readonly PricedLine[], currency: string): ReadonlyMap<number, string> {
  const apart = new Map<number, string>()
  for (const own of Map.groupBy(lines, ({ sku }) => sku).values()) {
    if (own.length === 1) continue
    const byPrice = Map.groupBy(own, ({ pieceValue }) => `${formatMoney(pieceValue, currency)} each`)
    for (const [price, same] of byPrice)
      for (const { lineNumber } of same)
        apart.set(lineNumber, same.length === 1 ? price : `${price}, line ${lineNumber}`)
  }
  return apart
}

type OrderLine = {
  readonly lineNumber: number
  readonly sku: string
  readonly value: number
  readonly quantity: number
}

/** {@link distinguishLines} for order lines whose values are in ten-thousandths. */
export const distinguishOrderLines = (lines: readonly OrderLine[], currency: string): ReadonlyMap<number, string> =>
  distinguishLines(
    lines.map(({ lineNumber, sku, ...line }) => ({ lineNumber, sku, pieceValue: pieceValueOf(line) })),
    currency,
  )
