import type { contract } from '@despatch/contract/contract'
import type { Role } from '@despatch/contract/administration/roles/roles'
import type { RouteInput } from '@despatch/contract/route/types'
import { permissionTree } from '@despatch/domain/administration/roles/permissions'
import { makeRole } from './factories.ts'
import type { TestPortal } from './test-portal.ts'

type NewRole = RouteInput<typeof contract.roles.create>['body']
type Holds = Parameters<typeof permissionTree>[0]

export const onlyOrders: Holds = (leaf) => leaf === 'orderManagement.createNewOrder'

/** The body of a form for a role, by default a Client User's with only Create New Order. */
export function roleBody(options: Partial<NewRole> & { client: string }): NewRole {
  const mark = Math.random().toString(36).slice(2, 10)
  return {
    code: `role-${mark}`,
    name: `Role ${mark}`,
    type: 'Client User',
    active: true,
    mfaRequired: false,
    permissions: permissionTree(onlyOrders),
    ...options,
  }
}

/** The body of a form for an existing role, with changes. */
export function updatedRoleBody(
  role: Role,
  changes: Partial<Omit<NewRole, '_id'>> = {},
): RouteInput<typeof contract.roles.update>['body'] {
  const { _id, version, code, name, client, type, active, mfaRequired, permissions } = role
  return { _id, version, code, name, client, type, active, mfaRequired, permissions: permissions ?? {}, ...changes }
}

/** Makes a role of a client, or of all ('All_client'). */
export async function makeClientRole(
  portal: TestPortal,
  client: string,
  options: Parameters<typeof makeRole>[1] & { code?: string; name?: string } = {},
): Promise<number> {
  const id = await makeRole(portal.testDatabase, { holds: onlyOrders, ...options })
  await portal.testDatabase.asOwner(
    'update roles set client_code = $1, code = coalesce($2, code), name = coalesce($3, name) where role_id = $4',
    [client, options.code, options.name, id],
  )
  return id
}
