import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { IconChevronLeft } from '@tabler/icons-react'
import { useStore } from '../browser/store.ts'
import { ScreenLink } from '../navigation/screen-link.tsx'
import { session } from '../session/session-store.ts'
import styles from './record-page.module.css'

/** The client of a record, beside a title that does not name it; nothing for users with a single client. */
export function ClientOfRecord() {
  const { client, clients } = useStore(session.store)
  if (clients.length < 2) return null
  return <span className={styles.client}>{clients.find(({ code }) => code === client)?.name ?? client}</span>
}

/** From a client's own screen back to the same screen of all clients, for users who came from there. */
export function AllClientsLink({ path }: { readonly path: string }) {
  const { selected, ofScreen } = useStore(session.store)
  if (selected !== ALL_CLIENTS || ofScreen === '') return null
  return (
    <nav className={styles.back} aria-label="All clients">
      <ScreenLink to={path} keepsClient={false} className={styles.backLink ?? ''} inherit={false}>
        <IconChevronLeft size={14} aria-hidden />
        All clients
      </ScreenLink>
    </nav>
  )
}
