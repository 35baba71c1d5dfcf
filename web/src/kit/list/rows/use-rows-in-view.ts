import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect } from 'react'
import { offsetOf, skippedAt, TALLEST } from './tall-list.ts'

type Given = {
  /** How many rows there are. */
  readonly total: number
  readonly rowHeight: number
  readonly scroller: RefObject<HTMLDivElement | null>
  /** Off, all rows are in the page. */
  readonly isOn: boolean
}

/** Before the height of the view is known. */
const FIRST_DRAWN = 30

/** Which rows of a long table are in view, the heights of what is left out above and beneath, and how to show another. */
export function useRowsInView({ total, rowHeight, scroller, isOn }: Given) {
  const count = Math.min(total, Math.floor(TALLEST / rowHeight))
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
  const skipped = skippedAt(virtual.scrollOffset ?? 0, list)
  const top = items[0]?.index ?? 0
  const bottom = items.at(-1)?.index ?? Math.min(count, FIRST_DRAWN) - 1

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
