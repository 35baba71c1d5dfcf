import type { users as routes } from '@despatch/contract/users/users'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_ADDED } from '@despatch/domain/feedback/messages'
import { sql } from 'kysely'
import type { Context } from '../app/context.ts'
import { Refusal, refuseFields } from '../app/refusal.ts'
import { db } from '../database/sql.ts'
import { inviteUser } from '../session/invite-user.ts'
import { auditUsers, wholeUser } from './audit-users.ts'
import { presentUser } from './present.ts'
import { userWhole } from './queries.ts'
import { checkClients, roleMisfit, roleToGive } from './role-fits.ts'
import { hashTemporaryPassword } from './temporary-password.ts'
import { takenWords } from './user-exists.ts'

/**
 * Creates a user with a role and clients within the caller's own. A password given is temporary; without one the user is
 * mailed a link to choose one, if they may sign in at once and there is an address.
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
  const passwordHash = body.password === undefined ? '' : await hashTemporaryPassword(body.password, body.username)

  const { password: _password, client: _client, role: _role, lock: locked, ...fields } = body
  const inserted = await transaction
    .row(
      db
        .insertInto('users')
        .values({
          ...fields,
          locked,
          role_id: role.role_id,
          password_hash: passwordHash,
          is_temporary_password: passwordHash !== '',
        })
        .returning(['user_id', 'version']),
    )
    .catch(refuseTaken(body.username))
  if (!inserted) throw new Error('The new user has no id')
  const user = { ...fields, ...inserted, locked, role, clients }
  const [isInvited] = await Promise.all([
    passwordHash === '' && user.active && !locked && inviteUser(transaction, { user, context }),
    joinClients(context, user.user_id, clients),
  ])
  await auditUsers(context, [
    {
      act: 'user.created',
      user,
      after: { ...wholeUser(user), password: passwordHash === '' ? 'none yet' : 'temporary' },
    },
  ])
  return { message: DATA_ADDED, user: await presentById(context, user.user_id), isInvited }
}

/** Makes a user one of these clients, in this order, and of no others. */
export async function joinClients({ transaction }: Context, userId: number, clients: readonly string[]): Promise<void> {
  await Promise.all([
    transaction.rows(db.deleteFrom('user_clients').where('user_id', '=', userId)),
    clients.length > 0 &&
      transaction.rows(
        db
          .insertInto('user_clients')
          .values(clients.map((code, position) => ({ user_id: userId, client_code: code, position }))),
      ),
  ])
}

/** The user with an id as an answer has it. */
export async function presentById(context: Context, userId: number) {
  const row = await context.transaction.row(userWhole(context, sql`users.user_id = ${userId}`).compile(db))
  if (!row) throw new Error(`The user ${userId} is gone`)
  return presentUser(row)
}

/** Turns the database's refusal of a username that somebody has into one in words. */
export function refuseTaken(username: string) {
  return (error: Error & { code?: string; constraint?: string }): never => {
    if (error.code !== '23505' || error.constraint !== 'users_by_name') throw error
    const message = takenWords(username)
    throw new Refusal('already_exists', message, { fields: [{ path: 'username', message }] })
  }
}
