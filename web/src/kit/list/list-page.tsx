import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { SectionBar } from '../navigation/section-bar.tsx'
import { footBar } from '../notify/foot-bar.ts'
import { BackLink } from '../record/back-link.tsx'
import { SaveView } from './views/save-view.tsx'
import { useSavedViews } from './views/use-saved-views.ts'
import { type ShippedView, ViewTabs } from './views/view-tabs.tsx'
import styles from './table.module.css'

type ListPageProps = {
  readonly title: string
  /** Paths of the lists that a record with rows may come from: see `BackLink`. */
  readonly backTo?: readonly string[]
  /** Beside the title: '1,284 orders, 3 selected'. */
  readonly counted?: ReactNode
  /** At most one secondary and one primary action, at the right of the title. */
  readonly action?: ReactNode
  /** The name under which views of the list are saved. Without it the list has no saved views. */
  readonly viewsOf?: string | undefined
  /** The views that the list comes with. */
  readonly views?: readonly ShippedView[]
  /** One row of filters. `/` moves the focus to the first element with the attribute data-filter. */
  readonly filters?: ReactNode
  readonly children: ReactNode
  readonly foot?: ReactNode
}

const NO_VIEWS: readonly ShippedView[] = []

/** The layout of every list: title, views, filters, rows, foot. The table takes the remaining height and scrolls. */
export function ListPage(props: ListPageProps) {
  const { title, backTo, counted, action, viewsOf = '', views = NO_VIEWS, filters, ...parts } = props
  const saved = useSavedViews(viewsOf)
  return (
    <section className={styles.page} aria-label={title}>
      {backTo && (
        <div className={styles.pageBack}>
          <BackLink paths={backTo} />
        </div>
      )}
      <header className={styles.pageHead}>
        <h1>{title}</h1>
        <span className={styles.counted} role="status">
          {counted}
        </span>
        {action}
      </header>
      <SectionBar />
      <ViewTabs shipped={views} saved={saved} />
      {(filters || viewsOf) && (
        <div className={styles.filters}>
          {filters}
          {viewsOf && <SaveView saved={saved} />}
        </div>
      )}
      <div className={styles.tablePlace}>{parts.children}</div>
      {parts.foot && (
        <Box ref={footBar} flex="none">
          {parts.foot}
        </Box>
      )}
    </section>
  )
}
