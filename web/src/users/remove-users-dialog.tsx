import { Progress, Text } from '@mantine/core'
import type { User } from '@despatch/contract/users/user'
import { formatCount } from '@despatch/domain/money/money'
import { DATA_DELETED } from '@despatch/domain/feedback/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '../feedback/notify.ts'
import { ConfirmDialog } from '../table/confirm-dialog.tsx'
import { removeUsers, touchedBy } from './remove-users.ts'
import { allRoles, usersChanged } from './user-queries.ts'

const MOST_NAMED = 5

type Given = {
  readonly users: readonly User[]
  readonly opened: boolean
  readonly onClose: () => void
  readonly onDeleted: (deleted: number) => void
}

/** Asks before users are deleted, and says what it touches. */
export function RemoveUsersDialog({ users, opened, onClose, onDeleted }: Given) {
  const { data: roles = [] } = useQuery({ ...allRoles, enabled: opened })
  const [deleted, setDeleted] = useState<number>()
  const count = users.length
  const named = users.slice(0, MOST_NAMED).map(({ username }) => username)
  const more = count - named.length
  const what = count === 1 ? `the user ${named[0] ?? ''}` : `${formatCount(count)} users`

  async function remove() {
    setDeleted(0)
    try {
      const done = await removeUsers(users, setDeleted)
      notify.success(DATA_DELETED)
      onDeleted(done)
    } finally {
      setDeleted(undefined)
      void usersChanged()
    }
  }

  return (
    <ConfirmDialog
      opened={opened}
      title={`Delete ${what}?`}
      confirmLabel={count === 1 ? 'Delete the user' : `Delete ${formatCount(count)} users`}
      isDangerous
      onConfirm={remove}
      onClose={onClose}
    >
      {count > 1 && (
        <Text size="sm">
          {named.join(', ')}
          {more > 0 && ` and ${formatCount(more)} more`}
        </Text>
      )}
      {touchedBy(users, roles).map((sentence) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
      <Text size="sm" mt="xs">
        This cannot be undone. What they did stays in the audit under their name.
      </Text>
      {deleted !== undefined && count > MOST_NAMED && (
        <>
          <Progress
            mt="sm"
            value={(deleted / count) * 100}
            aria-label={`Deleted ${formatCount(deleted)} of ${formatCount(count)}`}
          />
          <Text size="xs" role="status" mt={4}>
            Deleted {formatCount(deleted)} of {formatCount(count)}
          </Text>
        </>
      )}
    </ConfirmDialog>
  )
}
