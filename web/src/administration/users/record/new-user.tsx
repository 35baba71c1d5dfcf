import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { User } from '@despatch/contract/administration/users/user'
import { queryClient } from '../../../kit/server/query-client.ts'
import { useStore } from '../../../kit/browser/store.ts'
import { leaveRecord } from '../../../kit/tabs/leave-record.ts'
import { RecordLoading } from '../../../kit/record/record-loading.tsx'
import { ENTRIES } from '../../../kit/navigation/menu-keys.ts'
import { session } from '../../../kit/session/session-store.ts'
import { useEditDisabledReason } from '../../../kit/session/use-rights.ts'
import { MANAGE_USERS, NEW_USER, userAddress, userTabId } from '../addresses.ts'
import type { SavedPassword } from './saved-password-dialog.tsx'
import { UserForm } from './user-form.tsx'
import { allRoles, userRecord } from '../user-queries.ts'
import { blankUser } from './user-values.ts'

const TITLE = 'New User'

/** The form of a new user. */
export function NewUser({ onPasswordSaved }: { readonly onPasswordSaved: (given: SavedPassword) => void }) {
  const router = useRouter()
  const whyNot = useEditDisabledReason(ENTRIES.manageUsers)
  const { data: roles, error, refetch } = useQuery(allRoles)
  const { clients, client } = useStore(session.store)
  if (whyNot || !roles)
    return (
      <RecordLoading
        title={TITLE}
        why={whyNot && `You can view users but not add them. ${whyNot}`}
        error={error}
        onRetry={() => void refetch()}
      />
    )

  const leaveFor = (href: string) => leaveRecord(router, userTabId(NEW_USER), href)
  async function onCreated({ _id }: User) {
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
      onPasswordSaved={onPasswordSaved}
      onCreated={onCreated}
      onCancel={() => void leaveFor(MANAGE_USERS)}
    />
  )
}
