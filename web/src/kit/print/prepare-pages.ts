/**
 * Prepares the page when the browser prints it: paper is light whatever the theme, and charts can shrink to its width.
 * Returns a function that stops it.
 */
export function preparePages(): () => void {
  const root = document.documentElement
  let scheme: string | undefined
  let resized: Element[] = []
  const before = () => {
    scheme ??= root.dataset['mantineColorScheme']
    root.dataset['mantineColorScheme'] = 'light'
    // Pictures without a view box are cut instead.
    const cut = document.querySelectorAll('[role="img"] svg:not([viewBox])')
    for (const picture of cut)
      picture.setAttribute('viewBox', `0 0 ${picture.getAttribute('width')} ${picture.getAttribute('height')}`)
    resized = [...resized, ...cut]
  }
  const after = () => {
    if (scheme) root.dataset['mantineColorScheme'] = scheme
    scheme = undefined
    // With a view box, a chart would no longer follow the size of the window.
    for (const picture of resized) picture.removeAttribute('viewBox')
    resized = []
  }
  // First, so that charts read the light colours.
  window.addEventListener('beforeprint', before, { capture: true })
  window.addEventListener('afterprint', after)
  return () => {
    window.removeEventListener('beforeprint', before, { capture: true })
    window.removeEventListener('afterprint', after)
  }
}
