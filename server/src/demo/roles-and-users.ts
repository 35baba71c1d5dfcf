import type { PermissionTree } from '@despatch/domain/administration/roles/permissions'
import {
  defaultPermissions,
  isInternalType,
  ROLE_TYPES,
  type RoleType,
} from '@despatch/domain/administration/roles/role-types'

/** The password of every demo account. */
export const demoPassword = 'open the loading bay'

type DemoRole = {
  code: string
  name: string
  role_type: RoleType
  is_internal: boolean
  permissions: PermissionTree
}

/** One role of each type, with that type's initial permissions. */
const roleOfType = (type: RoleType): DemoRole => ({
  code: type.toLowerCase().replace(' ', '-'),
  name: type,
  role_type: type,
  is_internal: isInternalType(type),
  permissions: defaultPermissions(type),
})

/** Client users who may also read carriers' invoices, of a client that sees its costs. */
const clientFinance: DemoRole = {
  ...roleOfType('Client User'),
  code: 'client-finance',
  name: 'Client Finance',
  permissions: {
    ...defaultPermissions('Client User'),
    invoiceReconciliation: { Enable: true, 'Read Only': true, Edit: false },
  },
}

export const demoRoles: readonly DemoRole[] = [...ROLE_TYPES.map(roleOfType), clientFinance]

type DemoUser = { username: string; first_name: string; last_name: string; role: string; clients: readonly string[] }

/** The demo accounts. */
export const demoUsers: readonly DemoUser[] = [
  { username: 'ops.admin', first_name: 'Morag', last_name: 'Sinclair', role: 'internal-administrator', clients: [] },
  { username: 'ops.user', first_name: 'Dev', last_name: 'Chandra', role: 'internal-user', clients: [] },
  { username: 'acme.admin', first_name: 'Helen', last_name: 'Acton', role: 'client-administrator', clients: ['ACME'] },
  { username: 'acme.user', first_name: 'Sam', last_name: 'Whitlock', role: 'client-user', clients: ['ACME'] },
  { username: 'birch.user', first_name: 'Rowan', last_name: 'Birchall', role: 'client-finance', clients: ['BIRCH'] },
]
