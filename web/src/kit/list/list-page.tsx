import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { SectionBar } from '../navigation/section-bar.tsx'
import { footBar } from '../notify/foot-bar.ts'
import styles from './table.module.css'

type ListPageProps = {
  readonly title: string
  /** Beside the title: '1,284 orders, 3 selected'. */
  readonly counted?: ReactNode
  /** The primary action, to the right of the title. */
  readonly action?: ReactNode
  /** One row of filters. `/` moves the focus to the field with the attribute data-filter. */
  readonly filters?: ReactNode
  readonly children: ReactNode
  readonly foot?: ReactNode
}

/** The layout of every list. The table takes the remaining height and scrolls. */
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
