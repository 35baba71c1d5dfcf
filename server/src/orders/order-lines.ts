import { moneyText } from '@despatch/domain/money/money'
import type { ValuedLine } from '@despatch/domain/orders/amended-order'

/** The rows that keep the lines of an order, in their order. */
export function lineRows(order: { client_code: string; order_number: string }, lines: readonly ValuedLine[]) {
  return lines.map((line, index) => ({
    ...order,
    line_number: index + 1,
    sku_code: line.SKU,
    quantity: line.quantity,
    unit_value: moneyText(line.unit),
    total_value: moneyText(line.total),
  }))
}

/** What lines come to. */
export function totalsOf(lines: readonly ValuedLine[]): { quantity: number; totalValue: string } {
  return {
    quantity: lines.reduce((sum, line) => sum + line.quantity, 0),
    totalValue: moneyText(lines.reduce((sum, line) => sum + line.total, 0n)),
  }
}
