import { formatCount } from '@despatch/domain/money/money'
import { sameName } from '@despatch/domain/text/same-name'
import type { AvailableStock } from '../../stock/available-queries.ts'

/** What is said of the stock of a line beside its SKU, and whether someone should look. */
export type LineStock = { readonly text: string; readonly isShort: boolean }

type Line = { readonly SKU: string; readonly quantity: number }

/**
 * '40 available', or 'short by 12' where the lines of the order need more of the SKU together; undefined where nothing is
 * known of it, unless the order would be refused for that.
 */
export function lineStock(
  { SKU }: Line,
  lines: readonly Line[],
  stock: AvailableStock | undefined,
): LineStock | undefined {
  const name = sameName(SKU.trim())
  const available = stock?.pieces.get(name)
  if (stock === undefined || available === undefined) return undefined
  if (available === null)
    return stock.refusesShort ? { text: 'never counted: the order would be refused', isShort: true } : undefined
  const needed = lines
    .filter((line) => sameName(line.SKU.trim()) === name)
    .reduce((sum, { quantity }) => sum + (Number.isFinite(quantity) ? quantity : 0), 0)
  const shortBy = needed - available
  // Less than nothing is said once, as what the order would be short by.
  const has = `${formatCount(Math.max(available, 0))} available`
  if (shortBy <= 0) return { text: has, isShort: false }
  return {
    text: `${has}, short by ${formatCount(shortBy)}${stock.refusesShort ? ': the order would be refused' : ''}`,
    isShort: true,
  }
}
