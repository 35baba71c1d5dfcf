import type { users as routes } from '@despatch/contract/administration/users/users'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_DELETED } from '@despatch/domain/feedback/messages'
import { chosenIds, chosenVersions } from '../../http/chosen-ids.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { requireAdministrator } from '../roles/last-administrator.ts'
import { auditUsers, userForAudit } from './audit-users.ts'
import { refuseIfChanged, refuseIfMissing, refuseIfUnchangeable, usersToChange } from './changeable-users.ts'
import { isAdministrator } from './is-administrator.ts'
import { hasIdIn } from './queries.ts'

/**
 * Deletes users, all or none. Specification 5: 'Delete works by a single id or by comma-separated ids.' Deletes their
 * sessions and views as well; the audit keeps their acts under their names.
 */
export async function removeUsers(
  context: Context,
  { query }: RouteChecked<typeof routes.remove>,
): Promise<RouteAnswer<typeof routes.remove>> {
  const { transaction, caller } = context
  const ids = chosenIds(query).map(Number)
  if (ids.includes(caller.userId))
    throw new AppError('bad_request', 'You can’t delete yourself. Another administrator can. No users were deleted.')
  const users = await usersToChange(context, hasIdIn(ids))
  refuseIfMissing(ids.length, users.length)
  refuseIfChanged(users, chosenVersions(query))
  refuseIfUnchangeable(users)
  await transaction.write(db.deleteFrom('users').where(hasIdIn(ids)))
  await auditUsers(
    context,
    users.map((user) => ({ act: 'user.deleted', user, before: userForAudit(user) })),
  )
  if (users.some(isAdministrator)) await requireAdministrator(transaction)
  return { message: DATA_DELETED, deleted: users.length }
}
