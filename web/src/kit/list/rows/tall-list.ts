/** Browsers cannot scroll an element much higher than this, in pixels. */
export const MAX_HEIGHT = 15_000_000

/** A list of `total` rows on a page that is high enough for `count`. Heights are in pixels. */
export type TallList = {
  readonly total: number
  readonly count: number
  readonly rowHeight: number
  readonly view: number
}

const maxScroll = ({ count, rowHeight, view }: TallList) => Math.max(1, count * rowHeight - view)

/**
 * The number of rows skipped at a scroll offset. If the page is too low for all rows, the surplus is skipped evenly
 * while scrolling, so that the top shows the first row and the end the last.
 */
export function skippedRowsAt(offset: number, list: TallList): number {
  const way = Math.min(1, Math.max(0, offset / maxScroll(list)))
  return Math.round(way * (list.total - list.count))
}

/** The scroll offset that centres a row in the view. */
export function offsetOf(index: number, list: TallList): number {
  const rowsPerPixel = 1 / list.rowHeight + (list.total - list.count) / maxScroll(list)
  const first = index - list.view / list.rowHeight / 2
  return Math.min(maxScroll(list) + list.rowHeight * 2, Math.max(0, first / rowsPerPixel))
}
