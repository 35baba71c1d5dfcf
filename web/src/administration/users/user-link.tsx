import { Anchor } from '@mantine/core'
import type { User } from '@despatch/contract/administration/users/user'
import { Link } from '@tanstack/react-router'
import { ENTRIES } from '../../kit/navigation/menu-keys.ts'
import { useOpens } from '../../kit/session/use-may.ts'
import { MANAGE_USERS } from './addresses.ts'

/** A username that opens the user's record, for who may open it. */
export function UserLink({ user }: { readonly user: Pick<User, '_id' | 'username'> }) {
  const mayOpen = useOpens(ENTRIES.manageUsers)
  if (!mayOpen) return user.username
  const search: Record<string, string> = { user: user._id }
  return (
    <Anchor component={Link} to={MANAGE_USERS} search={search as never} preload={false} inherit>
      {user.username}
    </Anchor>
  )
}
