import { Alert, Loader, Table, Text } from '@mantine/core'
import type { User } from '@despatch/contract/administration/users/user'
import { users as calls } from '@despatch/contract/administration/users/users'
import { formatCount } from '@despatch/domain/money/money'
import { roleTitle } from '@despatch/domain/administration/roles/role-types'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '../../kit/server/call.ts'
import { useStore } from '../../kit/browser/store.ts'
import { notify } from '../../kit/notify/notify.ts'
import { accessChanged } from '../../sign-in/sessions/access-changed.ts'
import { session } from '../../kit/session/session-store.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { ownGranter } from './granter.ts'
import { groupByCurrentRole, previewRole, type RolePreview } from './give-role-preview.ts'
import { RoleSelect } from './record/role-select.tsx'
import { allRoles } from './user-queries.ts'

const MAX_LISTED_NAMES = 8
const MAX_REFUSED = 50

type GiveRoleDialogProps = {
  readonly users: readonly User[]
  readonly opened: boolean
  readonly onClose: () => void
  readonly onGiven: (changed: number, left: number) => void
}

const usersWord = (count: number) => `${formatCount(count)} ${count === 1 ? 'user' : 'users'}`

/** Gives a role to many users in one act, after a preview of its effect on each. */
export function GiveRoleDialog({ users, opened, onClose, onGiven }: GiveRoleDialogProps) {
  const { data: roles, error, refetch } = useQuery({ ...allRoles, enabled: opened })
  const own = useStore(session.store)
  const [roleId, setRoleId] = useState('')
  const role = roles?.find(({ _id }) => _id === roleId)
  const preview = useMemo(
    () => role && roles && previewRole({ users, role, roles, granter: ownGranter(own), ownId: own.user?._id }),
    [role, roles, users, own],
  )
  const count = preview?.changes.length ?? 0

  async function give() {
    if (!role || !preview || count === 0) throw new Error('Choose a different role')
    const answer = await call(calls.giveRole, {
      body: { ids: preview.changes.map(({ _id }) => _id), role: role._id },
    })
    notify.success(answer.message)
    void accessChanged()
    return answer.changed
  }
  function close() {
    setRoleId('')
    onClose()
  }

  return (
    <ConfirmDialog
      opened={opened}
      title={`Change role of ${usersWord(users.length)}`}
      confirmLabel={count > 0 ? `Change role of ${usersWord(count)}` : 'Change role'}
      onConfirm={give}
      onDone={(changed) => onGiven(changed, users.length - changed)}
      onClose={close}
    >
      {error ? (
        <TableProblem error={error} onRetry={() => void refetch()} isInline />
      ) : roles ? (
        <RoleSelect label="Role" roles={roles} value={roleId} onChange={setRoleId} />
      ) : (
        <Loader size="sm" aria-label="Loading the roles" />
      )}
      {preview && role && <Preview preview={preview} title={roleTitle(role)} />}
    </ConfirmDialog>
  )
}

function Preview({ preview, title }: { preview: RolePreview; title: string }) {
  const { changes, already, refused } = preview
  return (
    <div role="status">
      {changes.length === 0 ? (
        <Alert color="attention" variant="light" mt="sm">
          No changes.
        </Alert>
      ) : (
        <Table mt="sm" aria-label="Changes">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>From</Table.Th>
              <Table.Th className="number">Users</Table.Th>
              <Table.Th>Who</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {groupByCurrentRole(changes).map(({ role, users }) => (
              <Table.Tr key={role._id}>
                <Table.Td>{roleTitle(role)}</Table.Td>
                <Table.Td className="number">{formatCount(users.length)}</Table.Td>
                <Table.Td>{named(users)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {changes.length > 0 && (
        <Text size="sm" mt="xs">
          {usersWord(changes.length)} {changes.length === 1 ? 'gets' : 'get'} {title}. It applies at once.
        </Text>
      )}
      {already.length > 0 && (
        <Text size="sm" mt="xs">
          {usersWord(already.length)} {already.length === 1 ? 'has' : 'have'} this role already: {named(already)}
        </Text>
      )}
      {refused.length > 0 && (
        <>
          <Text size="sm" mt="xs" fw={600}>
            {usersWord(refused.length)} can’t have this role and won’t change:
          </Text>
          <Table aria-label="Users not changed">
            <Table.Tbody>
              {refused.slice(0, MAX_REFUSED).map(({ user, reason }) => (
                <Table.Tr key={user._id}>
                  <Table.Td className="reference">{user.username}</Table.Td>
                  <Table.Td>{reason}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {refused.length > MAX_REFUSED && <Text size="sm">and {formatCount(refused.length - MAX_REFUSED)} more</Text>}
        </>
      )}
    </div>
  )
}

function named(users: readonly User[]): string {
  const names = users.slice(0, MAX_LISTED_NAMES).map(({ username }) => username)
  const more = users.length - names.length
  return `${names.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`
}
