import { moneyText } from '@despatch/domain/money/money'
import type { ValuedLine } from '@despatch/domain/orders/amend/amended-order'
import { loadSkuSpelling } from '../database/stored-names.ts'
import type { Transaction } from '../database/transaction.ts'

/** Rows for an order's lines, in order. */
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

export function totalsOf(lines: readonly ValuedLine[]): { quantity: number; totalValue: string } {
  return {
    quantity: lines.reduce((sum, line) => sum + line.quantity, 0),
    totalValue: moneyText(lines.reduce((sum, line) => sum + line.total, 0n)),
  }
}

/** Items with the SKUs in their stored spelling. */
export async function withStoredSkus<Item extends { SKU: string }>(
  transaction: Transaction,
  client: string,
  items: readonly Item[],
): Promise<Item[]> {
  const writing = await loadSkuSpelling(
    transaction,
    client,
    items.map(({ SKU }) => SKU),
  )
  return items.map((item) => ({ ...item, SKU: writing(item.SKU) }))
}
