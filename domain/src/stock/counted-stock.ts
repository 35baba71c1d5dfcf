/** What is in stock of a SKU, by its newest count. */
export type StockLevel = {
  readonly stockOnHand: number
  readonly availableStock: number
  readonly type: string
  readonly asOf: Date
}

/** What a count does to what is known: 'confirmed' is the same again, counted later. */
export type CountEffect = 'created' | 'changed' | 'confirmed' | 'unchanged' | 'older'

/**
 * What a count of a SKU does to what is known of it. The newest count holds, in whichever order counts come; of two made in
 * the same instant the later to come corrects the other.
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
