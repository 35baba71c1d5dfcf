/**
 * Shows a text that is cut as its title, when it is pointed at: a text that ends in an ellipsis is never all there is to
 * be had. One listener for the whole page, because what is cut depends on the width of the window. Gives what ends it.
 */
export function showCutTexts(root: Document): () => void {
  const show = ({ target }: Event) => {
    const element = target instanceof Element ? target.closest<HTMLElement>('td, th, span, button, a, dd, p, li') : null
    const cut = cutAround(element)
    if (!cut || cut.closest('[title]')) return
    cut.title = cut.textContent
    // It may fit the next time.
    cut.addEventListener('pointerleave', () => cut.removeAttribute('title'), { once: true })
  }
  root.addEventListener('pointerover', show, { passive: true })
  return () => root.removeEventListener('pointerover', show)
}

/** The element itself, or what it stands in: a word within a cell that is cut. */
function cutAround(element: HTMLElement | null): HTMLElement | undefined {
  for (let at = element, steps = 0; at && steps < 4; at = at.parentElement, steps++)
    if (at.scrollWidth > at.clientWidth && at.clientWidth > 0 && getComputedStyle(at).textOverflow === 'ellipsis')
      return at
  return undefined
}
