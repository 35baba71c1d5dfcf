import type { ReactNode } from 'react'
import { type FactsByName, RecordFacts } from './record-facts.tsx'
import styles from './record-page.module.css'

type PeekHeadProps = {
  readonly status?: ReactNode
  /** `RecordActions`. */
  readonly actions?: ReactNode
  /** What is wrong with the record, as a `RecordBanner`. */
  readonly banner?: ReactNode
  readonly facts: FactsByName
}

/** The head of a record in a drawer, whose title names it: status, actions, what is wrong, and facts. */
export function PeekHead({ status, actions, banner, facts }: PeekHeadProps) {
  return (
    <div className={styles.peekHead}>
      {(status !== undefined || actions !== undefined) && (
        <div className={styles.head}>
          {status}
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      {banner}
      <RecordFacts facts={facts} />
    </div>
  )
}
