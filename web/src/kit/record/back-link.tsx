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

/** A link to the first of some lists that is open in a tab, with its filters, else to the last of them. */
export function BackLink({ paths, of }: BackLinkProps) {
  const who = useStore(session.store)
  const open = useStore(tabs.store, (bar) => paths.map((path) => bar.tabs.find(({ id }) => id === path)).find(Boolean))
  const path = open?.id ?? paths.at(-1) ?? ''
  const place = useRecordPlace(path, of?.address)
  const list = screenAt(path)
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
