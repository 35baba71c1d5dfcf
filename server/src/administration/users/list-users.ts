import type { users as routes } from '@despatch/contract/administration/users/users'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { presentUser } from './present.ts'
import { matching, type UserFilter, type UserPage, usersPage, usersTotal, userWithPermissions } from './queries.ts'
import { rolesToGive } from './roles-to-give.ts'
import { hasOnlyOwnClients, isVisible } from '../../sign-in/sessions/visible-users.ts'

type Answer = RouteAnswer<typeof routes.list>

/**
 * A page of the users that the caller may see or, with an id, that user. Throws an AppError (not_found) for an unknown
 * id.
 */
export async function listUsers(
  context: Context,
  { query: { id, ...query } }: RouteChecked<typeof routes.list>,
): Promise<Answer> {
  if (!id) return pageOf(context, query)
  const row = await context.transaction.row(
    userWithPermissions(context, sql`users.user_id = ${id}::bigint and ${isVisible(context)}`).compile(db),
  )
  if (!row) throw new AppError('not_found', 'User not found, or you don’t have access to them.')
  return { users: [presentUser(row)], total: 1 }
}

/**
 * A page of the users that {@link activateUsers} would accept. domain.md: 'list the users that may be … activated and
 * change nothing.'
 */
export async function listActivatable(
  context: Context,
  { query }: RouteChecked<typeof routes.activatable>,
): Promise<Answer> {
  return pageOf(context, query, sql`not users.active and not users.locked and ${await isChangeable(context)}`)
}

/** A page of the users that {@link removeUsers} would accept: all that the caller may change, except themselves. */
export async function listDeletable(
  context: Context,
  { query }: RouteChecked<typeof routes.deletable>,
): Promise<Answer> {
  return pageOf(context, query, sql`users.user_id <> ${context.caller.userId} and ${await isChangeable(context)}`)
}

async function isChangeable(context: Context): Promise<RawBuilder<boolean>> {
  const roles = await rolesToGive(context)
  return sql`users.role_id = any (${roles}::bigint[]) and ${hasOnlyOwnClients(context)}`
}

async function pageOf(context: Context, query: UserFilter & UserPage, only?: RawBuilder<boolean>): Promise<Answer> {
  const { transaction } = context
  const where = matching(context, query, only)
  const rows = await transaction.rows(usersPage(context, where, query).compile(db))
  // A page that is not full is the last, and so gives the total. A search with few hits then runs once instead of
  // twice.
  const isLast = rows.length < query.limit && (rows.length > 0 || query.page === 1)
  const counted = isLast ? undefined : await transaction.row(usersTotal(where).compile(db))
  return {
    users: rows.map(presentUser),
    total: counted?.total ?? (query.page - 1) * query.limit + rows.length,
  }
}
