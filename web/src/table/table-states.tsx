import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiError, messageOf } from '../app/api/api-error.ts'
import styles from './table.module.css'

/** What went wrong, by which request, and the way to try again. */
export function TableProblem(given: { error: unknown; onRetry: () => void; isInline?: boolean }) {
  const requestId = given.error instanceof ApiError ? given.error.requestId : undefined
  return (
    <div className={styles.problem} data-inline={given.isInline || undefined} role="alert">
      <div>
        <strong>{messageOf(given.error)}</strong>
        {requestId && <div className={styles.requestId}>Request {requestId}</div>}
      </div>
      <Button variant="default" onClick={given.onRetry}>
        Try again
      </Button>
    </div>
  )
}

/** Says what would be here, and how to get it. */
export function EmptyTable({ children }: { children: ReactNode }) {
  return (
    <div className={styles.empty} role="status">
      {children}
    </div>
  )
}
