import { useMediaQuery } from '@mantine/hooks'
import { prefer, usePreferences } from '../browser/preferences.ts'
import { createStore, useStore } from '../browser/store.ts'

/** Up to this width the menu covers the screen instead of standing beside it. The frame's stylesheet has the same. */
export const NARROW = '48em'

/** On a narrow window the menu is open only while someone chooses from it: this is not kept as a preference. */
const covering = createStore(false)

/** Whether the menu is shown, and what shows and hides it. */
export function useMenu() {
  const isNarrow = useMediaQuery(`(max-width: ${NARROW})`, undefined, { getInitialValueInEffect: false })
  const { isMenuOpen } = usePreferences()
  const isOpenOverScreen = useStore(covering)
  const show = (isShown: boolean) => (isNarrow ? covering.set(isShown) : prefer({ isMenuOpen: isShown }))
  return { isOpen: isNarrow ? isOpenOverScreen : isMenuOpen, isCovering: isNarrow && isOpenOverScreen, show }
}

/** After a screen was chosen, the menu must not cover it. */
export function uncoverScreen(): void {
  covering.set(false)
}
