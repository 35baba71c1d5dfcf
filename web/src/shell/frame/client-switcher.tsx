import { ALL_CLIENTS, ALL_CLIENTS_LABEL } from '@despatch/domain/administration/roles/role-types'
import { IconBuildingWarehouse } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { CLIENT_PARAMETER } from '../../kit/navigation/screen-address.ts'
import { usePaletteActions } from '../../kit/navigation/palette-actions.ts'
import { clientOptions } from '../../kit/session/client-title.ts'
import { session } from '../../kit/session/session-store.ts'
import { useStore } from '../../kit/browser/store.ts'
import { switchClient } from '../../kit/tabs/switch-client.ts'
import { SearchSelect } from '../../kit/ui/search-select.tsx'
import styles from './frame.module.css'

/** The selected client: a Select for internal users and users of several clients, else the client's name. */
export function ClientSwitcher() {
  const router = useRouter()
  const { user, clients, selected } = useStore(session.store)
  const isInternal = user?.role.iforce_user ?? false

  async function change(next: string) {
    const { pathname, search } = router.latestLocation
    const isOfOwnClient = CLIENT_PARAMETER in search
    if (next === selected && !isOfOwnClient) return
    const elsewhere = await switchClient(next)
    if (elsewhere) await router.navigate({ href: elsewhere })
    // The client that the user has just selected goes before the one in the address.
    else if (isOfOwnClient)
      await router.navigate({ to: pathname, search: { ...search, [CLIENT_PARAMETER]: undefined } })
  }

  const choices = [...(isInternal ? [{ value: ALL_CLIENTS, label: ALL_CLIENTS_LABEL }] : []), ...clientOptions(clients)]
  usePaletteActions(() =>
    choices.length < 2
      ? []
      : choices
          .filter(({ value }) => value !== selected)
          .map(({ value, label }) => ({
            id: `work-for ${value}`,
            group: 'Actions',
            label: `Switch to ${label}`,
            words: 'switch client',
            run: () => void change(value),
          })),
  )

  if (!isInternal && clients.length < 2) {
    const only = clients[0]
    return (
      <div className={styles.clientName}>
        <IconBuildingWarehouse size={16} aria-hidden />
        <span>{only?.name ?? 'No client'}</span>
        {only && <span className={`reference ${styles.quiet}`}>{only.code}</span>}
      </div>
    )
  }
  return (
    <SearchSelect
      className={styles.clientSwitcher}
      aria-label="Client"
      data-client-switcher
      size="sm"
      leftSection={<IconBuildingWarehouse size={16} aria-hidden />}
      data={choices}
      value={selected}
      onChange={(next) => next && void change(next)}
      allowDeselect={false}
      nothingFoundMessage="No client found"
      maxDropdownHeight={360}
      comboboxProps={{ shadow: 'md', width: 'max-content', position: 'bottom-start', withinPortal: false }}
    />
  )
}
