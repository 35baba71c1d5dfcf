import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { TableProblem } from '../list/table-states.tsx'
import styles from './form.module.css'

type RecordWaitingProps = {
  readonly title: string
  /** Why there is nothing to wait for. */
  readonly why?: string | undefined
  readonly error: unknown
  readonly onRetry: () => void
  /** What is there already, above it. */
  readonly children?: ReactNode
}

/** What stands where a record will: that it is loading, or why it does not come. */
export function RecordWaiting({ title, why, error, onRetry, children }: RecordWaitingProps) {
  return (
    <section className={styles.body} aria-label={title}>
      <h1 className={styles.title}>{title}</h1>
      {children}
      {why ? (
        <p>{why}</p>
      ) : error ? (
        <TableProblem error={error} onRetry={onRetry} />
      ) : (
        <div role="status" aria-label="Loading">
          <Skeleton height={52} mt="md" />
          <Skeleton height={120} mt="lg" />
          <Skeleton height={320} mt="lg" />
        </div>
      )}
    </section>
  )
}
