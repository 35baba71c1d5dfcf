export type Goods = { readonly SKU: string; readonly quantity: number }

/** A parcel of an order; nothing in it where nothing was told of its contents. */
type SentParcel = { readonly isDelivered: boolean; readonly contents: readonly Goods[] }

/**
 * Whether a despatched order is delivered: all of its known parcels are, and nothing is still to be despatched. That is so
 * where nothing is known to be missing ({@link notSent}), and where someone has said that what is missing does not come.
 */
export function isOrderDelivered(
  parcels: readonly SentParcel[],
  lines: readonly Goods[],
  { isClosedShort }: { readonly isClosedShort: boolean },
): boolean {
  if (parcels.length === 0 || parcels.some(({ isDelivered }) => !isDelivered)) return false
  return isClosedShort || notSent(parcels, lines).length === 0
}

/**
 * What of an order's lines is in none of its parcels, SKU by SKU; nothing where that is not known. It is known where every
 * parcel has contents, all of them SKUs of the order: a parcel of which nothing was told may hold the rest, and boxes of a
 * product have SKUs of their own.
 */
export function notSent(parcels: readonly SentParcel[], lines: readonly Goods[]): Goods[] {
  const ordered = piecesBySku(lines)
  const sent = piecesBySku(parcels.flatMap(({ contents }) => contents))
  const isKnown =
    parcels.length > 0 &&
    parcels.every(({ contents }) => contents.length > 0) &&
    [...sent.keys()].every((SKU) => ordered.has(SKU))
  if (!isKnown) return []
  return [...ordered].flatMap(([SKU, quantity]) => {
    const missing = quantity - (sent.get(SKU) ?? 0)
    return missing > 0 ? { SKU, quantity: missing } : []
  })
}

function piecesBySku(goods: readonly Goods[]): Map<string, number> {
  const pieces = new Map<string, number>()
  for (const { SKU, quantity } of goods) pieces.set(SKU, (pieces.get(SKU) ?? 0) + quantity)
  return pieces
}
