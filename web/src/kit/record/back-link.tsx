import { IconChevronLeft } from '@tabler/icons-react'
import { useStore } from '../browser/store.ts'
import { useRecordPlace } from '../list/listed-records.ts'
import { isOpenTo } from '../navigation/screen-access.ts'
import { ScreenLink } from '../navigation/screen-link.tsx'
import { plainTitle } from '../navigation/screen-title.ts'
import { screenAt } from '../navigation/screens.ts'
import { session } from '../session/session-store.ts'
import { tabs } from '../tabs/window-tabs.ts'
import styles from './record-page.module.css'
import { RecordSteps } from './record-steps.tsx'

type BackLinkProps = {
  readonly paths: readonly string[]
  /** The record, by the address that its lists give it: its place in the list is then shown. */
  readonly of?: { readonly address: string; readonly noun: string } | undefined
}

/**
 * A link to one of some lists, with its filters: to the first that is open in a tab and shows the record, else to the
 * first that is open, else to the last.
 */
export function BackLink({ paths, of }: BackLinkProps) {
  const who = useStore(session.store)
  const bar = useStore(tabs.store)
  const openTabs = paths.flatMap((path) => bar.tabs.find(({ id }) => id === path) ?? [])
  const last = paths.at(-1) ?? ''
  const place = useRecordPlace([...openTabs.map(({ id }) => id), last], of?.address)
  const open = openTabs.find(({ id }) => id === place?.list) ?? openTabs[0]
  const list = screenAt(place?.list ?? open?.id ?? last)
  if (!list || !isOpenTo(who, list)) return null
  return (
    <nav className={styles.back} aria-label="List of this record">
      <ScreenLink to={open?.link ?? list.path} keepsClient={!open} className={styles.backLink ?? ''} inherit={false}>
        <IconChevronLeft size={14} aria-hidden />
        {plainTitle(list)}
      </ScreenLink>
      {of && place && <RecordSteps place={place} noun={of.noun} />}
    </nav>
  )
}
