/** Stock of a SKU by its newest count. */
export type StockLevel = {
  readonly stockOnHand: number
  readonly availableStock: number
  readonly type: string
  readonly asOf: Date
}

/** Effect of a count; 'confirmed': a later count with the same figures. */
export type CountEffect = 'created' | 'changed' | 'confirmed' | 'unchanged' | 'older'

/**
 * Compares a count with the previous stock. The newest count wins, in whatever order counts arrive; of two counts at
 * one instant, the later arrival corrects the other.
 */
export function countEffect(previous: StockLevel | undefined, counted: StockLevel): CountEffect {
  if (!previous) return 'created'
  if (counted.asOf < previous.asOf) return 'older'
  const isSame =
    counted.stockOnHand === previous.stockOnHand &&
    counted.availableStock === previous.availableStock &&
    counted.type === previous.type
  if (!isSame) return 'changed'
  return counted.asOf > previous.asOf ? 'confirmed' : 'unchanged'
}
