import type { users as routes } from '@despatch/contract/administration/users/users'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { roleTitle } from '@despatch/domain/administration/roles/role-types'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import { isLive } from '../../sign-in/sessions/live-session.ts'
import { matchesSearch, isVisibleMembership } from '../users/queries.ts'
import { isVisible } from '../../sign-in/sessions/visible-users.ts'

const SORTS = {
  username: sql`users.search_text`,
  since: sql`sessions.created_at`,
  last_used: sql`sessions.last_used_at`,
}

type SessionRow = {
  session_id: number
  user_id: number
  username: string
  first_name: string
  last_name: string
  code: string
  name: string
  client: string[]
  created_at: Date
  last_used_at: Date
  address: string
  browser: string
}

/** The live sessions of users that the caller may see. */
export async function listLiveSessions(
  context: Context,
  { query }: RouteChecked<typeof routes.loginStatus>,
): Promise<RouteAnswer<typeof routes.loginStatus>> {
  const { transaction, caller, now } = context
  const found = sql`
    from sessions join users on users.user_id = sessions.user_id join roles on roles.role_id = users.role_id
    where ${isLive(now)} and ${isVisible(context)} and ${query.search ? matchesSearch(query.search) : sql`true`}`
  const direction = query.desc ? sql`desc` : sql`asc`
  const [rows, counted] = await Promise.all([
    transaction.rows(
      sql<SessionRow>`
        select sessions.session_id, users.user_id, users.username, users.first_name, users.last_name, roles.code, roles.name,
          array(
            select m.client_code from user_clients m where m.user_id = users.user_id and ${isVisibleMembership(caller)}
            order by m.position, m.client_code
          ) as client,
          sessions.created_at, sessions.last_used_at, sessions.address, sessions.browser
        ${found}
        order by ${SORTS[query.sort]} ${direction}, sessions.session_id ${direction}
        limit ${query.limit} offset ${(query.page - 1) * query.limit}`.compile(db),
    ),
    transaction.row(sql<{ total: number }>`select count(*) as total ${found}`.compile(db)),
  ])
  return {
    sessions: rows.map((row) => ({
      session: String(row.session_id),
      _id: String(row.user_id),
      username: row.username,
      first_name: row.first_name,
      last_name: row.last_name,
      role: roleTitle(row),
      client: row.client,
      since: row.created_at.toISOString(),
      last_used: row.last_used_at.toISOString(),
      address: row.address,
      browser: row.browser,
      isOwn: row.session_id === caller.sessionId,
    })),
    total: counted?.total ?? 0,
  }
}
