import type { roles as routes } from '@despatch/contract/administration/roles/roles'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_DELETED } from '@despatch/domain/feedback/messages'
import { roleTitle } from '@despatch/domain/administration/roles/role-types'
import { sql } from 'kysely'
import { chosenIds, chosenVersions } from '../../http/chosen-ids.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { isVisible } from '../../sign-in/sessions/visible-users.ts'
import { auditRole } from './audit-role.ts'
import { holdersText, countHolders, refuseMoreThanHeld, workForClientsOf } from './change-checks.ts'
import { rolesToChange } from './queries.ts'
import { roleState } from './update-role.ts'

const MAX_LISTED = 5

/**
 * Deletes roles, all or none. Throws an AppError if the caller cannot see one (404) or may not change it (403), or if
 * users have it (in_use, with their names).
 */
export async function removeRoles(
  context: Context,
  { query }: RouteChecked<typeof routes.remove>,
): Promise<RouteAnswer<typeof routes.remove>> {
  const { transaction, caller } = context
  const ids = chosenIds(query)
  const rows = await transaction.rows(rolesToChange(context, ids))
  if (rows.length < ids.length) throw new AppError('not_found', 'Role not found, or you can’t delete it.')
  const seenVersions = chosenVersions(query)
  const changed = rows.filter(({ role_id, version }) => (seenVersions.get(String(role_id)) ?? version) !== version)
  if (changed.length > 0) {
    const named = changed.slice(0, MAX_LISTED).map((row) => roleTitle(roleState(row)))
    const more = changed.length - named.length
    throw new AppError(
      'version_conflict',
      `Someone else changed ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}, so none were deleted. Reload to see their changes.`,
    )
  }
  const roles = rows.map((row) => ({ id: row.role_id, was: roleState(row) }))
  for (const { was } of roles) refuseMoreThanHeld(caller, was, was)
  await workForClientsOf(
    context,
    roles.map(({ was }) => was.client),
  )
  const holders = await transaction.rows(
    countHolders(
      isVisible(context),
      roles.map(({ id }) => id),
    ),
  )
  if (holders.length > 0) {
    const lines = holders.slice(0, MAX_LISTED).map((of) => {
      const role = roles.find(({ id }) => id === of.role_id)
      return roles.length > 1 && role ? `${roleTitle(role.was)}: ${holdersText(of)}` : holdersText(of)
    })
    const more = holders.length - MAX_LISTED
    throw new AppError('in_use', `${lines.join('; ')}${more > 0 ? `; and ${more} more roles` : ''}`)
  }
  await transaction.write(db.deleteFrom('roles').where('role_id', '=', sql<number>`any (${ids}::bigint[])`))
  await Promise.all(roles.map((role) => auditRole(context, role)))
  return { message: DATA_DELETED, deleted: roles.length }
}
