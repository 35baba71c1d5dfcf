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
  /** The token was replaced, and the new one has not come back yet. */
  is_renewal_unused: boolean
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
    select * from open_session(${tokenHash}, ${client ?? ''}, ${client === ALL_CLIENTS}, ${now})`.compile(db)
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
