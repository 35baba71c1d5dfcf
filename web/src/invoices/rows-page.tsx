import type { ReactNode } from 'react'
import styles from './invoice-details/details.module.css'

type RowsPageProps = {
  readonly title: ReactNode
  /** The title for screen readers, where it holds more than a text. */
  readonly label: string
  readonly counted: string
  /** What can be done with the whole. */
  readonly actions: ReactNode
  /** What is known of the whole, above its rows. */
  readonly summary: ReactNode
  readonly filters: ReactNode
  readonly foot: ReactNode
  /** The table. */
  readonly children: ReactNode
}

/** An invoice or a part of it: what it comes to, and its rows beneath. */
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
