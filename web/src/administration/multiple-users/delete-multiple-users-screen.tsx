import { Button } from '@mantine/core'
import type { User } from '@despatch/contract/administration/users/user'
import { formatCount } from '@despatch/domain/money/money'
import { useState } from 'react'
import { ENTRIES } from '../../kit/navigation/menu-keys.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { Receipt } from '../../kit/list/receipt.tsx'
import { RemoveUsersDialog } from '../users/remove-users-dialog.tsx'
import { useUserList } from '../users/use-user-list.ts'
import { UserListPage } from '../users/user-list-page.tsx'
import { UserPeek } from '../users/user-peek.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'

/** Deletes many users at once, after showing what it affects. */
export function DeleteMultipleUsersScreen() {
  const list = useUserList('deletable')
  const whyNot = useEditDisabledReason(ENTRIES.deleteMultipleUsers, ENTRIES.manageUsers)
  const [isAsking, setIsAsking] = useState(false)
  const [deleted, setDeleted] = useState<number>()
  const [peeked, setPeeked] = useState<User>()
  const count = list.selected.length
  return (
    <UserListPage
      title="Delete Multiple Users"
      name="delete-multiple-users"
      route="deletable"
      list={list}
      actions={
        <>
          <DisabledReason reasons={[whyNot]} />
          <Button size="xs" color="bad" disabled={whyNot !== undefined} onClick={() => setIsAsking(true)}>
            {count === 1 ? 'Delete the user…' : `Delete ${formatCount(count)} users…`}
          </Button>
        </>
      }
      receipt={
        deleted !== undefined && (
          <Receipt isGood onClose={() => setDeleted(undefined)}>
            {formatCount(deleted)} {deleted === 1 ? 'user has' : 'users have'} been deleted.
          </Receipt>
        )
      }
      empty="No users to delete. You can’t delete yourself or users with more rights than you."
      onPeek={setPeeked}
    >
      <UserPeek user={peeked} onClose={() => setPeeked(undefined)} />
      <RemoveUsersDialog
        users={list.selected}
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        onDeleted={(done) => {
          list.clear()
          setDeleted(done)
        }}
      />
    </UserListPage>
  )
}
