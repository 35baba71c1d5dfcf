/** The path at which the page was loaded; undefined once isDeepLink has returned true for it. */
let loadedAt: string | undefined = window.location.pathname

/**
 * Whether the user pasted or reloaded this address, or opened it in a new tab. True once only, for the screen at which the
 * page was loaded: when the user comes back to it later, its address must not be acted on again.
 */
export function isDeepLink(path: string): boolean {
  const isFirstScreen = loadedAt === path
  if (isFirstScreen) loadedAt = undefined
  return isFirstScreen
}
