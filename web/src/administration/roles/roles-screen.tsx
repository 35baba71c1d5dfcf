import { recordId } from '@despatch/contract/route/fields'
import { z } from 'zod'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { NEW_ROLE } from './addresses.ts'
import { NewRole } from './new-role.tsx'
import { RoleList } from './role-list.tsx'
import { RoleRecord } from './role-record.tsx'

const shape = z.object({
  role: recordId.or(z.literal(NEW_ROLE)).or(z.literal('')).catch(''),
  /** The role to copy into a new one. */
  copy: recordId.or(z.literal('')).catch(''),
})

/** All roles, or the tab of the role in the address. */
export function RolesScreen() {
  const [{ role, copy }] = useScreenSearch(shape)
  if (role === '') return <RoleList />
  return role === NEW_ROLE ? <NewRole key={copy} copy={copy} /> : <RoleRecord key={role} id={role} />
}
