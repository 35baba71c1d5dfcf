import { Text } from '@mantine/core'
import type { Client } from '@despatch/contract/administration/clients/client'
import { clients as calls } from '@despatch/contract/administration/clients/clients'
import { formatCount } from '@despatch/domain/money/money'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { clientTitle } from '../../kit/session/client-title.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { clientsChanged } from './client-queries.ts'

const MAX_LISTED_NAMES = 10

type RemoveClientsDialogProps = {
  readonly clients: readonly Client[]
  readonly opened: boolean
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Asks before clients are deleted. One that has users, roles or goods is refused with what holds it; then none is deleted. */
export function RemoveClientsDialog({ clients, opened, onClose, onDeleted }: RemoveClientsDialogProps) {
  const [first] = clients
  const many = clients.length
  const named = clients.slice(0, MAX_LISTED_NAMES).map(clientTitle)
  const more = many - named.length
  const held = clients.filter(({ users }) => users > 0)

  async function remove() {
    const { message } = await call(calls.remove, { query: { ids: clients.map(({ code }) => code).join(',') } })
    notify.success(message)
    void clientsChanged()
  }

  return (
    <ConfirmDialog
      opened={opened}
      title={many === 1 && first ? `Delete the client ${first.name}?` : `Delete ${formatCount(many)} clients?`}
      confirmLabel={many === 1 ? 'Delete the client' : `Delete ${formatCount(many)} clients`}
      isDangerous
      onConfirm={remove}
      onDone={onDeleted}
      onClose={onClose}
    >
      {many > 1 && (
        <Text size="sm">
          {named.join(', ')}
          {more > 0 && ` and ${formatCount(more)} more`}
        </Text>
      )}
      {held.slice(0, MAX_LISTED_NAMES).map(({ code, name, users }) => (
        <Text key={code} size="sm">
          {users === 1 ? '1 user belongs' : `${formatCount(users)} users belong`} to {name}: it cannot be deleted while
          they do.
        </Text>
      ))}
      <Text size="sm" mt="xs">
        A client with users, roles, orders or SKUs is not deleted; closing it keeps what it has. Deleting cannot be
        undone.
      </Text>
    </ConfirmDialog>
  )
}
