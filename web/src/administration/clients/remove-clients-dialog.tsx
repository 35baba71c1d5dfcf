import { Text } from '@mantine/core'
import type { Client } from '@despatch/contract/administration/clients/client'
import { clients as calls } from '@despatch/contract/administration/clients/clients'
import { formatCount } from '@despatch/domain/money/money'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { clientTitle } from '../../kit/session/client-title.ts'
import { MAX_LISTED_NAMES, RemoveDialog, type RemoveProps } from '../../kit/list/remove-dialog.tsx'
import { clientsChanged } from './client-queries.ts'

type RemoveClientsDialogProps = RemoveProps & { readonly clients: readonly Client[] }

/** Asks before clients are deleted. If one has users, roles or goods, the message says so, and none is deleted. */
export function RemoveClientsDialog({ clients, opened, onClose, onDeleted }: RemoveClientsDialogProps) {
  const [only] = clients
  const held = clients.filter(({ users }) => users > 0)

  async function remove() {
    const { message } = await call(calls.remove, { query: { ids: clients.map(({ code }) => code).join(',') } })
    notify.success(message)
    void clientsChanged()
  }

  return (
    <RemoveDialog
      noun={['client', 'clients']}
      names={clients.map(clientTitle)}
      {...(only && { only: `the client ${only.name}` })}
      opened={opened}
      onRemove={remove}
      onDeleted={onDeleted}
      onClose={onClose}
    >
      {held.slice(0, MAX_LISTED_NAMES).map(({ code, name, users }) => (
        <Text key={code} size="sm">
          {users === 1 ? '1 user belongs' : `${formatCount(users)} users belong`} to {name}, so it can’t be deleted.
        </Text>
      ))}
      <Text size="sm" mt="xs">
        You can’t delete a client with users, roles, orders or SKUs. Close it instead. You can’t undo a deletion.
      </Text>
    </RemoveDialog>
  )
}
