import { IconChevronLeft } from '@tabler/icons-react'
import { useStore } from '../browser/store.ts'
import { isOpenTo } from '../navigation/screen-access.ts'
import { ScreenLink } from '../navigation/screen-link.tsx'
import { plainTitle } from '../navigation/screen-title.ts'
import { screenAt } from '../navigation/screens.ts'
import { session } from '../session/session-store.ts'
import { tabs } from '../tabs/window-tabs.ts'
import styles from './record-page.module.css'

/** A link to the first of some lists that is open in a tab, with its filters, else to the last of them. */
export function BackLink({ paths }: { readonly paths: readonly string[] }) {
  const who = useStore(session.store)
  const open = useStore(tabs.store, (bar) => paths.map((path) => bar.tabs.find(({ id }) => id === path)).find(Boolean))
  const list = screenAt(open?.id ?? paths.at(-1) ?? '')
  if (!list || !isOpenTo(who, list)) return null
  return (
    <ScreenLink to={open?.link ?? list.path} keepsClient={!open} className={styles.back ?? ''} inherit={false}>
      <IconChevronLeft size={14} aria-hidden />
      {plainTitle(list)}
    </ScreenLink>
  )
}
