import { ALL_CLIENTS } from '@despatch/domain/roles/role-types'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { User } from '@despatch/contract/users/user'
import { queryClient } from '../app/query-client.ts'
import { useStore } from '../app/store.ts'
import { tabs } from '../app/tabs/window-tabs.ts'
import { RecordWaiting } from '../form/record-waiting.tsx'
import { session } from '../session/session-store.ts'
import { MANAGE_USERS, userAddress } from './addresses.ts'
import { useMay } from './use-may.ts'
import { UserForm } from './user-form.tsx'
import { allRoles, userRecord } from './user-queries.ts'
import { blankUser } from './user-values.ts'

const TITLE = 'New User'
const TAB = 'user-new'

/** The form of a user who is still to be created. */
export function NewUser() {
  const router = useRouter()
  const may = useMay('manageUsers')
  const { data: roles, error, refetch } = useQuery(allRoles)
  const { clients, client } = useStore(session.store)
  if (!may.isAllowed || !roles)
    return (
      <RecordWaiting
        title={TITLE}
        why={may.isAllowed ? undefined : `You may look at users, but not add one. ${may.why}`}
        error={error}
        onRetry={() => void refetch()}
      />
    )

  async function leaveFor(href: string) {
    await router.navigate({ href, replace: true })
    tabs.removeById(TAB)
  }
  async function onSaved({ _id }: User) {
    // Specification 4: a created user whom the caller does not see among those selected is not added to the list.
    const seen = await queryClient.fetchQuery({ ...userRecord(_id), retry: false }).catch(() => null)
    await leaveFor(seen ? userAddress(_id) : MANAGE_USERS)
  }
  const own = client === ALL_CLIENTS ? [] : clients.filter(({ code }) => code === client)
  return (
    <UserForm
      title={TITLE}
      user={undefined}
      initialValues={blankUser(own.map(({ code }) => code))}
      roles={roles}
      isSelf={false}
      onSaved={onSaved}
      onCancel={() => void leaveFor(MANAGE_USERS)}
    />
  )
}
