import { Skeleton } from '@mantine/core'
import { TableProblem } from '../table/table-states.tsx'
import styles from './roles.module.css'

type Given = {
  readonly title: string
  /** Why there is nothing to wait for. */
  readonly why?: string | undefined
  readonly error: unknown
  readonly onRetry: () => void
}

/** What stands where a record will: that it is loading, or why it does not come. */
export function RoleWaiting({ title, why, error, onRetry }: Given) {
  return (
    <section className={styles.screen} aria-label={title}>
      <h1>{title}</h1>
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
