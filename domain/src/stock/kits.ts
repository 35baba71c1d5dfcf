/** A box of a kit: pieces per kit, and pieces available; null if unknown. */
export type KitBox = { readonly quantity: number; readonly available: number | null }

/**
 * How many kits these boxes make: negative if they are short, null if any box is unknown. A SKU that is no kit has
 * itself as its only box.
 */
export function kitsOfBoxes(boxes: readonly KitBox[]): number | null {
  const possible = boxes.map(({ quantity, available }) =>
    available === null ? null : Math.floor(available / quantity),
  )
  return possible.reduce((least, one) => (least === null || one === null ? null : Math.min(least, one)), Infinity)
}
