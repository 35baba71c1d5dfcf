import { formatCount } from '@despatch/domain/money/money'
import { sameName } from '@despatch/domain/text/same-name'
import type { AvailableStock } from '../../stock/available-queries.ts'

/** Stock text beside a line's SKU, and whether it needs attention. */
export type LineStock = { readonly text: string; readonly isShort: boolean }

type Line = { readonly SKU: string; readonly quantity: number }

/**
 * '40 available', for a kit 'from its boxes', or 'short by 12' if the order's lines together need more of the SKU or a
 * box. Undefined if the stock is unknown, unless the order would be refused for that.
 */
export function lineStock(
  { SKU }: Line,
  lines: readonly Line[],
  stock: AvailableStock | undefined,
): LineStock | undefined {
  const own = stock?.skus.get(sameName(SKU.trim()))
  if (stock === undefined || own === undefined) return undefined
  const { available } = own
  if (available === null)
    return stock.refusesShort ? { text: 'never counted, so the order would be rejected', isShort: true } : undefined
  const needed = neededBoxes(lines, stock)
  const shortBy = Math.max(
    ...own.boxes.map((box) => Math.ceil(((needed.get(sameName(box.Code)) ?? 0) - (box.available ?? 0)) / box.quantity)),
  )
  // A negative stock is shown once, as the shortage of the order.
  const isKit = own.boxes.some(({ Code }) => sameName(Code) !== sameName(SKU.trim()))
  const has = `${formatCount(Math.max(available, 0))} available${isKit ? ' from its boxes' : ''}`
  if (shortBy <= 0) return { text: has, isShort: false }
  return {
    text: `${has}, short by ${formatCount(shortBy)}${stock.refusesShort ? ', so the order would be rejected' : ''}`,
    isShort: true,
  }
}

/** Pieces needed by name, kits counted by their boxes. */
function neededBoxes(lines: readonly Line[], { skus }: AvailableStock): ReadonlyMap<string, number> {
  const needed = new Map<string, number>()
  for (const { SKU, quantity } of lines)
    for (const box of skus.get(sameName(SKU.trim()))?.boxes ?? []) {
      const name = sameName(box.Code)
      needed.set(name, (needed.get(name) ?? 0) + (Number.isFinite(quantity) ? quantity : 0) * box.quantity)
    }
  return needed
}
