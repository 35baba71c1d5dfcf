import { useLocation } from '@tanstack/react-router'
import { currentPreferences } from '../../kit/browser/preferences.ts'
import { tabOf } from '../../kit/tabs/window-tabs.ts'
import { plainTitle } from '../../kit/navigation/screen-title.ts'
import { screenAt } from '../../kit/navigation/screens.ts'
import styles from './pending-screen.module.css'

/** While a screen's code is loaded: its title where it will be, and the ground that lists lie on, so that nothing jumps. */
export function PendingScreen() {
  const { pathname, href, search } = useLocation()
  const screen = screenAt(pathname)
  const tab = tabOf({ pathname, href, search: search as Record<string, unknown> })
  const title = screen && tab?.id === screen.path ? plainTitle(screen) : tab?.title
  return (
    <div className={styles.page} role="status" aria-label={`Loading ${title ?? 'the screen'}`}>
      <div className={styles.title} aria-hidden>
        {title ?? '\u00A0'}
      </div>
      <div className={styles.bars} aria-hidden>
        <span />
        <span />
        <span />
      </div>
      <div className={styles.surface} aria-hidden />
    </div>
  )
}

/** Before the menu and the bars are there: the places that they will take. */
export function PendingFrame() {
  return (
    <div
      className={styles.frame}
      data-menu={currentPreferences().isMenuOpen ? undefined : 'hidden'}
      role="status"
      aria-label="Loading"
    />
  )
}
