import { useMediaQuery } from '@mantine/hooks'
import { updatePreferences, usePreferences } from '../browser/preferences.ts'
import { createStore, useStore } from '../browser/store.ts'

/** Up to this width the menu covers the screen instead of being beside it. frame.module.css has the same width. */
export const NARROW = '48em'

/** Whether the menu is open on a narrow window. No preference: it closes as soon as the user has chosen an entry. */
const covering = createStore(false)

/** Whether the menu is shown, and `show` to show or hide it. */
export function useMenu() {
  const isNarrow = useMediaQuery(`(max-width: ${NARROW})`, undefined, { getInitialValueInEffect: false })
  const { isMenuOpen } = usePreferences()
  const isOpenOverScreen = useStore(covering)
  const show = (isShown: boolean) => (isNarrow ? covering.set(isShown) : updatePreferences({ isMenuOpen: isShown }))
  return { isOpen: isNarrow ? isOpenOverScreen : isMenuOpen, isCovering: isNarrow && isOpenOverScreen, show }
}

/** Closes a menu that covers the screen, after the user chose an entry. */
export function hideCoveringMenu(): void {
  covering.set(false)
}
