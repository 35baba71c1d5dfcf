import { List, Text } from '@mantine/core'
import { type Role, roles as calls } from '@despatch/contract/administration/roles/roles'
import { formatCount } from '@despatch/domain/money/money'
import { roleTitle } from '@despatch/domain/administration/roles/role-types'
import { ApiError } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { MAX_LISTED_NAMES, RemoveDialog, type RemoveProps } from '../../kit/list/remove-dialog.tsx'
import { rolesChanged } from './role-queries.ts'

type RemoveRolesDialogProps = RemoveProps & { readonly roles: readonly Role[] }

/** Asks before roles are deleted, and shows their users. If one role has users, none is deleted. */
export function RemoveRolesDialog({ roles, opened, onClose, onDeleted }: RemoveRolesDialogProps) {
  const held = roles.filter(({ users }) => users > 0)
  const more = roles.length - MAX_LISTED_NAMES

  async function remove() {
    const ids = roles.map(({ _id }) => _id)
    const versions = roles.map(({ version }) => version).join(',')
    const { message } = await call(calls.remove, { query: { ids: ids.join(','), versions } }).catch(
      (error: unknown) => {
        // The list is out of date: refetch it, so that the question is about the current roles.
        if (error instanceof ApiError && error.code === 'version_conflict') void rolesChanged([])
        throw error
      },
    )
    notify.success(message)
    void rolesChanged(ids)
  }

  return (
    <RemoveDialog
      noun={['role', 'roles']}
      names={roles.map(roleTitle)}
      hasOwnList
      opened={opened}
      onRemove={remove}
      onDeleted={onDeleted}
      onClose={onClose}
    >
      {roles.length > 1 && (
        <List size="sm" mb="sm">
          {roles.slice(0, MAX_LISTED_NAMES).map((role) => (
            <List.Item key={role._id}>{roleTitle(role)}</List.Item>
          ))}
          {more > 0 && <List.Item>and {formatCount(more)} more</List.Item>}
        </List>
      )}
      {held.length > 0 ? (
        held.slice(0, MAX_LISTED_NAMES).map((role) => (
          <Text key={role._id} size="sm">
            {role.users === 1 ? '1 user has' : `${formatCount(role.users)} users have`} {roleTitle(role)}, so it can’t
            be deleted. Give them another role first.
          </Text>
        ))
      ) : (
        <Text size="sm">None of the users you can see have {roles.length === 1 ? 'it' : 'any of them'}.</Text>
      )}
      <Text size="sm" mt="xs">
        This cannot be undone. The history of {roles.length === 1 ? 'it' : 'them'} stays in the audit.
      </Text>
    </RemoveDialog>
  )
}
