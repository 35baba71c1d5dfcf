import { Link, useLocation } from '@tanstack/react-router'
import { useStore } from '../browser/store.ts'
import { session } from '../session/session-store.ts'
import { isOpenTo } from './screen-access.ts'
import { linkOf } from './screen-address.ts'
import { screenAt, sectionsOf } from './screens.ts'
import styles from './section-bar.module.css'

/**
 * Links to the sections of the current menu entry that the user may open. Renders nothing if the current screen is no
 * section, or the only one.
 */
export function SectionBar() {
  const { pathname } = useLocation()
  const here = screenAt(pathname)
  const now = useStore(session.store)
  if (here?.section === undefined) return null
  const open = sectionsOf(here.leaf).filter((screen) => isOpenTo(now, screen))
  if (open.length < 2) return null
  return (
    <nav className={styles.bar} aria-label="Sections">
      {open.map((screen) => (
        <Link
          key={screen.path}
          {...linkOf(screen.path)}
          preload={false}
          className={styles.section}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {screen.section}
        </Link>
      ))}
    </nav>
  )
}
