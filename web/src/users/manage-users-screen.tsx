import { z } from 'zod'
import { recordId } from '@despatch/contract/route/fields'
import { useScreenSearch } from '../table/screen-search.ts'
import { NEW_USER } from './addresses.ts'
import { NewUser } from './new-user.tsx'
import { UserRecord } from './user-record.tsx'
import { UserList } from './user-list.tsx'

const shape = z.object({ user: recordId.or(z.literal(NEW_USER)).or(z.literal('')).catch('') })

/** All users; or the one that the address names, in a tab of its own. */
export function ManageUsersScreen() {
  const [{ user }] = useScreenSearch(shape)
  if (user === '') return <UserList />
  return user === NEW_USER ? <NewUser /> : <UserRecord key={user} id={user} />
}
