import type { users as routes } from '@despatch/contract/users/users'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import type { Context } from '../app/context.ts'
import { db } from '../database/sql.ts'

/** Whether a username is taken, by anybody: names are one set for all clients, whatever their case. */
export async function userExists(
  { transaction }: Context,
  { query: { username } }: RouteChecked<typeof routes.exist>,
): Promise<RouteAnswer<typeof routes.exist>> {
  const taken = await transaction.row(
    db
      .selectFrom('users')
      .select('user_id')
      .where(sql`lower(username)`, '=', sql`lower(${username})`),
  )
  return { exists: taken !== undefined, message: taken ? takenWords(username) : '' }
}

/** What is said of a username that somebody has. */
export function takenWords(username: string): string {
  return `There is a user ${username} already: choose another username`
}
