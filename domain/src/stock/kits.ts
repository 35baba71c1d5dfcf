/** A box of a kit: how many of it are in one kit, and how many there are; null where nobody knows. */
export type KitBox = { readonly quantity: number; readonly available: number | null }

/**
 * How many kits these boxes make, below 0 where they are short; null where nobody knows how many there are of a box. The boxes of
 * a SKU that is no kit are itself, once.
 */
export function kitsOfBoxes(boxes: readonly KitBox[]): number | null {
  const made = boxes.map(({ quantity, available }) => (available === null ? null : Math.floor(available / quantity)))
  return made.reduce((least, one) => (least === null || one === null ? null : Math.min(least, one)), Infinity)
}
