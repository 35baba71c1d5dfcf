import { recordId } from '@despatch/contract/route/fields'
import { z } from 'zod'
import { useScreenSearch } from '../table/screen-search.ts'
import { NEW_ROLE } from './addresses.ts'
import { NewRoleScreen } from './new-role-screen.tsx'
import { RoleListScreen } from './role-list-screen.tsx'
import { RoleScreen } from './role-screen.tsx'

const shape = z.object({
  role: recordId.or(z.literal(NEW_ROLE)).or(z.literal('')).catch(''),
  /** Which role a new one begins as a copy of. */
  copy: recordId.or(z.literal('')).catch(''),
})

/** All roles; or the one that the address names, in a tab of its own. */
export function RolesScreen() {
  const [{ role, copy }] = useScreenSearch(shape)
  if (role === '') return <RoleListScreen />
  return role === NEW_ROLE ? <NewRoleScreen key={copy} copy={copy} /> : <RoleScreen key={role} id={role} />
}
