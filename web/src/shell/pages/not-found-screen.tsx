import { Button } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import styles from './page.module.css'

/** The screen of an unknown address. */
export function NotFoundScreen() {
  const { pathname } = useLocation()
  return (
    <div className={styles.page}>
      <h1>Page not found</h1>
      <p className={styles.text}>
        There is no page at <span className="reference">{pathname}</span>. The link may be old or mistyped.
      </p>
      <Button component={Link} to="/home">
        Go to Home
      </Button>
    </div>
  )
}
