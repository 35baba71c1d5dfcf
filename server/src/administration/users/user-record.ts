import type { FieldProblem } from '@despatch/contract/route/problem'
import type { User } from '@despatch/contract/administration/users/user'
import type { users } from '@despatch/contract/administration/users/users'
import type { RouteChecked } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { presentUser } from './present.ts'
import { userWithPermissions } from './queries.ts'
import { usernameTakenMessage } from './user-exists.ts'
import { inOrder } from '../../database/transaction.ts'

type UserFields = Omit<RouteChecked<typeof users.create>['body'], 'role' | 'client' | 'password'>

/** The columns of `users` for a body. */
export const fieldsOf = (body: UserFields) => ({
  username: body.username,
  first_name: body.first_name,
  last_name: body.last_name,
  email: body.email,
  phone_number: body.phone_number,
  power_bi_username: body.power_bi_username,
  domain_username: body.domain_username,
  active: body.active,
  locked: body.lock,
})

/**
 * Why the caller may not change a user's Power BI username; undefined if they may. It decides whose rows reports show.
 */
export const powerBiProblem = (caller: Context['caller'], before: string, after: string): FieldProblem | undefined =>
  caller.isInternal || after === before ? undefined : { path: 'power_bi_username', message: OPERATOR_SETS_IT }

export const OPERATOR_SETS_IT = 'The Power BI username is set by the operator’s administrators'

/** Replaces the clients of a user, in this order. */
export async function joinClients({ transaction }: Context, userId: number, clients: readonly string[]): Promise<void> {
  await inOrder([
    transaction.write(db.deleteFrom('user_clients').where('user_id', '=', userId)),
    clients.length > 0 &&
      transaction.write(
        db
          .insertInto('user_clients')
          .values(clients.map((code, position) => ({ user_id: userId, client_code: code, position }))),
      ),
  ])
}

export async function presentById(context: Context, userId: number): Promise<User> {
  const row = await context.transaction.row(userWithPermissions(context, sql`users.user_id = ${userId}`).compile(db))
  if (!row) throw new Error(`The user ${userId} is gone`)
  return presentUser(row)
}

/** Turns a violation of the unique username into an AppError; rethrows other errors. */
export function refuseTaken(username: string) {
  return (error: Error & { code?: string; constraint?: string }): never => {
    if (error.code !== '23505' || error.constraint !== 'users_by_name') throw error
    const message = usernameTakenMessage(username)
    throw new AppError('already_exists', message, { fields: [{ path: 'username', message }] })
  }
}
