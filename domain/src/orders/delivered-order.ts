export type Goods = { readonly SKU: string; readonly quantity: number }

/** A parcel of an order; nothing in it where nothing was told of its contents. */
type SentParcel = { readonly isDelivered: boolean; readonly contents: readonly Goods[] }

/** The boxes that each product comes in, by its SKU: one of each. A SKU that is not here comes as it is. */
type BoxesOf = ReadonlyMap<string, readonly Goods[]>

/**
 * Whether a despatched order is delivered: all of its known parcels are, and nothing is still to be despatched. That is so
 * where nothing is known to be missing ({@link notSent}), and where someone has said that what is missing does not come.
 */
export function isOrderDelivered(
  parcels: readonly SentParcel[],
  lines: readonly Goods[],
  { isClosedShort, boxesOf }: { readonly isClosedShort: boolean; readonly boxesOf: BoxesOf },
): boolean {
  if (parcels.length === 0 || parcels.some(({ isDelivered }) => !isDelivered)) return false
  return isClosedShort || notSent(parcels, lines, boxesOf).length === 0
}

/**
 * What of an order's lines is in none of its parcels, SKU by SKU, products by their boxes; nothing where that is not known. It
 * is known where every parcel has contents: a parcel without reported contents may hold the rest. A SKU that was not ordered
 * and is no box of what was is an extra: what is missing stays missing.
 */
export function notSent(parcels: readonly SentParcel[], lines: readonly Goods[], boxesOf: BoxesOf): Goods[] {
  const isKnown = parcels.length > 0 && parcels.every(({ contents }) => contents.length > 0)
  if (!isKnown) return []
  const ordered = piecesBySku(inBoxes(lines, boxesOf))
  const contents = parcels.flatMap((parcel) => parcel.contents)
  const sent = piecesBySku(inBoxes(contents, boxesOf))
  return [...ordered].flatMap(([SKU, quantity]) => {
    const missing = quantity - (sent.get(SKU) ?? 0)
    return missing > 0 ? { SKU, quantity: missing } : []
  })
}

const inBoxes = (goods: readonly Goods[], boxesOf: BoxesOf): Goods[] =>
  goods.flatMap((one) => boxesOf.get(one.SKU)?.map((box) => ({ ...box, quantity: box.quantity * one.quantity })) ?? one)

function piecesBySku(goods: readonly Goods[]): Map<string, number> {
  const pieces = new Map<string, number>()
  for (const { SKU, quantity } of goods) pieces.set(SKU, (pieces.get(SKU) ?? 0) + quantity)
  return pieces
}
