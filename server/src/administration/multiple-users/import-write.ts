import { sql } from 'kysely'
import { giveRoleProblem } from '@despatch/domain/administration/roles/granting'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { inviteUser } from '../../sign-in/password/invite-user.ts'
import { auditUsers, seeForAudit, userForAudit } from '../users/audit-users.ts'
import type { UserToAdd } from './import-check.ts'
import { grantedRole, rolesById } from '../users/roles-to-give.ts'
import { granterOf } from '../../sign-in/sessions/visible-users.ts'

const AT_ONCE = 1000

/**
 * Inserts users with their clients, invitations and audit rows. Returns the users inserted; those whose username was
 * taken meanwhile are missing. Throws an AppError if a role or a client changed since the check.
 */
export async function writeUsers(
  context: Context,
  users: readonly UserToAdd[],
  wrote: (count: number) => Promise<void>,
): Promise<Set<UserToAdd>> {
  await lockRoles(context, users)
  // Insert in one order: two imports of the same names then wait for each other instead of deadlocking.
  const sorted = users.toSorted((one, other) => (one.username.toLowerCase() < other.username.toLowerCase() ? -1 : 1))
  const written = new Set<UserToAdd>()
  for (let from = 0; from < sorted.length; from += AT_ONCE) {
    for (const user of await writeChunk(context, sorted.slice(from, from + AT_ONCE))) written.add(user)
    await wrote(Math.min(from + AT_ONCE, sorted.length))
  }
  return written
}

const CHANGED_SINCE_CHECK = 'Roles or clients have changed since. Check the file again.'

/** Locks the roles until the transaction ends, and refuses if they changed since the check. */
async function lockRoles({ transaction, caller }: Context, users: readonly UserToAdd[]): Promise<void> {
  const checked = new Map(users.map(({ role }) => [role.role_id, role]))
  const now = await rolesById(transaction, [...checked.keys()], { isGiven: true })
  const isAsItWas = [...checked].every(([id, before]) => {
    const role = now.get(id)
    return (
      role?.active &&
      role.client_code === before.client_code &&
      role.is_internal === before.is_internal &&
      giveRoleProblem(grantedRole(role), granterOf(caller)) === undefined
    )
  })
  if (!isAsItWas) throw new AppError('unprocessable', CHANGED_SINCE_CHECK)
}

async function writeChunk(context: Context, users: readonly UserToAdd[]): Promise<UserToAdd[]> {
  const { transaction } = context
  const rows = users.map(({ role, line: _line, ...user }) => ({ ...user, role_id: role.role_id }))
  const created = await transaction
    .write(
      sql<{ user_id: number; username: string }>`
        with given as (
          select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
            username text, first_name text, last_name text, email text, phone_number text, power_bi_username text,
            domain_username text, active boolean, clients text[], role_id bigint
          )
        ), made as (
          insert into users (
            username, first_name, last_name, email, phone_number, power_bi_username, domain_username, active, role_id,
            password_hash
          )
          select
            username, first_name, last_name, email, phone_number, power_bi_username, domain_username, active, role_id, ''
          from given
          on conflict (lower(username)) do nothing
          returning user_id, username
        ), joined as (
          insert into user_clients (user_id, client_code, position)
          select made.user_id, client.code, client.position - 1
          from made join given using (username), unnest(given.clients) with ordinality as client (code, position)
        )
        select user_id, username from made`.compile(db),
    )
    .catch((error: Error & { code?: string }) => {
      // Foreign key violation: a client was deleted.
      if (error.code === '23503') throw new AppError('unprocessable', CHANGED_SINCE_CHECK)
      throw error
    })
  const ids = new Map(created.map(({ username, user_id }) => [username, user_id]))
  const written = users.flatMap((user) => {
    const id = ids.get(user.username)
    return id === undefined ? [] : [{ user, whole: { ...user, user_id: id, locked: false, version: 1 } }]
  })
  await Promise.all([
    auditUsers(
      context,
      written.map(({ whole }) => ({
        act: 'user.created',
        user: whole,
        after: { ...userForAudit(whole), password: 'none yet' },
      })),
    ),
    ...written.map(({ whole }) => whole.active && inviteUser(transaction, { user: whole, context })),
  ])
  return written.map(({ user }) => user)
}

/**
 * The client under which an import is audited: the caller's first, or none. Lets the transaction write its audit row.
 */
export async function auditClientOfImport(context: Context): Promise<string> {
  const client = context.caller.ownClients?.[0] ?? ''
  await seeForAudit(context, [client])
  return client
}
