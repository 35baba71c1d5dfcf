import type { LeafPath } from '@despatch/domain/roles/menu'
import { type PermissionTree, permissionTree } from '@despatch/domain/roles/permissions'
import type { RoleType } from '@despatch/domain/roles/role-types'
import { administratorRole } from '../users/administrator-role.ts'

/** The password of every account of the demo. */
export const demoPassword = 'open the loading bay'

type DemoRole = {
  code: string
  name: string
  role_type: RoleType
  is_internal: boolean
  permissions: PermissionTree
}

const within = (leaf: LeafPath, ...groups: string[]) =>
  groups.some((group) => leaf === group || leaf.startsWith(`${group}.`))

/** One role of each type. */
export const demoRoles: readonly DemoRole[] = [
  administratorRole,
  {
    code: 'internal-user',
    name: 'Internal User',
    role_type: 'Internal User',
    is_internal: true,
    permissions: permissionTree((leaf, right) => right !== 'Edit' || !within(leaf, 'setUpAndControl')),
  },
  {
    code: 'client-administrator',
    name: 'Client Administrator',
    role_type: 'Client Administrator',
    is_internal: false,
    permissions: permissionTree(
      (leaf, right) =>
        within(
          leaf,
          'setUpAndControl.userAdministration',
          'returnsPortalControl',
          'orderManagement',
          'reportsAndEnquiries',
          'skusAndStock',
          'feeds',
        ) ||
        (right !== 'Edit' &&
          within(leaf, 'managementReports.keyMetrics', 'managementReports.annualVolumes', 'carrierRoutingControl')),
    ),
  },
  {
    code: 'client-user',
    name: 'Client User',
    role_type: 'Client User',
    is_internal: false,
    permissions: permissionTree((leaf) => within(leaf, 'orderManagement', 'reportsAndEnquiries')),
  },
]

type DemoUser = { username: string; first_name: string; last_name: string; role: string; clients: readonly string[] }

/** The accounts of the demo. */
export const demoUsers: readonly DemoUser[] = [
  { username: 'ops.admin', first_name: 'Morag', last_name: 'Sinclair', role: 'internal-administrator', clients: [] },
  { username: 'ops.user', first_name: 'Dev', last_name: 'Chandra', role: 'internal-user', clients: [] },
  { username: 'acme.admin', first_name: 'Helen', last_name: 'Acton', role: 'client-administrator', clients: ['ACME'] },
  { username: 'acme.user', first_name: 'Sam', last_name: 'Whitlock', role: 'client-user', clients: ['ACME'] },
  { username: 'birch.user', first_name: 'Rowan', last_name: 'Birchall', role: 'client-user', clients: ['BIRCH'] },
]
