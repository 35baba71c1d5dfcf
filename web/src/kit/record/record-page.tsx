import type { ReactNode } from 'react'
import { BackLink } from './back-link.tsx'
import { type FactsByName, RecordFacts } from './record-facts.tsx'
import styles from './record-page.module.css'

type RecordHeadProps = {
  readonly title: ReactNode
  readonly status?: ReactNode
  /** Paths of lists that the record may come from: it links to the first that is open in a tab, else to the last. */
  readonly backTo?: readonly string[]
  /** The address that lists give the record, and its noun: its place in the list stands beside the link. */
  readonly of?: { readonly address: string; readonly noun: string }
  /** `RecordActions`. */
  readonly actions?: ReactNode
  /** What is wrong with the record, as a `RecordBanner`. */
  readonly banner?: ReactNode
  readonly facts: FactsByName
}

type RecordPageProps = RecordHeadProps & {
  /** People, tags and notes, beside the sections. */
  readonly aside?: ReactNode
  /** `RecordSection`s, in the order of the work. */
  readonly children: ReactNode
}

/** The page of one record: its head, its sections, and people and notes beside them. */
export function RecordPage({ aside, children, ...head }: RecordPageProps) {
  return (
    <>
      <RecordHead {...head} />
      <div className={styles.columns} data-aside={aside !== undefined || undefined}>
        <div>{children}</div>
        {aside !== undefined && <aside className={styles.aside}>{aside}</aside>}
      </div>
    </>
  )
}

/** The head of a record: where it comes from, title, status, actions, what is wrong, and facts. */
export function RecordHead({ title, status, backTo, of, actions, banner, facts }: RecordHeadProps) {
  return (
    <>
      {backTo && <BackLink paths={backTo} of={of} />}
      <header className={styles.head}>
        <h1>{title}</h1>
        {status}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {banner}
      <RecordFacts facts={facts} />
    </>
  )
}
