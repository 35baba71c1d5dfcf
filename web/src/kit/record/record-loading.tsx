import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { TableProblem } from '../list/table-states.tsx'
import styles from '../form/form.module.css'

type RecordLoadingProps = {
  readonly title: string
  /** The reason if the record will not be loaded. */
  readonly why?: string | undefined
  readonly error: unknown
  readonly onRetry: () => void
  /** Shown above the placeholder. */
  readonly children?: ReactNode
}

/** Placeholder for a record that is loading, or the reason why it cannot be shown. */
export function RecordLoading({ title, why, error, onRetry, children }: RecordLoadingProps) {
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
