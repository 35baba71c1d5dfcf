import { useLocation } from '@tanstack/react-router'
import { currentPreferences } from '../../kit/browser/preferences.ts'
import { tabOf } from '../../kit/tabs/window-tabs.ts'
import { plainTitle } from '../../kit/navigation/screen-title.ts'
import { screenAt } from '../../kit/navigation/screens.ts'
import styles from './pending-screen.module.css'

/** Placeholder while a screen's code loads: the title and surface in their final places, so that nothing jumps. */
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

/** Placeholder for the menu and the bars while the frame loads. */
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
