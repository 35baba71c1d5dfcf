import { Button, Group, Progress, Text } from '@mantine/core'
import type { User } from '@despatch/contract/administration/users/user'
import { formatCount } from '@despatch/domain/money/money'
import { DATA_DELETED } from '@despatch/domain/feedback/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '../../kit/notify/notify.ts'
import { accessChanged } from '../../sign-in/sessions/access-changed.ts'
import { RemoveDialog } from '../../kit/list/remove-dialog.tsx'
import { removeUsers, deletionEffects } from './remove-users.ts'
import { allRoles } from './user-queries.ts'

const MAX_LISTED_NAMES = 5

type RemoveUsersDialogProps = {
  readonly users: readonly User[]
  readonly opened: boolean
  readonly onClose: () => void
  readonly onDeleted: (deleted: number) => void
}

/** Asks before users are deleted, and shows what that affects. After a stop it asks again only about those left. */
export function RemoveUsersDialog({ users: chosen, opened, onClose, onDeleted }: RemoveUsersDialogProps) {
  const { data: roles = [] } = useQuery({ ...allRoles, enabled: opened })
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [work, setWork] = useState<{ deleted: number; of: number; stop: () => void }>()
  const users = chosen.filter(({ _id }) => !gone.has(_id))
  const count = users.length

  async function remove(): Promise<number> {
    const stopping = new AbortController()
    const deleted = new Set(gone)
    setWork({ deleted: 0, of: count, stop: () => stopping.abort() })
    try {
      await removeUsers(users, {
        signal: stopping.signal,
        onDeleted(ids) {
          for (const id of ids) deleted.add(id)
          setWork((now) => now && { ...now, deleted: now.deleted + ids.length })
        },
      })
      notify.success(DATA_DELETED)
      return count
    } finally {
      setGone(deleted)
      setWork(undefined)
      void accessChanged()
    }
  }

  return (
    <RemoveDialog
      noun={['user', 'users']}
      names={users.map(({ username }) => username)}
      maxNames={MAX_LISTED_NAMES}
      opened={opened}
      onRemove={remove}
      onDeleted={onDeleted}
      onClose={onClose}
    >
      {deletionEffects(users, roles).map((sentence) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
      <Text size="sm" mt="xs">
        You can’t undo this. Their past activity stays in the audit.
      </Text>
      {work && work.of > MAX_LISTED_NAMES && (
        <Group mt="sm" gap="sm">
          <Progress
            flex={1}
            value={(work.deleted / work.of) * 100}
            aria-label={`Deleted ${formatCount(work.deleted)} of ${formatCount(work.of)}`}
          />
          <Text size="xs" role="status">
            Deleted {formatCount(work.deleted)} of {formatCount(work.of)}
          </Text>
          <Button size="compact-xs" variant="default" onClick={work.stop}>
            Stop
          </Button>
        </Group>
      )}
    </RemoveDialog>
  )
}
