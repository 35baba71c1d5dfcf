import { giveRoleProblem } from '@despatch/domain/administration/roles/granting'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { grantedRole, type RoleRow, rolesById } from './roles-to-give.ts'
import { granterOf, hasOnlyOwnClients, isVisible } from '../../sign-in/sessions/visible-users.ts'
import { inOrder } from '../../database/transaction.ts'

/** A user about to be changed, with role and clients. */
export type UserToChange = {
  user_id: number
  username: string
  first_name: string
  last_name: string
  email: string
  phone_number: string
  power_bi_username: string
  domain_username: string
  active: boolean
  locked: boolean
  version: number
  has_password: boolean
  /** All clients, in the order of the user's form. */
  clients: string[]
  role: RoleRow
  /** Why the caller may not change this user; undefined if they may. */
  whyNot: string | undefined
}

/**
 * Locks the users that match a condition on `users`, of those the caller may see, until the transaction ends, so that
 * checks on them stay true. Each says whether the caller may change it; users that the caller cannot see are missing.
 */
export async function usersToChange(context: Context, condition: RawBuilder<boolean>): Promise<UserToChange[]> {
  const { transaction, caller } = context
  const where = sql`${condition} and ${isVisible(context)}`
  const [, rows] = await inOrder([
    // Lock in one order: two changes of many users then wait for each other instead of deadlocking.
    transaction.rows(
      sql`select users.user_id from users where ${where} order by users.user_id for update of users`.compile(db),
    ),
    // Read after locking: a statement that waits for a row still sees the other tables as they were before.
    transaction.rows(
      sql<Omit<UserToChange, 'role' | 'whyNot'> & { role_id: number; is_own_whole: boolean }>`
        select users.user_id, users.username, users.first_name, users.last_name, users.email, users.phone_number,
          users.power_bi_username, users.domain_username, users.active, users.locked, users.version, users.role_id,
          users.password_hash <> '' as has_password, ${hasOnlyOwnClients(context)} as is_own_whole,
          array(
            select m.client_code from user_clients m where m.user_id = users.user_id order by m.position, m.client_code
          ) as clients
        from users where ${where} order by users.user_id`.compile(db),
    ),
  ])
  const roles = await rolesById(
    transaction,
    rows.map(({ role_id }) => role_id),
  )
  const giver = granterOf(caller)
  const reasons = new Map([...roles].map(([id, role]) => [id, giveRoleProblem(grantedRole(role), giver)]))
  return rows.map(({ role_id, is_own_whole: isWhole, ...user }) => {
    const role = roles.get(role_id)
    if (!role) throw new Error(`User ${user.user_id} has no role`)
    return {
      ...user,
      role,
      whyNot: isWhole ? reasons.get(role_id) : 'They belong as well to other clients, where you may not do this',
    }
  })
}

/**
 * Throws an AppError (not_found) if users are missing. It does not say which, so that callers learn nothing about other
 * clients' users.
 */
export function refuseIfMissing(requested: number, found: number): void {
  if (found === requested) return
  throw new AppError(
    'not_found',
    requested === 1
      ? 'User not found, or you don’t have access to them.'
      : `${requested - found} of the ${requested} users not found, or you don’t have access to them.`,
  )
}

/**
 * Throws an AppError (version_conflict) if a user changed since the caller saw it. `seenVersions` holds the versions that the caller saw, by
 * id.
 */
export function refuseIfChanged(users: readonly UserToChange[], seenVersions: ReadonlyMap<string, number>): void {
  const changed = users.filter(({ user_id, version }) => (seenVersions.get(String(user_id)) ?? version) !== version)
  if (changed.length === 0) return
  const named = changed.slice(0, MAX_LISTED_NAMES).map(({ username }) => username)
  const more = changed.length - named.length
  throw new AppError(
    'version_conflict',
    `Someone else changed ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}, so no users were deleted. Reload to see their changes.`,
  )
}

/** Throws an AppError (unauthorized_access) if the caller may not change all of them. */
export function refuseIfUnchangeable(users: readonly UserToChange[]): void {
  const refused = users.flatMap(({ username, whyNot }) => (whyNot ? [{ username, reason: whyNot }] : []))
  if (refused.length) throw new AppError('unauthorized_access', `You can’t change ${namedWithReasons(refused)}.`)
}

const MAX_LISTED_NAMES = 5

/** 'ada (This role is for internal users), bob (…) and 3 more'. */
export function namedWithReasons(refused: readonly { username: string; reason: string }[]): string {
  const named = refused.slice(0, MAX_LISTED_NAMES).map(({ username, reason }) => `${username} (${reason})`)
  const more = refused.length - MAX_LISTED_NAMES
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
