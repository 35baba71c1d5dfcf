import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useState } from 'react'
import type { Tab } from '../../kit/tabs/tabs.ts'

/**
 * Keeps the active tab visible when it is opened or activated, when a tab's title changes and when the bar becomes narrower.
 *
 * @returns whether the bar has less room than its tabs need
 */
export function useScrollToTab(bar: RefObject<HTMLElement | null>, activeId: string, open: readonly Tab[]): boolean {
  const [isCut, setIsCut] = useState(false)
  const router = useRouter()
  useEffect(() => {
    const element = bar.current
    if (!element) return undefined
    // The observer reports all sizes at first, then those that change with a title or a font.
    const observer = new ResizeObserver(() => {
      setIsCut(element.scrollWidth > element.clientWidth)
      showActiveIn(element)
    })
    for (const part of [element, ...element.children]) observer.observe(part)
    return () => observer.disconnect()
  }, [bar, activeId, open])
  // The router restores scroll positions after navigation, including this bar's, so scroll again.
  useEffect(() => router.subscribe('onRendered', () => bar.current && showActiveIn(bar.current)), [router, bar])
  return isCut
}

/** Not with scrollIntoView: in some versions of Chromium the next Tab begins there, past the skip link to the screen. */
function showActiveIn(bar: HTMLElement): void {
  const tab = bar.querySelector('[aria-selected="true"]')
  if (!tab) return
  const [room, place] = [bar.getBoundingClientRect(), tab.getBoundingClientRect()]
  // The sticky Home tab covers tabs behind it.
  const [home = tab] = bar.children
  const left = home.contains(tab) ? room.left : room.left + home.getBoundingClientRect().width
  if (place.left < left) bar.scrollLeft -= left - place.left
  else if (place.right > room.right) bar.scrollLeft += place.right - room.right
}
