/** The screen that the page was loaded at; undefined once it was asked about. */
let loadedAt: string | undefined = window.location.pathname

/**
 * Whether an address was pasted, reloaded or opened in a new tab, and not come back to: true for the screen that the page was
 * loaded at, the first time that it asks. Such an address is meant to be acted on.
 */
export function isDeepLink(path: string): boolean {
  const isOpened = loadedAt === path
  if (isOpened) loadedAt = undefined
  return isOpened
}
