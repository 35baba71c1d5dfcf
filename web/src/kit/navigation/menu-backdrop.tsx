import { useHotkeys } from '@mantine/hooks'
import { useEffect } from 'react'
import styles from './menu-tree.module.css'

/** What lies between the menu and the screen while the menu covers it: a press on it, or Esc, closes the menu. */
export function MenuBackdrop({ onClose }: { readonly onClose: () => void }) {
  useHotkeys([['Escape', onClose]], [])
  useEffect(() => {
    const before = document.activeElement
    document.querySelector<HTMLElement>('[data-hide-menu]')?.focus()
    return () => {
      // Anyone who chose an entry has the focus on its screen.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    }
  }, [])
  return <div className={styles.backdrop} aria-hidden onClick={onClose} />
}
