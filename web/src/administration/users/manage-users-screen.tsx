import { useState } from 'react'
import { z } from 'zod'
import { recordId } from '@despatch/contract/route/fields'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { NEW_USER } from './addresses.ts'
import { type SavedPassword, SavedPasswordDialog } from './record/saved-password-dialog.tsx'
import { NewUser } from './record/new-user.tsx'
import { UserRecord } from './record/user-record.tsx'
import { UserList } from './user-list.tsx'

const shape = z.object({ user: recordId.or(z.literal(NEW_USER)).or(z.literal('')).catch('') })

/** All users, or the tab of the user in the address. */
export function ManageUsersScreen() {
  const [{ user }] = useScreenSearch(shape)
  // Kept here, because the form that saved it may be closed by then.
  const [saved, setSaved] = useState<SavedPassword>()
  return (
    <>
      {user === '' ? (
        <UserList />
      ) : user === NEW_USER ? (
        <NewUser onPasswordSaved={setSaved} />
      ) : (
        <UserRecord key={user} id={user} onPasswordSaved={setSaved} />
      )}
      <SavedPasswordDialog saved={saved} onClose={() => setSaved(undefined)} />
    </>
  )
}
