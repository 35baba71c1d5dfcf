import type { users as routes } from '@despatch/contract/administration/users/users'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_DELETED } from '@despatch/domain/feedback/messages'
import { chosenIds, chosenVersions } from '../../http/chosen-ids.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { keepAnAdministrator } from '../roles/last-administrator.ts'
import { auditUsers, wholeUser } from './audit-users.ts'
import { refuseChanged, refuseMissing, refuseUnchangeable, usersToChange } from './changeable-users.ts'
import { isAdministrator } from './is-administrator.ts'
import { isOneOf } from './queries.ts'

/**
 * Deletes users, all or none. Specification 5: 'Delete works by a single id or by comma-separated ids.' Their sessions end
 * with them, and their views go; what they did stays in the audit under their name.
 */
export async function removeUsers(
  context: Context,
  { query }: RouteChecked<typeof routes.remove>,
): Promise<RouteAnswer<typeof routes.remove>> {
  const { transaction, caller } = context
  const ids = chosenIds(query).map(Number)
  if (ids.includes(caller.userId))
    throw new AppError('bad_request', 'You cannot delete yourself: another administrator can. Nobody was deleted.')
  const users = await usersToChange(context, isOneOf(ids))
  refuseMissing(ids.length, users.length)
  refuseChanged(users, chosenVersions(query))
  refuseUnchangeable(users)
  await transaction.write(db.deleteFrom('users').where(isOneOf(ids)))
  await auditUsers(
    context,
    users.map((user) => ({ act: 'user.deleted', user, before: wholeUser(user) })),
  )
  if (users.some(isAdministrator)) await keepAnAdministrator(transaction)
  return { message: DATA_DELETED, deleted: users.length }
}
