import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { accessChanged } from '../../../sign-in/sessions/access-changed.ts'
import { ENTRIES } from '../../../kit/navigation/menu-keys.ts'
import { useEditDisabledReason } from '../../../kit/session/use-rights.ts'
import type { User } from '@despatch/contract/administration/users/user'
import { formatCount } from '@despatch/domain/money/money'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { messageOf } from '../../../kit/server/api-error.ts'
import { notify } from '../../../kit/notify/notify.ts'
import { type Activated, activateUsers } from './activate-users.ts'
import { ActivationReceipt } from './activation-receipt.tsx'
import { UserListPage } from '../user-list-page.tsx'
import { UserPeek } from '../user-peek.tsx'
import { useUserList } from '../use-user-list.ts'
import { useOneAtATime } from '../../../kit/list/use-one-at-a-time.ts'
import { DisabledReason } from '../../../kit/list/disabled-reason.tsx'

/** Activates inactive users. */
export function ActivateUsersScreen() {
  const list = useUserList('activatable')
  const whyNot = useEditDisabledReason(ENTRIES.activateUsers)
  const [done, setDone] = useState<Activated>()
  const [peeked, setPeeked] = useState<User>()
  const activate = useMutation({
    mutationFn: () => activateUsers(list.selected),
    onSuccess(answer) {
      list.clear()
      setDone(answer)
      if (answer.activated > 0) notify.success(DATA_UPDATED)
    },
    onError: (error) => notify.danger(messageOf(error)),
    onSettled: () => void accessChanged(),
  })
  const activateOnce = useOneAtATime(activate.mutateAsync)
  const count = list.selected.length
  return (
    <UserListPage
      title="Activate Users"
      name="activate-users"
      route="activatable"
      list={list}
      actions={
        <>
          <DisabledReason reasons={[whyNot]} />
          <Button size="xs" loading={activate.isPending} disabled={whyNot !== undefined} onClick={activateOnce}>
            {count === 1 ? 'Activate user' : `Activate ${formatCount(count)} users`}
          </Button>
        </>
      }
      receipt={done && <ActivationReceipt done={done} onClose={() => setDone(undefined)} />}
      empty="All users are active. Inactive users are listed here."
      onPeek={setPeeked}
    >
      <UserPeek user={peeked} onClose={() => setPeeked(undefined)} />
    </UserListPage>
  )
}
