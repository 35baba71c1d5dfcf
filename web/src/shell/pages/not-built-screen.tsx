import { Button } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { screenAt } from '../../kit/navigation/screens.ts'
import { SCREENS, SCREENS_TO_COME } from '../screens.ts'
import styles from './page.module.css'
import { plainTitle } from '../../kit/navigation/screen-title.ts'

/** A screen that is still to come: says so, and what it will do. */
export function NotBuiltScreen() {
  const { pathname } = useLocation()
  const screen = screenAt(pathname)
  return (
    <div className={styles.page}>
      <span className={styles.kicker}>Not built yet</span>
      <h1>{screen && plainTitle(screen)}</h1>
      <p className={styles.text}>What it will do: {screen?.purpose}</p>
      <p className={styles.details}>
        {SCREENS.length - SCREENS_TO_COME.length} of {SCREENS.length} screens are built. Nothing on this one works yet.
      </p>
      <Button component={Link} to="/home" variant="default">
        Go to Home
      </Button>
    </div>
  )
}
