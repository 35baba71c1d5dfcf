import { useNavigate } from '@tanstack/react-router'
import { ALL_CLIENTS, ALL_CLIENTS_LABEL } from '@despatch/domain/administration/roles/role-types'
import { useStore } from '../../kit/browser/store.ts'
import { clientOptions } from '../../kit/session/client-title.ts'
import { CLIENT_PARAMETER } from '../../kit/navigation/screen-address.ts'
import { session } from '../../kit/session/session-store.ts'
import { SearchSelect } from '../../kit/ui/search-select.tsx'
import styles from './frame.module.css'

/**
 * Names the client in the address of the screen (`?for=ACME`), if it is not the selected one, and selects another for
 * this screen alone.
 */
export function ClientOfScreen() {
  const navigate = useNavigate()
  const { client, selected, clients } = useStore(session.store)
  if (client === selected) return null
  const show = (code: string) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, [CLIENT_PARAMETER]: code === selected ? undefined : code }),
    })
  return (
    <div className={styles.clientOfScreen} role="group" aria-label="Client of this screen">
      <span>Client</span>
      <SearchSelect
        aria-label="Client of this screen"
        size="xs"
        data={[
          ...(selected === ALL_CLIENTS ? [{ value: ALL_CLIENTS, label: ALL_CLIENTS_LABEL }] : []),
          ...clientOptions(clients),
        ]}
        value={client}
        onChange={(code) => code && show(code)}
        allowDeselect={false}
        nothingFoundMessage="No client found"
      />
    </div>
  )
}
