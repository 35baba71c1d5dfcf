import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useState } from 'react'
import type { Tab } from '../../kit/tabs/tabs.ts'

/**
 * Keeps the active tab in view: when it is opened, when one goes to it, when a tab gets its title, when the bar gets
 * narrower. Gives whether the bar has less room than its tabs need.
 */
export function useTabInView(bar: RefObject<HTMLElement | null>, activeId: string, open: readonly Tab[]): boolean {
  const [isCut, setIsCut] = useState(false)
  const router = useRouter()
  useEffect(() => {
    const element = bar.current
    if (!element) return undefined
    // It is told of every size once at first, and of the sizes that change by a title or a font.
    const observer = new ResizeObserver(() => {
      setIsCut(element.scrollWidth > element.clientWidth)
      showActiveIn(element)
    })
    for (const part of [element, ...element.children]) observer.observe(part)
    return () => observer.disconnect()
  }, [bar, activeId, open])
  // The router puts all that was scrolled back to where it was at that address, or at the one before: this bar too.
  useEffect(() => router.subscribe('onRendered', () => bar.current && showActiveIn(bar.current)), [router, bar])
  return isCut
}

/** Not by scrollIntoView: some versions of Chromium go on from there at the first Tab, past the link that skips to the screen. */
function showActiveIn(bar: HTMLElement): void {
  const tab = bar.querySelector('[aria-selected="true"]')
  if (!tab) return
  const [room, place] = [bar.getBoundingClientRect(), tab.getBoundingClientRect()]
  // Home stays at the beginning, and covers what lies behind it.
  const [home = tab] = bar.children
  const left = home.contains(tab) ? room.left : room.left + home.getBoundingClientRect().width
  if (place.left < left) bar.scrollLeft -= left - place.left
  else if (place.right > room.right) bar.scrollLeft += place.right - room.right
}
