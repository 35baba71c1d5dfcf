export type Goods = { readonly SKU: string; readonly quantity: number }

/** Contents are empty if none were reported. */
type SentParcel = { readonly isDelivered: boolean; readonly contents: readonly Goods[] }

/** The boxes of each multi-box product, by SKU. Other SKUs are sent as they are. */
type BoxesOf = ReadonlyMap<string, readonly Goods[]>

/**
 * A despatched order is delivered when all its known parcels are, and nothing is known to be missing ({@link goodsNotSent})
 * or the order was closed short.
 */
export function isOrderDelivered(
  parcels: readonly SentParcel[],
  lines: readonly Goods[],
  { isClosedShort, boxesOf }: { readonly isClosedShort: boolean; readonly boxesOf: BoxesOf },
): boolean {
  if (parcels.length === 0 || parcels.some(({ isDelivered }) => !isDelivered)) return false
  return isClosedShort || goodsNotSent(parcels, lines, boxesOf).length === 0
}

/**
 * Goods of the lines that are in none of the parcels, by SKU, with products counted by their boxes. Missing goods are
 * known only if every parcel reports its contents, since a parcel without contents may hold the rest; otherwise the
 * result is empty. An extra SKU does not replace a missing one.
 */
export function goodsNotSent(parcels: readonly SentParcel[], lines: readonly Goods[], boxesOf: BoxesOf): Goods[] {
  const isKnown = parcels.length > 0 && parcels.every(({ contents }) => contents.length > 0)
  if (!isKnown) return []
  const ordered = piecesBySku(toBoxes(lines, boxesOf))
  const contents = parcels.flatMap((parcel) => parcel.contents)
  const sent = piecesBySku(toBoxes(contents, boxesOf))
  return [...ordered].flatMap(([SKU, quantity]) => {
    const missing = quantity - (sent.get(SKU) ?? 0)
    return missing > 0 ? { SKU, quantity: missing } : []
  })
}

const toBoxes = (goods: readonly Goods[], boxesOf: BoxesOf): Goods[] =>
  goods.flatMap((one) => boxesOf.get(one.SKU)?.map((box) => ({ ...box, quantity: box.quantity * one.quantity })) ?? one)

function piecesBySku(goods: readonly Goods[]): Map<string, number> {
  const pieces = new Map<string, number>()
  for (const { SKU, quantity } of goods) pieces.set(SKU, (pieces.get(SKU) ?? 0) + quantity)
  return pieces
}
