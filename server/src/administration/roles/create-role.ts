import type { roles as routes } from '@despatch/contract/administration/roles/roles'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_ADDED } from '@despatch/domain/feedback/messages'
import { completePermissionTree } from '@despatch/domain/administration/roles/permissions'
import { isInternalType } from '@despatch/domain/administration/roles/role-types'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import { auditRole, type RoleState } from './audit-role.ts'
import {
  alreadyExists,
  checkClientOfRole,
  refuseMoreThanHeld,
  requestedType,
  workForClientsOf,
} from './change-checks.ts'
import { presentRole } from './queries.ts'

/**
 * Creates a role of one of the caller's clients or, for internal users, of all clients. Throws an AppError if it would
 * hold more than its maker (403), or if its code or name is taken for the client.
 */
export async function createRole(
  context: Context,
  { body }: RouteChecked<typeof routes.create>,
): Promise<RouteAnswer<typeof routes.create>> {
  const role: RoleState = {
    code: body.code,
    name: body.name,
    client: body.client,
    type: requestedType(body),
    active: body.active,
    mfaRequired: body.mfaRequired,
    permissions: completePermissionTree(body.permissions ?? {}),
    sees: body.sees ?? context.caller.roleSees,
  }
  refuseMoreThanHeld(context.caller, role)
  await workForClientsOf(context, [role.client])
  await checkClientOfRole(context, role)
  const values = {
    code: role.code,
    name: role.name,
    client_code: role.client,
    role_type: role.type,
    active: role.active,
    mfa_required: role.mfaRequired,
  }
  const [created] = await context.transaction
    .write(
      db
        .insertInto('roles')
        .values({
          ...values,
          is_internal: isInternalType(role.type),
          permissions: JSON.stringify(role.permissions),
          visibility: JSON.stringify(role.sees),
          created_on: context.now,
        })
        .returning(['role_id', 'version']),
    )
    .catch((error: { code?: string }) => {
      throw alreadyExists(error)
    })
  if (!created) throw new Error('A role was inserted and did not come back')
  await auditRole(context, { id: created.role_id, is: role })
  return {
    message: DATA_ADDED,
    role: presentRole({ ...values, ...created, users: 0, permissions: role.permissions, visibility: role.sees }),
  }
}
