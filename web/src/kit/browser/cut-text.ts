/**
 * Shows a text that ends in an ellipsis in full, as a tooltip, when the user points at it. One listener serves the whole
 * page, because the window's width decides which texts are cut.
 *
 * @returns a function that stops it
 */
export function showCutTexts(root: Document): () => void {
  const show = ({ target }: Event) => {
    const element = target instanceof Element ? target.closest<HTMLElement>('td, th, span, button, a, dd, p, li') : null
    const cut = cutAround(element)
    if (!cut || cut.closest('[title]')) return
    cut.title = cut.textContent
    // The text may fit the next time.
    cut.addEventListener('pointerleave', () => cut.removeAttribute('title'), { once: true })
  }
  root.addEventListener('pointerover', show, { passive: true })
  return () => root.removeEventListener('pointerover', show)
}

/** The element itself, or one around it: a word may be in a cell that is cut. */
function cutAround(element: HTMLElement | null): HTMLElement | undefined {
  for (let at = element, steps = 0; at && steps < 4; at = at.parentElement, steps++)
    if (at.scrollWidth > at.clientWidth && at.clientWidth > 0 && getComputedStyle(at).textOverflow === 'ellipsis')
      return at
  return undefined
}
