import type { users as routes } from '@despatch/contract/administration/users/users'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_ADDED } from '@despatch/domain/feedback/messages'
import type { Context } from '../../http/context.ts'
import { refuseFields } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { inviteUser } from '../../sign-in/password/invite-user.ts'
import { auditUsers, userForAudit } from './audit-users.ts'
import { checkClients, roleMisfit, roleToGive } from './user-checks.ts'
import { hashTemporaryPassword } from './temporary-password.ts'
import { fieldsOf, joinClients, powerBiProblem, presentById, refuseTaken } from './user-record.ts'

/**
 * Creates a user with a role and clients within the caller's own. A password in the body is temporary; without one the
 * user is mailed a link to choose one, if they are active and have an address.
 */
export async function createUser(
  context: Context,
  { body }: RouteChecked<typeof routes.create>,
): Promise<RouteAnswer<typeof routes.create>> {
  const { transaction } = context
  const clients = [...new Set(body.client)]
  const [role] = await Promise.all([roleToGive(context, body.role), checkClients(context, clients)])
  const misfit = roleMisfit(role, clients)
  if (misfit) throw refuseFields([misfit])
  const misnamed = powerBiProblem(context.caller, '', body.power_bi_username)
  if (misnamed) throw refuseFields([misnamed])
  const passwordHash = body.password === undefined ? '' : await hashTemporaryPassword(body.password, body)

  const fields = fieldsOf(body)
  const inserted = await transaction
    .writeRow(
      db
        .insertInto('users')
        .values({
          ...fields,
          role_id: role.role_id,
          password_hash: passwordHash,
          is_temporary_password: passwordHash !== '',
        })
        .returning(['user_id', 'version']),
    )
    .catch(refuseTaken(body.username))
  if (!inserted) throw new Error('The new user has no id')
  const user = { ...fields, ...inserted, role, clients }
  const [isInvited] = await Promise.all([
    passwordHash === '' && user.active && !user.locked && inviteUser(transaction, { user, context }),
    joinClients(context, user.user_id, clients),
  ])
  await auditUsers(context, [
    {
      act: 'user.created',
      user,
      after: { ...userForAudit(user), password: passwordHash === '' ? 'none yet' : 'temporary' },
    },
  ])
  return { message: DATA_ADDED, user: await presentById(context, user.user_id), isInvited }
}
