import { z } from 'zod'
import { recordId } from '@despatch/contract/route/fields'
import { useScreenSearch } from '../table/screen-search.ts'
import { NEW_USER } from './addresses.ts'
import { NewUserScreen } from './new-user-screen.tsx'
import { UserScreen } from './user-screen.tsx'
import { UsersScreen } from './users-screen.tsx'

const shape = z.object({ user: recordId.or(z.literal(NEW_USER)).or(z.literal('')).catch('') })

/** All users; or the one that the address names, in a tab of its own. */
export function ManageUsersScreen() {
  const [{ user }] = useScreenSearch(shape)
  if (user === '') return <UsersScreen />
  return user === NEW_USER ? <NewUserScreen /> : <UserScreen key={user} id={user} />
}
