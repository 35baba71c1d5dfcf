import { Button } from '@mantine/core'
import { ALL_CLIENTS_LABEL } from '@despatch/domain/administration/roles/role-types'
import { useStore } from '../../../kit/browser/store.ts'
import { clientOptions, clientTitle } from '../../../kit/session/client-title.ts'
import { session } from '../../../kit/session/session-store.ts'
import { SearchMultiSelect } from '../../../kit/ui/search-select.tsx'
import type { UserForm } from './user-values.ts'
import styles from '../users.module.css'

/** The contract's limit. */
const MAX_CLIENTS = 200

type ClientsFieldProps = {
  readonly form: UserForm
  /** Whether the role is internal: such users have all clients. */
  readonly isInternal: boolean
  /** Names by code of the user's clients, for those that the signed-in user does not have. */
  readonly names: ReadonlyMap<string, string>
}

/** The clients of a user in order, from those that the signed-in user has. */
export function ClientsField({ form, isInternal, names }: ClientsFieldProps) {
  const clients = useStore(session.store, (state) => state.clients)
  const value = form.useWatchValue('client') ?? []
  const own = clientOptions(clients)
  const others = value
    .filter((code) => !clients.some((client) => client.code === code))
    .map((code) => ({ value: code, label: clientTitle({ code, name: names.get(code) ?? code }) }))
  const set = (codes: string[]) => {
    form.setFieldValue('client', codes)
    form.clearFieldError('client')
  }
  const hasAll = own.every(({ value: code }) => value.includes(code))
  const mayAddAll = !isInternal && own.length > 1 && own.length + others.length <= MAX_CLIENTS
  return (
    <div className={styles.clients}>
      <SearchMultiSelect
        data-path="client"
        label="Clients"
        description={
          isInternal ? 'Internal users work for all clients.' : 'The first is selected when the user signs in.'
        }
        placeholder={value.length === 0 && !isInternal ? 'Choose clients' : ''}
        data={[...own, ...others]}
        value={value}
        onChange={set}
        disabled={isInternal && value.length === 0}
        error={
          form.errors['client'] ??
          (isInternal && value.length > 0 ? 'An internal role is for users without a client' : undefined)
        }
        clearable
        hidePickedOptions
        maxValues={MAX_CLIENTS}
        nothingFoundMessage="No client found"
        maxDropdownHeight={280}
      />
      {mayAddAll && (
        <Button
          className={styles.besideField}
          variant="default"
          disabled={hasAll}
          onClick={() => set([...new Set([...value, ...own.map(({ value: code }) => code)])])}
        >
          {ALL_CLIENTS_LABEL}
        </Button>
      )}
    </div>
  )
}
