import { Anchor } from '@mantine/core'
import type { User } from '@despatch/contract/users/user'
import { Link } from '@tanstack/react-router'
import { useStore } from '../app/store.ts'
import { hasRight } from '../session/rights.ts'
import { session } from '../session/session-store.ts'
import { MANAGE_USERS } from './addresses.ts'

/** A username that opens the user's record, for who may open it. */
export function UserLink({ user }: { readonly user: Pick<User, '_id' | 'username'> }) {
  const mayOpen = useStore(session.store, (state) => hasRight(state, 'setUpAndControl.userAdministration.manageUsers'))
  if (!mayOpen) return user.username
  const search: Record<string, string> = { user: user._id }
  return (
    <Anchor component={Link} to={MANAGE_USERS} search={search as never} preload={false} inherit>
      {user.username}
    </Anchor>
  )
}
