import { ALL_CLIENTS } from '@despatch/domain/roles/role-types'
import { type CompiledQuery, sql } from 'kysely'
import { db } from '../database/sql.ts'

export type SessionRow = {
  session_id: number
  user_id: number
  username: string
  user_active: boolean
  role_id: number
  role_version: number
  role_active: boolean
  is_internal: boolean
  is_current_token: boolean
  token_issued_at: Date
  created_at: Date
  last_used_at: Date
  client_codes: string[]
}

/**
 * The session of a token with its user and role, and, in the same statement, the clients that row-level security lets
 * this transaction see: of those the caller belongs to, the one named, or all of them for 'All_client'.
 */
export function openSession(tokenHash: Buffer, client: string | undefined, now: Date): CompiledQuery<SessionRow> {
  return sql<SessionRow>`
    select s.session_id, s.user_id, u.username, u.active as user_active, r.role_id, r.version as role_version,
           r.active as role_active, r.is_internal, s.token_hash = ${tokenHash} as is_current_token, s.token_issued_at,
           s.created_at, s.last_used_at, reached.client_codes, set_config('app.clients', reached.client_codes::text, true)
    from sessions s
    join users u using (user_id)
    join roles r using (role_id)
    cross join lateral (
      select coalesce(array_agg(c.client_code), '{}') as client_codes
      from clients c
      where c.active
        and (${client ?? ''}::text = ${ALL_CLIENTS} or c.client_code = ${client ?? ''})
        and (r.is_internal or exists (select from user_clients m where m.user_id = u.user_id and m.client_code = c.client_code))
    ) reached
    where s.token_hash = ${tokenHash} or (s.previous_token_hash = ${tokenHash} and s.previous_valid_until > ${now})`.compile(
    db,
  )
}

export const roleOf = (roleId: number) =>
  db.selectFrom('roles').select(['role_id', 'name', 'permissions', 'version']).where('role_id', '=', roleId)

/** The clients that a user may work for: all active ones for internal users, else their own, first associated first. */
export const clientsOf = (userId: number, isInternal: boolean) =>
  isInternal
    ? db
        .selectFrom('clients')
        .select(['client_code', 'name', 'currency_code'])
        .where('active', '=', true)
        .orderBy('name')
    : db
        .selectFrom('clients')
        .innerJoin('user_clients', 'user_clients.client_code', 'clients.client_code')
        .select(['clients.client_code', 'clients.name', 'clients.currency_code'])
        .where('user_clients.user_id', '=', userId)
        .where('clients.active', '=', true)
        .orderBy('user_clients.position')
        .orderBy('clients.client_code')

export const userByName = (username: string) =>
  db
    .selectFrom('users')
    .innerJoin('roles', 'roles.role_id', 'users.role_id')
    .select([
      'users.user_id',
      'users.username',
      'users.password_hash',
      'users.is_temporary_password',
      'users.active',
      'roles.active as role_active',
    ])
    .where(sql`lower(users.username)`, '=', username.toLowerCase())
