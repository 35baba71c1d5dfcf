import { useHotkeys } from '@mantine/hooks'
import { useEffect } from 'react'
import styles from './menu-tree.module.css'

/** The layer between the screen and a menu that covers it. A click on it, or Esc, closes the menu. */
export function MenuBackdrop({ onClose }: { readonly onClose: () => void }) {
  useHotkeys([['Escape', onClose]], [])
  useEffect(() => {
    const before = document.activeElement
    document.querySelector<HTMLElement>('[data-hide-menu]')?.focus()
    return () => {
      // After the user chose an entry, the focus is already on its screen.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    }
  }, [])
  return <div className={styles.backdrop} aria-hidden onClick={onClose} />
}
