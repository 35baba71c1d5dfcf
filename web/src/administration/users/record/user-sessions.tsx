import { Button, Text } from '@mantine/core'
import type { User } from '@despatch/contract/administration/users/user'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { notify } from '../../../kit/notify/notify.ts'
import { accessChanged } from '../../../sign-in/sessions/access-changed.ts'
import { ENTRIES } from '../../../kit/navigation/menu-keys.ts'
import { SessionsTable } from '../../../sign-in/sessions/sessions-table.tsx'
import { useCanOpen, useEditDisabledReason } from '../../../kit/session/use-rights.ts'
import { ConfirmDialog } from '../../../kit/list/confirm-dialog.tsx'
import { TableProblem } from '../../../kit/list/table-states.tsx'
import { DisabledReason } from '../../../kit/list/disabled-reason.tsx'
import { EndSessionDialog } from '../../user-login-status/end-session-dialog.tsx'
import { endSessions, sessionsOfUser } from '../../user-login-status/login-queries.ts'
import styles from '../users.module.css'

type UserSessionsProps = {
  readonly user: User
  readonly isSelf: boolean
  /** Why the sessions cannot be ended; '' if they can. */
  readonly whyNot: string
}

/** The sessions of a user, with buttons to end them. */
export function UserSessions({ user, isSelf, whyNot }: UserSessionsProps) {
  const readsStatus = useCanOpen(ENTRIES.userLoginStatus)
  const mayNotEdit = useEditDisabledReason(ENTRIES.manageUsers)
  const mayRead = readsStatus || isSelf || mayNotEdit === undefined
  const { data, error, refetch } = useQuery({ ...sessionsOfUser(user), enabled: mayRead })
  const [ending, setEnding] = useState<ComponentProps<typeof EndSessionDialog>['of']>()
  const [isAsking, setIsAsking] = useState(false)
  const whyNotAll = whyNot || (isSelf ? 'To sign out yourself, use your menu at the top.' : '')
  async function endAll() {
    notify.success(await endSessions(user._id))
    void accessChanged()
  }
  return (
    <>
      {!mayRead ? (
        <p className={styles.note}>{user.is_login ? 'Signed in now.' : 'Not signed in.'}</p>
      ) : error ? (
        <TableProblem error={error} onRetry={() => void refetch()} isInline />
      ) : data?.length === 0 ? (
        <p className={styles.note}>Not signed in.</p>
      ) : (
        data && (
          <SessionsTable
            sessions={data}
            isAsking
            onEnd={whyNot === '' ? (one) => setEnding({ ...one, _id: user._id, username: user.username }) : undefined}
          />
        )
      )}
      <div>
        <Button variant="default" disabled={whyNotAll !== '' || !user.is_login} onClick={() => setIsAsking(true)}>
          Sign out everywhere
        </Button>
        <DisabledReason reasons={[whyNotAll || (user.is_login ? '' : 'Not signed in.')]} />
      </div>
      <EndSessionDialog of={ending} onClose={() => setEnding(undefined)} />
      <ConfirmDialog
        opened={isAsking}
        title={`Sign ${user.username} out everywhere?`}
        confirmLabel="Sign out everywhere"
        isDangerous
        onConfirm={endAll}
        onClose={() => setIsAsking(false)}
      >
        <Text size="sm">All their sessions end now. They must sign in again.</Text>
      </ConfirmDialog>
    </>
  )
}
