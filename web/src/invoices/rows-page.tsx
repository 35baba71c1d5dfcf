import type { ReactNode } from 'react'
import styles from './invoice-details/details.module.css'

type RowsPageProps = {
  readonly title: ReactNode
  /** The title for screen readers, if `title` is more than text. */
  readonly label: string
  readonly counted: string
  /** The actions on the whole invoice or part. */
  readonly actions: ReactNode
  /** The overview above the rows. */
  readonly summary: ReactNode
  readonly filters: ReactNode
  readonly foot: ReactNode
  /** The table. */
  readonly children: ReactNode
}

/** The layout of an invoice's or part's screen: its overview, and its rows below. */
export function RowsPage({ title, label, counted, actions, summary, filters, foot, children }: RowsPageProps) {
  return (
    <section className={styles.screen} aria-label={label}>
      <header className={styles.head}>
        <h1>{title}</h1>
        <span className={styles.counted} role="status">
          {counted}
        </span>
        <div className={styles.headActions}>{actions}</div>
      </header>
      {summary}
      <div className={styles.filters}>{filters}</div>
      <div className={styles.tablePlace}>{children}</div>
      <div className={styles.rowsFoot}>{foot}</div>
    </section>
  )
}
