import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** WCAG 1.4.10: 1280 px at 400 %. */
export const REFLOW = { width: 320, height: 640 }

/** WCAG 1.4.12, for all text but that of charts. */
const SPACING = `*:not(svg, svg *) {
  line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`

/** Expects no text of a screen to be cut when the user spaces it out, except by an ellipsis that shows it on hover. */
export async function expectSpaced(page: Page, where: string): Promise<void> {
  await page.evaluate(
    `document.head.insertAdjacentHTML('beforeend', ${JSON.stringify(`<style id="spacing">${SPACING}</style>`)})`,
  )
  await expect.poll(() => page.evaluate<string[]>(CUT), { message: `${where}, spaced out` }).toEqual([])
  await page.evaluate(`document.getElementById('spacing').remove()`)
}

/**
 * WCAG 2.5.8: expects each target to have 24 × 24 px, to have so much room that a circle of 24 px on its centre meets no
 * other target, or to be a link in a line of text. The edges of columns are left out: the column chooser resizes them too.
 */
export async function expectTargets(page: Page, where: string): Promise<void> {
  await expect.poll(() => page.evaluate<string[]>(SMALL_TARGETS), { message: `${where}, targets` }).toEqual([])
}

const SEEN = `
  const nameOf = (element) =>
    (element.ariaLabel || element.textContent || element.name || element.tagName).trim().slice(0, 50) +
    ' (' + String(element.className.baseVal ?? element.className).split(' ').at(-1) + ')'
  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getBoundingClientRect().width > 1`

const CUT = `(() => {
  ${SEEN}
  const faults = new Set()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement
    if (!text.data.trim() || element.closest('svg, script, style, .mantine-VisuallyHidden-root, [role=log]') || !isSeen(element)) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const box = range.getBoundingClientRect()
    if (box.width === 0 || box.height === 0) continue
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at)
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) break
      if (!/hidden|clip/.test(style.overflowX + style.overflowY)) continue
      if (style.textOverflow === 'ellipsis' && style.whiteSpace.startsWith('nowrap')) break
      const edge = at.getBoundingClientRect()
      // Labels for screen readers alone.
      if (edge.width <= 2) break
      const [wide, high] = [box.right - edge.right, box.bottom - edge.bottom]
      if (wide > 2 || high > 4) faults.add('cut by ' + Math.round(Math.max(wide, high)) + ' px: ' + nameOf(element))
      break
    }
  }
  return [...faults]
})()`

const SMALL_TARGETS = `(() => {
  ${SEEN}
  /** Rows that are scrolled beneath the foot of a list are no targets until they are scrolled back. */
  const isUncovered = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const there = document.elementFromPoint(left + width / 2, top + height / 2)
    return there !== null && (element.contains(there) || there.contains(element))
  }
  const SIZE = 24
  const all = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, [role=button], [role=tab], [role=menuitem]')]
    .filter((element) => isSeen(element) && !element.disabled && !element.closest('[aria-hidden=true]') && isUncovered(element))
    .map((element) => {
      // A label around a box belongs to its target.
      const label = element.closest('label')
      const { left, top, width, height } = (label ?? element).getBoundingClientRect()
      return { element, left, top, width, height, x: left + width / 2, y: top + height / 2 }
    })
  const isSmall = ({ width, height }) => width < SIZE - 0.5 || height < SIZE - 0.5
  const isInText = ({ element }) => {
    if (element.tagName !== 'A' || getComputedStyle(element).display !== 'inline') return false
    return (element.closest('p, li, td, dd, span, div')?.textContent ?? '').trim().length > element.textContent.trim().length
  }
  const meets = (one, other) => {
    const [dx, dy] = [Math.max(other.left - one.x, 0, one.x - other.left - other.width), Math.max(other.top - one.y, 0, one.y - other.top - other.height)]
    if (Math.hypot(dx, dy) < SIZE / 2 - 0.5) return true
    return isSmall(other) && Math.hypot(one.x - other.x, one.y - other.y) < SIZE - 0.5
  }
  return [...new Set(all.filter((one) => isSmall(one) && !isInText(one)).flatMap((one) => {
    const near = all.find((other) => other.element !== one.element && !one.element.contains(other.element) && !other.element.contains(one.element) && meets(one, other))
    return near ? [nameOf(one.element) + ' ' + Math.round(one.width) + '×' + Math.round(one.height) + ' beside ' + nameOf(near.element)] : []
  }))]
})()`
