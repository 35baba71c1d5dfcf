import { useState } from 'react'
import { z } from 'zod'
import { recordId } from '@despatch/contract/route/fields'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { NEW_USER } from './addresses.ts'
import { type GivenPassword, GivenPasswordDialog } from './record/given-password-dialog.tsx'
import { NewUser } from './record/new-user.tsx'
import { UserRecord } from './record/user-record.tsx'
import { UserList } from './user-list.tsx'

const shape = z.object({ user: recordId.or(z.literal(NEW_USER)).or(z.literal('')).catch('') })

/** All users; or the one that the address names, in a tab of its own. */
export function ManageUsersScreen() {
  const [{ user }] = useScreenSearch(shape)
  // Here, as the form that saves it may be gone by then.
  const [given, setGiven] = useState<GivenPassword>()
  return (
    <>
      {user === '' ? (
        <UserList />
      ) : user === NEW_USER ? (
        <NewUser onPasswordGiven={setGiven} />
      ) : (
        <UserRecord key={user} id={user} onPasswordGiven={setGiven} />
      )}
      <GivenPasswordDialog given={given} onClose={() => setGiven(undefined)} />
    </>
  )
}
