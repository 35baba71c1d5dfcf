import { formatMoney } from '../money/money.ts'
import { costText } from '../routing/allocation/units.ts'

type PricedLine = { readonly lineNumber: number; readonly sku: string; readonly pieceValue: string }

/** What was paid for one piece of an order's line, a decimal text: it may be finer than what can be paid. */
export const pieceValueOf = ({ value, quantity }: { readonly value: number; readonly quantity: number }): string =>
  costText(quantity > 0 ? Math.round(value / quantity) : 0)

/**
 * What tells the lines of one SKU apart, by line number: the price of a piece ('£20.00 each'), with the line number where pieces
 * of another line of the SKU cost the same. Lines whose SKU stands on no other line are left out.
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

/** The same of the lines of an order, whose values are in ten-thousandths. */
export const distinguishOrderLines = (lines: readonly OrderLine[], currency: string): ReadonlyMap<number, string> =>
  distinguishLines(
    lines.map(({ lineNumber, sku, ...line }) => ({ lineNumber, sku, pieceValue: pieceValueOf(line) })),
    currency,
  )
