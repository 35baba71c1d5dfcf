import type { ReactNode } from 'react'
import { BackLink } from '../kit/record/back-link.tsx'
import { INVOICE_SCREENS } from './addresses.ts'
import { SaveView } from '../kit/list/views/save-view.tsx'
import { useSavedViews } from '../kit/list/views/use-saved-views.ts'
import { ViewTabs } from '../kit/list/views/view-tabs.tsx'
import styles from './invoice-details/details.module.css'

type RowsPageProps = {
  /** The address that the list of invoices gives it, for its place there. */
  readonly address?: string
  readonly title: ReactNode
  /** The title for screen readers, if `title` is more than text. */
  readonly label: string
  readonly counted: string
  /** The actions on the whole invoice or part. */
  readonly actions: ReactNode
  /** The overview above the rows. */
  readonly summary: ReactNode
  /** The name under which views of the rows are saved. */
  readonly viewsOf: string
  readonly filters: ReactNode
  readonly foot: ReactNode
  /** The table. */
  readonly children: ReactNode
}

/** The layout of an invoice's or part's screen: its overview, and its rows below. */
export function RowsPage({ address, title, label, counted, actions, summary, ...parts }: RowsPageProps) {
  const { viewsOf, filters, foot, children } = parts
  const saved = useSavedViews(viewsOf)
  return (
    <section className={styles.screen} aria-label={label}>
      <div className={styles.back}>
        <BackLink
          paths={[INVOICE_SCREENS.list]}
          of={address === undefined ? undefined : { address, noun: 'invoice' }}
        />
      </div>
      <header className={styles.head}>
        <h1>{title}</h1>
        <span className={styles.counted} role="status">
          {counted}
        </span>
        <div className={styles.headActions}>{actions}</div>
      </header>
      {summary}
      <ViewTabs shipped={[]} saved={saved} />
      <div className={styles.filters}>
        {filters}
        <SaveView saved={saved} />
      </div>
      <div className={styles.tablePlace}>{children}</div>
      <div className={styles.rowsFoot}>{foot}</div>
    </section>
  )
}
