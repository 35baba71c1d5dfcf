import { IconChevronLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useStore } from '../browser/store.ts'
import { isOpenTo } from '../navigation/screen-access.ts'
import { ScreenLink } from '../navigation/screen-link.tsx'
import { plainTitle } from '../navigation/screen-title.ts'
import { screenAt } from '../navigation/screens.ts'
import { session } from '../session/session-store.ts'
import { tabs } from '../tabs/window-tabs.ts'
import { type FactsByName, RecordFacts } from './record-facts.tsx'
import styles from './record-page.module.css'

type RecordHeadProps = {
  readonly title: ReactNode
  readonly status?: ReactNode
  /** Paths of lists that the record may come from: it links to the first that is open in a tab, else to the last. */
  readonly backTo?: readonly string[]
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
export function RecordHead({ title, status, backTo, actions, banner, facts }: RecordHeadProps) {
  return (
    <>
      {backTo && <BackLink paths={backTo} />}
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

function BackLink({ paths }: { readonly paths: readonly string[] }) {
  const who = useStore(session.store)
  // With its present filters, if it is open.
  const open = useStore(tabs.store, (bar) => paths.map((path) => bar.tabs.find(({ id }) => id === path)).find(Boolean))
  const list = screenAt(open?.id ?? paths.at(-1) ?? '')
  if (!list || !isOpenTo(who, list)) return null
  return (
    <ScreenLink to={open?.link ?? list.path} className={styles.back ?? ''} inherit={false}>
      <IconChevronLeft size={14} aria-hidden />
      {plainTitle(list)}
    </ScreenLink>
  )
}
