import { administers } from '../roles/last-administrator.ts'
import { grantedRole, type RoleRow } from './roles-to-give.ts'

/** Whether a user is one of those of whom one has to stay: see keepAnAdministrator. */
export function isAdministrator({
  active,
  locked,
  role,
}: {
  active: boolean
  locked: boolean
  role: RoleRow
}): boolean {
  return active && !locked && administers({ ...grantedRole(role), active: role.active })
}
