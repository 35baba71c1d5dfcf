import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { SectionBar } from '../navigation/section-bar.tsx'
import { footBar } from '../notify/foot-bar.ts'
import styles from './table.module.css'

type ListPageProps = {
  readonly title: string
  /** What is counted: '1,284 orders, 3 selected'. */
  readonly counted?: ReactNode
  /** The primary action, at the right. */
  readonly action?: ReactNode
  /** One row of filters. The field that `/` goes to has the attribute data-filter. */
  readonly filters?: ReactNode
  /** The table. */
  readonly children: ReactNode
  readonly foot?: ReactNode
}

/** How every list is laid out: the table takes the height that is left, and scrolls within. */
export function ListPage({ title, counted, action, filters, children, foot }: ListPageProps) {
  return (
    <section className={styles.page} aria-label={title}>
      <header className={styles.pageHead}>
        <h1>{title}</h1>
        <span className={styles.counted} role="status">
          {counted}
        </span>
        {action}
      </header>
      <SectionBar />
      {filters && <div className={styles.filters}>{filters}</div>}
      <div className={styles.tablePlace}>{children}</div>
      {foot && (
        <Box ref={footBar} flex="none">
          {foot}
        </Box>
      )}
    </section>
  )
}
