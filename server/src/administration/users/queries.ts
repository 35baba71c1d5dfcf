import type { UserSort } from '@despatch/contract/administration/users/users'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import type { Caller } from '../../http/authentication/open-session.ts'
import { isLive } from '../../sign-in/sessions/live-session.ts'
import type { UserRow } from './present.ts'
import { isVisible } from '../../sign-in/sessions/visible-users.ts'

/** The caller, the clients of the call, and its time. */
export type CallScope = Pick<Context, 'caller' | 'clients' | 'now'>

export type UserFilter = {
  search?: string | undefined
  role?: string | undefined
  client?: string | undefined
  active?: boolean | undefined
  lock?: boolean | undefined
}
export type UserPage = { page: number; limit: number; sort: UserSort; desc: boolean }

/** `search_text` begins with the username in lower case. Its index gives that order and serves every search. */
const SORTS = {
  username: sql`users.search_text`,
  first_name: sql`lower(users.first_name)`,
  last_name: sql`lower(users.last_name)`,
  role: sql`lower(sorted.code)`,
  created_on: sql`users.created_on`,
  // Users who never signed in come first.
  last_login: sql`coalesce(users.last_login, '-infinity')`,
} as const satisfies Record<UserSort, RawBuilder<unknown>>

/** A condition on `users`: visible to the caller, matching the filter, and fulfilling `only`. */
export function matching(scope: CallScope, filter: UserFilter, only = sql<boolean>`true`): RawBuilder<boolean> {
  const { caller } = scope
  const conditions = [isVisible(scope), only]
  if (filter.search) conditions.push(matchesSearch(filter.search))
  if (filter.role) conditions.push(sql`users.role_id = ${filter.role}::bigint`)
  if (filter.active !== undefined) conditions.push(sql`users.active = ${filter.active}`)
  if (filter.lock !== undefined) conditions.push(sql`users.locked = ${filter.lock}`)
  if (filter.client) conditions.push(belongsTo(caller, filter.client))
  return sql.join(conditions, sql` and `)
}

/** Whether username, names or email of a row of `users` contain a text. */
export function matchesSearch(search: string): RawBuilder<boolean> {
  return sql`users.search_text like '%' || lower(${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}) || '%'`
}

/**
 * Whether a row of `users` is one of these ids. Uses a join, because PostgreSQL scans a long array again for every row.
 */
export function hasIdIn(ids: readonly number[]): RawBuilder<boolean> {
  return sql`users.user_id in (select unnest(${[...ids]}::bigint[]))`
}

/** Whether a row of `users` belongs to a client that the caller may know of. */
function belongsTo(caller: Caller, client: string): RawBuilder<boolean> {
  if (caller.ownClients && !caller.ownClients.includes(client)) return sql`false`
  return sql`exists (select from user_clients m where m.user_id = users.user_id and m.client_code = ${client})`
}

/** A page of users. Finds the ids first, then reads only those users whole. */
export function usersPage(scope: CallScope, where: RawBuilder<boolean>, { page, limit, sort, desc }: UserPage) {
  const direction = desc ? sql`desc` : sql`asc`
  const roles = sort === 'role' ? sql`join roles sorted on sorted.role_id = users.role_id` : sql``
  return sql<UserRow>`
    select ${columns(scope)}
    from (
      select users.user_id, ${SORTS[sort]} as sorted_by from users ${roles}
      where ${where}
      order by ${SORTS[sort]} ${direction}, users.user_id ${direction}
      limit ${limit} offset ${(page - 1) * limit}
    ) chosen
    join users on users.user_id = chosen.user_id
    join roles on roles.role_id = users.role_id
    order by sorted_by ${direction}, users.user_id ${direction}`
}

export const usersTotal = (where: RawBuilder<boolean>) =>
  sql<{ total: number }>`select count(*) as total from users where ${where}`

/** Users that match, by username, after the one whose `search_text` is `after`. */
export function usersFrom(scope: CallScope, where: RawBuilder<boolean>, after: string, limit: number) {
  return sql<UserRow & { search_text: string }>`
    select ${columns(scope)}, users.search_text
    from users join roles on roles.role_id = users.role_id
    where ${where} and users.search_text > ${after}
    order by users.search_text limit ${limit}`
}

/** One user with the permissions of the role. */
export function userWithPermissions(scope: CallScope, where: RawBuilder<boolean>) {
  return sql<UserRow>`
    select ${columns(scope)}, roles.permissions as role_permissions
    from users join roles on roles.role_id = users.role_id
    where ${where}`
}

/** Whether the caller may see the client of a row `m` of user_clients. */
export function isVisibleMembership(caller: Caller): RawBuilder<boolean> {
  return caller.ownClients ? sql`m.client_code = any (${caller.ownClients}::text[])` : sql`true`
}

function columns({ caller, now }: CallScope): RawBuilder<unknown> {
  return sql`
    users.user_id, users.username, users.first_name, users.last_name, users.email, users.phone_number,
    users.power_bi_username, users.domain_username, users.active, users.locked, users.created_on, users.last_login,
    users.is_temporary_password, users.password_hash <> '' as has_password, users.otp_verified, users.version,
    roles.role_id, roles.code as role_code, roles.name as role_name, roles.is_internal,
    exists (select from sessions where sessions.user_id = users.user_id and ${isLive(now)}) as is_login,
    (
      select coalesce(jsonb_agg(jsonb_build_object('code', c.client_code, 'name', c.name) order by m.position, c.client_code), '[]')
      from user_clients m join clients c on c.client_code = m.client_code
      where m.user_id = users.user_id and ${isVisibleMembership(caller)}
    ) as client`
}
