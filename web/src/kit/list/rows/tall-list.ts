/** Browsers cannot scroll an element much higher than this many pixels. */
export const TALLEST = 15_000_000

/** A list of `total` rows, of which the page has the height of `count`. Heights are in pixels. */
export type TallList = {
  readonly total: number
  readonly count: number
  readonly rowHeight: number
  readonly view: number
}

const farthest = ({ count, rowHeight, view }: TallList) => Math.max(1, count * rowHeight - view)

/**
 * How many rows have been skipped at a scroll offset. Where the page is not high enough for every row, the rows that it
 * has no height for are skipped evenly on the way, so that its top is the first row and its end the last.
 */
export function skippedAt(offset: number, list: TallList): number {
  const way = Math.min(1, Math.max(0, offset / farthest(list)))
  return Math.round(way * (list.total - list.count))
}

/** The offset at which a row stands in the middle of the view. */
export function offsetOf(index: number, list: TallList): number {
  const rowsPerPixel = 1 / list.rowHeight + (list.total - list.count) / farthest(list)
  const first = index - list.view / list.rowHeight / 2
  return Math.min(farthest(list) + list.rowHeight * 2, Math.max(0, first / rowsPerPixel))
}
