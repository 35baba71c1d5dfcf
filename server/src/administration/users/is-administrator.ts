import { canAdministerPortal } from '../roles/last-administrator.ts'
import { grantedRole, type RoleRow } from './roles-to-give.ts'

/** Whether a user counts for keepAnAdministrator. */
export function isAdministrator({
  active,
  locked,
  role,
}: {
  active: boolean
  locked: boolean
  role: RoleRow
}): boolean {
  return active && !locked && canAdministerPortal({ ...grantedRole(role), active: role.active })
}
