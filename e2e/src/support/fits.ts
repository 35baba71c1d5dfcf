import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** A phone, and a window of 1280 px at 200 %. */
export const SMALL_WINDOWS = {
  phone: { width: 390, height: 844 },
  'at 200 %': { width: 640, height: 400 },
} as const

/**
 * Expects a screen to fit a window of this size: the page does not scroll sideways, no control is off screen or covers
 * another, and no text is cut off except by an ellipsis that shows it all on hover. Parts of the screen may scroll,
 * such as wide tables. Restores the window's size afterwards.
 */
export async function expectFits(page: Page, where: string, size: { width: number; height: number }): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize(size)
  // Wait for the layout to settle.
  await expect.poll(() => page.evaluate<string[]>(FAULTS), { message: `${where} at ${size.width} px` }).toEqual([])
  if (before) await page.setViewportSize(before)
}

const FAULTS = `(() => {
  const screen = document.querySelector('#screen')
  const faults = new Set()
  const styleOf = (element) => getComputedStyle(element)
  const nameOf = (element) => JSON.stringify((element.textContent || element.ariaLabel || element.name || element.tagName).trim().slice(0, 60))
  const beyond = document.scrollingElement.scrollWidth - innerWidth
  if (beyond > 0) faults.add('the page scrolls sideways by ' + beyond + ' px')

  const isSeen = (element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 2 && height > 2 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }
  /** The nearest element that cuts off overflow; undefined if one on the way scrolls or has an ellipsis. */
  const cutterOf = (element) => {
    for (let at = element; at && at !== screen.parentElement; at = at.parentElement) {
      const { overflowX, textOverflow } = styleOf(at)
      if (overflowX === 'auto' || overflowX === 'scroll') return undefined
      if (overflowX === 'hidden' || overflowX === 'clip') return textOverflow === 'ellipsis' ? undefined : at
    }
    return document.documentElement
  }
  /** Sticky headers and footers cover what scrolls beneath them. */
  const isStaying = (element) => {
    for (let at = element; at !== screen; at = at.parentElement)
      if (['sticky', 'fixed'].includes(styleOf(at).position)) return true
    return false
  }
  const texts = document.createTreeWalker(screen, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement
    if (text.data.trim() === '' || element.closest('svg, [data-virtual]') || !isSeen(element)) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const { right, width } = range.getBoundingClientRect()
    const cutter = width > 0 && cutterOf(element)
    if (!cutter) continue
    const edge = Math.min(cutter.getBoundingClientRect().right, innerWidth)
    if (right > edge + 1.5) faults.add('cut by ' + Math.round(right - edge) + ' px: ' + nameOf(element))
  }

  const controls = [...screen.querySelectorAll('button, a, input, select, textarea')].filter(
    (element) => isSeen(element) && cutterOf(element) !== undefined,
  )
  /** The visible part of an element within its scroll container. */
  const shownOf = (element) => {
    let { left, right, top, bottom } = element.getBoundingClientRect()
    for (let at = element.parentElement; at && at !== screen.parentElement; at = at.parentElement) {
      if (styleOf(at).overflowY === 'visible') continue
      const edge = at.getBoundingClientRect()
      top = Math.max(top, edge.top)
      bottom = Math.min(bottom, edge.bottom)
    }
    return { left, right, top, bottom }
  }
  const placed = controls.map((element) => ({ element, box: shownOf(element) }))
  for (const [index, { element, box }] of placed.entries()) {
    if (box.right > innerWidth + 1 || box.left < -1) faults.add('beyond the edge: ' + nameOf(element))
    for (const other of placed.slice(index + 1)) {
      const isWithin = element.parentElement.contains(other.element) || other.element.parentElement.contains(element)
      const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
      const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
      const isOver = isStaying(element) || isStaying(other.element)
      if (!isWithin && !isOver && wide > 3 && high > 3)
        faults.add(nameOf(element) + ' and ' + nameOf(other.element) + ' lie over each other')
    }
  }
  return [...faults]
})()`
