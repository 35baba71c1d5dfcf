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
 * Compares a count with the known stock. The newest count wins, in whatever order counts arrive; of two counts at one
 * instant, the later arrival corrects the other.
 */
export function countEffect(known: StockLevel | undefined, counted: StockLevel): CountEffect {
  if (!known) return 'created'
  if (counted.asOf < known.asOf) return 'older'
  const isSame =
    counted.stockOnHand === known.stockOnHand &&
    counted.availableStock === known.availableStock &&
    counted.type === known.type
  if (!isSame) return 'changed'
  return counted.asOf > known.asOf ? 'confirmed' : 'unchanged'
}
