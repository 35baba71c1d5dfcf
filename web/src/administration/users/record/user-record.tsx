import { Button } from '@mantine/core'
import type { User } from '@despatch/contract/administration/users/user'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { RecordHistory } from '../../user-activity/record-history.tsx'
import { ApiError } from '../../../kit/server/api-error.ts'
import { useStore } from '../../../kit/browser/store.ts'
import { leaveRecord } from '../../../kit/tabs/leave-record.ts'
import { nameTab } from '../../../kit/tabs/window-tabs.ts'
import { RecordBanner } from '../../../kit/record/record-banner.tsx'
import { RecordLoading } from '../../../kit/record/record-loading.tsx'
import { RecordPage } from '../../../kit/record/record-page.tsx'
import { RecordSection } from '../../../kit/record/record-section.tsx'
import { ENTRIES } from '../../../kit/navigation/menu-keys.ts'
import { session } from '../../../kit/session/session-store.ts'
import { useEditDisabledReason } from '../../../kit/session/use-rights.ts'
import { MANAGE_USERS, userTabId } from '../addresses.ts'
import type { SavedPassword } from './saved-password-dialog.tsx'
import { ownGranter } from '../granter.ts'
import { RemoveUsersDialog } from '../remove-users-dialog.tsx'
import { changeUserProblem } from '../give-role-preview.ts'
import { userHead } from './user-facts.tsx'
import { UserForm } from './user-form.tsx'
import { allRoles, userRecord } from '../user-queries.ts'
import { UserSessions } from './user-sessions.tsx'
import { valuesOf } from './user-values.ts'
import styles from '../users.module.css'

const NOT_HERE = 'User not found. They may have been deleted, or belong to another client than the one selected.'

type UserRecordProps = {
  readonly id: string
  /** Called with a temporary password after it was saved. */
  readonly onPasswordSaved: (given: SavedPassword) => void
}

/** The tab of one user: form, sessions and history. */
export function UserRecord({ id, onPasswordSaved }: UserRecordProps) {
  const router = useRouter()
  const record = useQuery(userRecord(id))
  const roles = useQuery(allRoles)
  const own = useStore(session.store)
  const mayNotEdit = useEditDisabledReason(ENTRIES.manageUsers)
  const user = record.data
  const isMissing = user === null || (record.error instanceof ApiError && record.error.status === 404)
  const username = user?.username
  useEffect(() => {
    if (username) nameTab(userTabId(id), `User ${username}`)
  }, [id, username])

  const leave = () => leaveRecord(router, userTabId(id), MANAGE_USERS)
  if (!user || !roles.data)
    return (
      <RecordLoading
        title="User"
        why={isMissing ? NOT_HERE : undefined}
        error={record.error ?? roles.error}
        onRetry={() => void (record.error ? record.refetch() : roles.refetch())}
      />
    )

  const isSelf = user._id === own.user?._id
  const present = roles.data.find(({ _id }) => _id === user.role._id)
  const whyNot = mayNotEdit ?? (isSelf ? '' : (changeUserProblem(present, ownGranter(own)) ?? ''))
  const title = `User ${user.username}`
  if (whyNot)
    return (
      <section className={styles.screen} aria-label={title}>
        <RecordPage
          title={title}
          backTo={[MANAGE_USERS]}
          banner={<RecordBanner meaning="neutral" title={`You can view this user, but not change them. ${whyNot}`} />}
          {...userHead(user)}
        >
          <SessionsAndHistory user={user} isSelf={isSelf} whyNot={whyNot} onDeleted={leave} />
        </RecordPage>
      </section>
    )
  return (
    <UserForm
      title={title}
      user={user}
      initialValues={valuesOf(user)}
      roles={roles.data}
      isSelf={isSelf}
      onPasswordSaved={onPasswordSaved}
      onCancel={() => void leave()}
    >
      <div className={styles.beneath}>
        <SessionsAndHistory user={user} isSelf={isSelf} whyNot="" onDeleted={leave} />
      </div>
    </UserForm>
  )
}

type SessionsAndHistoryProps = {
  readonly user: User
  readonly isSelf: boolean
  readonly whyNot: string
  readonly onDeleted: () => Promise<void>
}

function SessionsAndHistory({ user, isSelf, whyNot, onDeleted }: SessionsAndHistoryProps) {
  const [isAsking, setIsAsking] = useState(false)
  const whyNotDelete = whyNot || (isSelf ? 'You cannot delete yourself.' : '')
  return (
    <>
      <RecordSection title="Sessions">
        <div className={styles.section}>
          <UserSessions user={user} isSelf={isSelf} whyNot={whyNot} />
        </div>
      </RecordSection>
      <RecordSection title="History">
        <RecordHistory of="user" id={user._id} />
      </RecordSection>
      <RecordSection title="Delete">
        <div className={styles.section}>
          <p className={styles.note}>{whyNotDelete || 'To block access for a while, deactivate or lock the user.'}</p>
          <div>
            <Button variant="default" disabled={whyNotDelete !== ''} onClick={() => setIsAsking(true)}>
              Delete user…
            </Button>
          </div>
        </div>
        <RemoveUsersDialog
          users={[user]}
          opened={isAsking}
          onClose={() => setIsAsking(false)}
          onDeleted={() => void onDeleted()}
        />
      </RecordSection>
    </>
  )
}
