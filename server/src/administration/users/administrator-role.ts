import { defaultPermissions, type RoleType } from '@despatch/domain/administration/roles/role-types'

/** The first role, with every permission. */
export const administratorRole = {
  code: 'internal-administrator',
  name: 'Internal Administrator',
  role_type: 'Internal Administrator' satisfies RoleType as RoleType,
  is_internal: true,
  permissions: defaultPermissions('Internal Administrator'),
}
