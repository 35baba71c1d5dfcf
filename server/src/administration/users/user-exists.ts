import type { users as routes } from '@despatch/contract/administration/users/users'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'

/**
 * Whether a username is taken. Usernames are unique across all clients, in any case. The answer does not say who has
 * it, because that may be a user of another client.
 */
export async function checkUserExists(
  { transaction }: Context,
  { query: { username } }: RouteChecked<typeof routes.exist>,
): Promise<RouteAnswer<typeof routes.exist>> {
  const taken = await transaction.row(
    db
      .selectFrom('users')
      .select('user_id')
      .where(sql`lower(username)`, '=', sql`lower(${username})`),
  )
  return { exists: taken !== undefined, message: taken ? usernameTakenMessage(username) : '' }
}

/** The message for a username that is taken, by a user of any client. */
export function usernameTakenMessage(username: string): string {
  return `The username ${username} is taken: choose another`
}
