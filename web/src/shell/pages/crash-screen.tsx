import { Button } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { notify } from '../../kit/notify/notify.ts'
import { ApiError, UNREACHABLE } from '../../kit/server/api-error.ts'
import { isOutOfDate, reloadFor, reloadIfReachable } from '../../kit/browser/chunks.ts'
import styles from './page.module.css'

/** Specification 2: 'Crash fallback screen: large text OOPS!, message Something Went Wrong, and a Go back button to /home.' */
export function CrashScreen({ error }: Partial<ErrorComponentProps>) {
  const isOld = isOutOfDate(error)
  useEffect(() => {
    if (isOld) reloadFor(error)
  }, [isOld, error])
  if (isOld) return null
  // A network error is no crash.
  if (error instanceof ApiError && error.code === 'network') return <UnreachableScreen />
  const message = error instanceof Error ? error.message : ''
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <div className={`${styles.page} ${styles.centred}`}>
      <h1 className={styles.oops}>OOPS!</h1>
      <p className={styles.text}>Something Went Wrong</p>
      {/* A full page load, because the state that crashed may still be in memory. */}
      <Button component="a" href="/home">
        Go back
      </Button>
      {message && <p className={styles.details}>{message}</p>}
      {requestId && <p className={styles.details}>Request {requestId}</p>}
    </div>
  )
}

/** A screen whose code could not be loaded. Reloads the page once the server answers; drafts and tabs survive. */
function UnreachableScreen() {
  const [isTrying, setIsTrying] = useState(false)
  async function retry() {
    setIsTrying(true)
    if (!(await reloadIfReachable())) notify.danger(UNREACHABLE)
    setIsTrying(false)
  }
  return (
    <div className={styles.page} role="alert">
      <h1>This screen couldn’t be loaded</h1>
      <p className={styles.text}>{UNREACHABLE}</p>
      <Button loading={isTrying} onClick={() => void retry()}>
        Try again
      </Button>
    </div>
  )
}

/** {@link CrashScreen} without a frame around it. */
export function WholeCrashScreen(props: ErrorComponentProps) {
  return (
    <main>
      <CrashScreen {...props} />
    </main>
  )
}
