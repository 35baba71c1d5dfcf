import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { User } from '@despatch/contract/administration/users/user'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { useState } from 'react'
import { messageOf } from '../../kit/server/api-error.ts'
import { notify } from '../../kit/notify/notify.ts'
import { accessChanged } from '../../sign-in/sessions/access-changed.ts'
import { ENTRIES } from '../../kit/navigation/menu-keys.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { type Activated, activateUsers } from './activate/activate-users.ts'
import { ActivationReceipt } from './activate/activation-receipt.tsx'
import { NEW_USER, userAddress } from './addresses.ts'
import { GiveRoleDialog } from './give-role-dialog.tsx'
import { RemoveUsersDialog } from './remove-users-dialog.tsx'
import { useUserList } from './use-user-list.ts'
import { UserListPage } from './user-list-page.tsx'
import { UserPeek } from './user-peek.tsx'
import { useOneAtATime } from '../../kit/list/use-one-at-a-time.ts'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'

type Act = 'activate' | 'give-role' | 'remove'

/** All users, with their roles and whether they can sign in. */
export function UserList() {
  const router = useRouter()
  const list = useUserList('list')
  const [peeked, setPeeked] = useState<User>()
  const [asked, setAsked] = useState<Act>()
  const [done, setDone] = useState<Activated>()
  const whyNotAdd = useEditDisabledReason(ENTRIES.manageUsers)
  const whyNotActivate = useEditDisabledReason(ENTRIES.activateUsers)
  const giveRoleProblem = useEditDisabledReason(ENTRIES.amendMultipleUsers)
  const whyNotRemove = useEditDisabledReason(ENTRIES.manageUsers, ENTRIES.deleteMultipleUsers)
  const chosen = list.selected
  const inactive = chosen.filter(({ active }) => !active)
  const open = ({ _id }: Pick<User, '_id'>) => void router.navigate({ href: userAddress(_id) })
  const activate = useMutation({
    mutationFn: () => activateUsers(inactive),
    onSuccess(answer) {
      list.clear()
      setDone(answer)
      if (answer.activated > 0) notify.success(DATA_UPDATED)
    },
    onError: (error) => notify.danger(messageOf(error)),
    onSettled: () => void accessChanged(),
  })
  const activateOnce = useOneAtATime(activate.mutateAsync)

  return (
    <UserListPage
      title="Manage Users"
      name="manage-users"
      route="list"
      list={list}
      action={
        <>
          <DisabledReason reasons={[whyNotAdd]} />
          <Button disabled={whyNotAdd !== undefined} onClick={() => open({ _id: NEW_USER })}>
            Add user
          </Button>
        </>
      }
      actions={
        <>
          <DisabledReason reasons={[whyNotActivate, giveRoleProblem, whyNotRemove]} />
          <Button
            size="xs"
            variant="default"
            disabled={whyNotActivate !== undefined || inactive.length === 0}
            title={inactive.length === 0 ? 'The selected users are active' : undefined}
            loading={activate.isPending}
            onClick={activateOnce}
          >
            Activate
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={giveRoleProblem !== undefined}
            onClick={() => setAsked('give-role')}
          >
            Change role…
          </Button>
          <Button size="xs" variant="default" disabled={whyNotRemove !== undefined} onClick={() => setAsked('remove')}>
            Delete…
          </Button>
        </>
      }
      receipt={done && <ActivationReceipt done={done} onClose={() => setDone(undefined)} />}
      empty="No users yet. Add one here, or many at once in Add Multiple Users."
      onOpen={open}
      onPeek={setPeeked}
    >
      <UserPeek user={peeked} onClose={() => setPeeked(undefined)} onOpen={open} />
      <GiveRoleDialog
        users={chosen}
        opened={asked === 'give-role'}
        onClose={() => setAsked(undefined)}
        onGiven={list.clear}
      />
      <RemoveUsersDialog
        users={chosen}
        opened={asked === 'remove'}
        onClose={() => setAsked(undefined)}
        onDeleted={list.clear}
      />
    </UserListPage>
  )
}
