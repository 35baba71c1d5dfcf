import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect } from 'react'
import { offsetOf, skippedRowsAt, MAX_HEIGHT } from './tall-list.ts'

type RowsInViewOptions = {
  readonly total: number
  readonly rowHeight: number
  readonly scroller: RefObject<HTMLDivElement | null>
  /** If false, all rows are rendered. */
  readonly isOn: boolean
}

/** Rows to render before the height of the view is known. */
const INITIAL_ROWS = 30

/** The range of rows in view, the heights of the space above and below them, and a function that scrolls to a row. */
export function useRowsInView({ total, rowHeight, scroller, isOn }: RowsInViewOptions) {
  const count = Math.min(total, Math.floor(MAX_HEIGHT / rowHeight))
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    enabled: isOn,
  })
  useEffect(() => virtual.measure(), [virtual, rowHeight])
  if (!isOn) return { first: 0, last: total - 1, above: 0, beneath: 0, show: () => undefined }

  const items = virtual.getVirtualItems()
  const list = { total, count, rowHeight, view: virtual.scrollRect?.height ?? 0 }
  const skipped = skippedRowsAt(virtual.scrollOffset ?? 0, list)
  const top = items[0]?.index ?? 0
  const bottom = items.at(-1)?.index ?? Math.min(count, INITIAL_ROWS) - 1

  return {
    first: top + skipped,
    last: bottom + skipped,
    above: top * rowHeight,
    beneath: Math.max(0, count - 1 - bottom) * rowHeight,
    show(index: number) {
      if (total === count) return virtual.scrollToIndex(index)
      const place = (index - skipped) * rowHeight
      const offset = virtual.scrollOffset ?? 0
      const isInView = place >= offset && place + 2 * rowHeight <= offset + list.view
      if (!isInView) scroller.current?.scrollTo({ top: offsetOf(index, list) })
    },
  }
}
