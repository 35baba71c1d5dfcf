import type { ClientRestrictions } from '@despatch/domain/administration/client-menu-options/withheld'
import { ALL_CLIENTS, type RoleType } from '@despatch/domain/administration/roles/role-types'
import { type CompiledQuery, sql } from 'kysely'
import { fixed } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'

export type SessionRow = {
  session_id: number
  user_id: number
  username: string
  user_active: boolean
  role_id: number
  role_version: number
  role_active: boolean
  is_internal: boolean
  role_type: RoleType
  is_current_token: boolean
  /** The token was replaced, and the new one has not been used yet. */
  is_renewal_unused: boolean
  token_issued_at: Date
  created_at: Date
  last_used_at: Date
  client_codes: string[]
  /** A client user's own active clients in order of association; null for internal users. */
  own_clients: string[] | null
  /** What restricts a client user's entries, by client. A missing client restricts nothing. */
  cuts: Record<string, ClientRestrictions> | null
  /** What the role hides from its users. */
  role_visibility: Record<string, unknown>
  /** Settings of a client user's own clients; only those with settings. */
  client_settings: Record<string, Record<string, unknown>> | null
  /** Changes whenever anything here except the last use changes; null for a replaced token. */
  stamp: string | null
  /** What row-level security shows the transaction. */
  seen: string
}

/**
 * The session of a token or id, with its user and role. The same statement sets which of the caller's clients row-level
 * security shows this transaction: the one named, or all for 'All_client'.
 */
export function sessionQuery(
  session: Buffer | number,
  client: string | undefined,
  now: Date,
): CompiledQuery<SessionRow> {
  const token =
    typeof session === 'number' ? sql`(select token_hash from sessions where session_id = ${session})` : sql`${session}`
  return sql<SessionRow>`
    select * from opened_session(${token}, ${client ?? ''}, ${client === ALL_CLIENTS}, ${now})`.compile(db)
}

/** Identifies a version of a session. */
export type SessionVersion = { readonly stamp: string; readonly lastUsedAt: Date; readonly seen: string }

/**
 * Fails if the session of a token has changed since this version or was used later. Otherwise sets what row-level security
 * shows this transaction.
 */
export const checkSession = (token: Buffer, { stamp, lastUsedAt, seen }: SessionVersion) =>
  check(token, stamp, lastUsedAt, seen)

const check = fixed((token: Buffer, stamp: string, lastUsedAt: Date, seen: string) =>
  sql`select check_session(${token}, ${stamp}, ${lastUsedAt}, ${seen})`.compile(db),
)

export const roleOf = (roleId: number) =>
  db.selectFrom('roles').select(['role_id', 'name', 'permissions', 'version']).where('role_id', '=', roleId)

/** The clients that a user may work for: all active ones for internal users, otherwise their own in order of association. */
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

/** Whether a user's role, or one of their clients, demands a second factor. For use in a query of users. */
export const demandsSecondFactor = () =>
  sql<boolean>`(
    exists (select from roles r where r.role_id = users.role_id and r.mfa_required)
    or exists (
      select from user_clients m join clients c using (client_code)
      where m.user_id = users.user_id and c.mfa_required
    )
  )`

/** The client under which a user's signing in is audited: their first associated one; '' for internal users. */
const homeClient = () =>
  sql<string>`case when roles.is_internal then '' else coalesce((
    select m.client_code from user_clients m where m.user_id = users.user_id order by m.position, m.client_code limit 1
  ), '') end`

/** What signing in needs of a user. */
const usersSigningIn = () =>
  db
    .selectFrom('users')
    .innerJoin('roles', 'roles.role_id', 'users.role_id')
    .select([
      'users.user_id',
      'users.username',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.password_hash',
      'users.is_temporary_password',
      'users.otp_secret',
      'users.otp_verified',
      sql<boolean>`users.active and not users.locked and roles.active`.as('may_sign_in'),
      demandsSecondFactor().as('demands_second_factor'),
      homeClient().as('home_client'),
    ])

export const userByName = (username: string) =>
  usersSigningIn().where(sql`lower(users.username)`, '=', username.toLowerCase())

export const userOfId = (userId: number) => usersSigningIn().where('users.user_id', '=', userId)
