type Goods = { readonly SKU: string; readonly quantity: number }

/**
 * Whether a despatched order is delivered: all of its known parcels are, and, where it is known what is in them, that covers
 * its lines, so that no parcel is still to be despatched. It is known where every parcel has contents, all of them SKUs of
 * the order: a parcel of which nothing was told may hold the rest, and boxes of a product have SKUs of their own.
 */
export function isOrderDelivered(
  parcels: readonly { readonly isDelivered: boolean; readonly contents: readonly Goods[] }[],
  lines: readonly Goods[],
): boolean {
  if (parcels.length === 0 || parcels.some(({ isDelivered }) => !isDelivered)) return false
  const ordered = piecesBySku(lines)
  const sent = piecesBySku(parcels.flatMap(({ contents }) => contents))
  const isKnown =
    parcels.every(({ contents }) => contents.length > 0) && [...sent.keys()].every((SKU) => ordered.has(SKU))
  return !isKnown || [...ordered].every(([SKU, quantity]) => (sent.get(SKU) ?? 0) >= quantity)
}

function piecesBySku(goods: readonly Goods[]): Map<string, number> {
  const pieces = new Map<string, number>()
  for (const { SKU, quantity } of goods) pieces.set(SKU, (pieces.get(SKU) ?? 0) + quantity)
  return pieces
}
