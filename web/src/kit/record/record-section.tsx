import type { ReactNode } from 'react'
import styles from './record-page.module.css'

type RecordSectionProps = {
  readonly title: string
  /** The id that links in the address name. */
  readonly id?: string
  /** Beside the title: a number, a filter. */
  readonly beside?: ReactNode
  /** Why there is nothing in it: the section is then this one line. */
  readonly empty?: string | undefined
  readonly children?: ReactNode
}

/** A part of a record's page. An empty one takes one line. */
export function RecordSection({ title, id, beside, empty, children }: RecordSectionProps) {
  return (
    <section id={id} className={empty === undefined ? styles.section : styles.emptySection} aria-label={title}>
      <header className={styles.sectionHead}>
        <h2>{title}</h2>
        {beside}
      </header>
      {empty === undefined ? children : <p>{empty}</p>}
    </section>
  )
}
