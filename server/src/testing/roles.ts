import type { contract } from '@despatch/contract/contract'
import type { Role } from '@despatch/contract/administration/roles/roles'
import type { RouteInput } from '@despatch/contract/route/types'
import { permissionTree } from '@despatch/domain/administration/roles/permissions'
import { makeRole } from './factories.ts'
import type { TestPortal } from './test-portal.ts'

type NewRole = RouteInput<typeof contract.roles.create>['body']
type Holds = Parameters<typeof permissionTree>[0]

export const onlyOrders: Holds = (leaf) => leaf === 'orderManagement.createNewOrder'

/** What a form for a role sends: a Client User's, with Create New Order alone unless told. */
export function roleBody(given: Partial<NewRole> & { client: string }): NewRole {
  const mark = Math.random().toString(36).slice(2, 10)
  return {
    code: `role-${mark}`,
    name: `Role ${mark}`,
    type: 'Client User',
    active: true,
    mfaRequired: false,
    permissions: permissionTree(onlyOrders),
    ...given,
  }
}

/** The same of a role that there is. */
export function amended(
  role: Role,
  given: Partial<Omit<NewRole, '_id'>> = {},
): RouteInput<typeof contract.roles.update>['body'] {
  const { _id, version, code, name, client, type, active, mfaRequired, permissions } = role
  return { _id, version, code, name, client, type, active, mfaRequired, permissions: permissions ?? {}, ...given }
}

/** A role of a client, or of all ('All_client'). */
export async function roleOf(
  portal: TestPortal,
  client: string,
  given: Parameters<typeof makeRole>[1] & { code?: string; name?: string } = {},
): Promise<number> {
  const id = await makeRole(portal.testDatabase, { holds: onlyOrders, ...given })
  await portal.testDatabase.asOwner(
    'update roles set client_code = $1, code = coalesce($2, code), name = coalesce($3, name) where role_id = $4',
    [client, given.code, given.name, id],
  )
  return id
}
