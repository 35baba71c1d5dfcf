/**
 * Prepares the page when the browser prints it: paper is light whatever the theme, and charts can shrink to its width.
 * Returns a function that stops it.
 */
export function preparePages(): () => void {
  const root = document.documentElement
  let scheme: string | undefined
  const before = () => {
    scheme ??= root.dataset['mantineColorScheme']
    root.dataset['mantineColorScheme'] = 'light'
    // Pictures without a view box are cut instead.
    for (const picture of document.querySelectorAll('[role="img"] svg:not([viewBox])'))
      picture.setAttribute('viewBox', `0 0 ${picture.getAttribute('width')} ${picture.getAttribute('height')}`)
  }
  const after = () => {
    if (scheme) root.dataset['mantineColorScheme'] = scheme
    scheme = undefined
  }
  // First, so that charts read the light colours.
  window.addEventListener('beforeprint', before, { capture: true })
  window.addEventListener('afterprint', after)
  return () => {
    window.removeEventListener('beforeprint', before, { capture: true })
    window.removeEventListener('afterprint', after)
  }
}
