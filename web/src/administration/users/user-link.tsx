import type { User } from '@despatch/contract/administration/users/user'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { ENTRIES } from '../../kit/navigation/menu-keys.ts'
import { useCanOpen } from '../../kit/session/use-rights.ts'
import { userAddress } from './addresses.ts'

/** A username that links to the user's record, if the signed-in user may open it. */
export function UserLink({ user }: { readonly user: Pick<User, '_id' | 'username'> }) {
  const mayOpen = useCanOpen(ENTRIES.manageUsers)
  if (!mayOpen) return user.username
  return <ScreenLink to={userAddress(user._id)}>{user.username}</ScreenLink>
}
