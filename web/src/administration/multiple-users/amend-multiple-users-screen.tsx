import { Button } from '@mantine/core'
import type { User } from '@despatch/contract/administration/users/user'
import { formatCount } from '@despatch/domain/money/money'
import { useState } from 'react'
import { ENTRIES } from '../../kit/navigation/menu-keys.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { GiveRoleDialog } from '../users/give-role-dialog.tsx'
import { Receipt } from '../../kit/list/receipt.tsx'
import { useUserList } from '../users/use-user-list.ts'
import { UserListPage } from '../users/user-list-page.tsx'
import { UserPeek } from '../users/user-peek.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'

/** Gives many users another role in one act, after a preview of its effect on each. */
export function AmendMultipleUsersScreen() {
  const list = useUserList('list')
  const whyNot = useEditDisabledReason(ENTRIES.amendMultipleUsers)
  const [isChoosing, setIsChoosing] = useState(false)
  const [done, setDone] = useState<{ changed: number; left: number }>()
  const [peeked, setPeeked] = useState<User>()
  const count = list.selected.length
  return (
    <UserListPage
      title="Amend Multiple Users"
      name="amend-multiple-users"
      route="list"
      list={list}
      actions={
        <>
          <DisabledReason reasons={[whyNot]} />
          <Button size="xs" disabled={whyNot !== undefined} onClick={() => setIsChoosing(true)}>
            {count === 1 ? 'Change role…' : `Change role of ${formatCount(count)} users…`}
          </Button>
        </>
      }
      receipt={
        done && (
          <Receipt isGood={done.left === 0} onClose={() => setDone(undefined)}>
            {formatCount(done.changed)} {done.changed === 1 ? 'user has' : 'users have'} another role.
            {done.left > 0 && ` ${formatCount(done.left)} didn’t change.`}
          </Receipt>
        )
      }
      empty="No users yet. Add some in Manage Users or Add Multiple Users."
      onPeek={setPeeked}
    >
      <UserPeek user={peeked} onClose={() => setPeeked(undefined)} />
      <GiveRoleDialog
        users={list.selected}
        opened={isChoosing}
        onClose={() => setIsChoosing(false)}
        onGiven={(changed, left) => {
          list.clear()
          setDone({ changed, left })
        }}
      />
    </UserListPage>
  )
}
