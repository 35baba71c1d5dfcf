import type { roles as routes } from '@despatch/contract/administration/roles/roles'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { VISIBILITY_KEYS, visibilityOfRole } from '@despatch/domain/administration/clients/visibility'
import { changedGrants, completePermissionTree } from '@despatch/domain/administration/roles/permissions'
import { ALL_CLIENTS, isInternalType } from '@despatch/domain/administration/roles/role-types'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { isVisible } from '../../sign-in/sessions/visible-users.ts'
import { auditRole, type RoleState } from './audit-role.ts'
import {
  alreadyExists,
  checkClientOfRole,
  type Holders,
  holdersText,
  countHolders,
  refuseMoreThanHeld,
  requestedType,
  workForClientsOf,
} from './change-checks.ts'
import { canAdministerPortal, requireAdministrator } from './last-administrator.ts'
import { presentRole, type RoleRow, rolesToChange } from './queries.ts'

/**
 * Changes a role, from the next call of its users on: they notice the new version. Throws an AppError if the caller
 * cannot see it (404), if it grants or would grant more than the caller holds (403), on an old version (409), if it is
 * the caller's own role and rights would change (422), or if its users could not keep it (in_use).
 */
export async function updateRole(
  context: Context,
  { body }: RouteChecked<typeof routes.update>,
): Promise<RouteAnswer<typeof routes.update>> {
  const { transaction, caller } = context
  const row = await transaction.row(rolesToChange(context, [body._id]))
  if (!row) throw new AppError('not_found', 'Role not found, or you can’t change it.')
  const was = roleState(row)
  const { _id: id, version } = body
  const is = requestedState(body, was)
  refuseMoreThanHeld(caller, is, was)
  if (version !== undefined && row.version !== version)
    throw new AppError('version_conflict', 'Someone else saved this role. Reload to see their changes, then try again.')
  if (row.role_id === caller.roleId) refuseOwnRightsChange(was, is)
  await workForClientsOf(context, [was.client, is.client])
  await checkClientOfRole(context, is)
  const holders = await transaction.row(countHolders(isVisible(context), [row.role_id], is.client))
  if (holders) refuseForHolders(was, is, holders)

  const values = {
    code: is.code,
    name: is.name,
    client_code: is.client,
    role_type: is.type,
    active: is.active,
    mfa_required: is.mfaRequired,
  }
  const [changed] = await transaction
    .write(
      db
        .updateTable('roles')
        .set({
          ...values,
          is_internal: isInternalType(is.type),
          permissions: JSON.stringify(is.permissions),
          visibility: JSON.stringify(is.sees),
        })
        .where('role_id', '=', row.role_id)
        .returning(['role_id', 'version']),
    )
    .catch((error: { code?: string }) => {
      throw alreadyExists(error)
    })
  if (!changed) throw new Error('A role was changed and did not come back')
  await auditRole(context, { id, was, is })
  if (holders && canAdministerPortal(was) && !canAdministerPortal(is)) await requireAdministrator(transaction)
  return {
    message: was.active && !is.active && holders ? closedRoleMessage(holders) : DATA_UPDATED,
    role: presentRole({
      ...values,
      ...changed,
      users: holders?.seen ?? 0,
      permissions: is.permissions,
      visibility: is.sees,
    }),
  }
}

/** The role after the change: fields missing from the body keep their value. */
const requestedState = (body: RouteChecked<typeof routes.update>['body'], was: RoleState): RoleState => ({
  code: body.code ?? was.code,
  name: body.name ?? was.name,
  client: body.client ?? was.client,
  type: requestedType(body, was.type),
  active: body.active ?? was.active,
  mfaRequired: body.mfaRequired ?? was.mfaRequired,
  permissions: body.permissions ? completePermissionTree(body.permissions) : was.permissions,
  sees: body.sees ?? was.sees,
})

export function roleState(row: Omit<RoleRow, 'users'>): RoleState {
  return {
    code: row.code,
    name: row.name,
    client: row.client_code,
    type: row.role_type,
    active: row.active,
    mfaRequired: row.mfa_required,
    permissions: completePermissionTree(row.permissions ?? {}),
    sees: visibilityOfRole(row.visibility),
  }
}

/** Refuses changes that give or take rights of the caller's own role. */
function refuseOwnRightsChange(was: RoleState, is: RoleState): void {
  const { gained, lost } = changedGrants(was.permissions, is.permissions)
  const isShownAlike = VISIBILITY_KEYS.every((key) => was.sees[key] === is.sees[key])
  if (isShownAlike && gained.length + lost.length === 0 && was.type === is.type && was.active === is.active) return
  throw new AppError(
    'unprocessable',
    'This is your own role. Another administrator must change its permissions, type and status.',
  )
}

function refuseForHolders(was: RoleState, is: RoleState, holders: Holders): void {
  if (isInternalType(was.type) !== isInternalType(is.type))
    throw new AppError(
      'in_use',
      `${holdersText(holders)}. A role of ${isInternalType(was.type) ? 'internal' : 'client'} users stays one while anyone has it.`,
    )
  if (is.client !== ALL_CLIENTS && is.client !== was.client && holders.outside > 0)
    throw new AppError(
      'in_use',
      `${holdersText(holders)}. ${holders.outside === holders.total ? 'They are' : `${holders.outside} of them are`} not of the client ${is.client}.`,
    )
}

const closedRoleMessage = ({ total }: Holders) =>
  `${DATA_UPDATED} ${total} ${total === 1 ? 'user who has' : 'users who have'} this role can no longer sign in.`
