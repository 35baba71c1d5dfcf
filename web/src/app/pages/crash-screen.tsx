import { Button } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApiError } from '../api/api-error.ts'
import styles from './page.module.css'

/** Specification 2: 'Crash fallback screen: large text OOPS!, message Something Went Wrong, and a Go back button to /home.' */
export function CrashScreen({ error }: Partial<ErrorComponentProps>) {
  const message = error instanceof Error ? error.message : ''
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <div className={`${styles.page} ${styles.centred}`}>
      <h1 className={styles.oops}>OOPS!</h1>
      <p className={styles.text}>Something Went Wrong</p>
      {/* A full load, because what crashed may still be in memory. */}
      <Button component="a" href="/home">
        Go back
      </Button>
      {message && <p className={styles.details}>{message}</p>}
      {requestId && <p className={styles.details}>Request {requestId}</p>}
    </div>
  )
}

/** The same where no frame stands around it. */
export function WholeCrashScreen(given: ErrorComponentProps) {
  return (
    <main>
      <CrashScreen {...given} />
    </main>
  )
}
