import { type Act, changedFields, masked } from '@despatch/domain/administration/user-activity/acts'
import { roleTitle } from '@despatch/domain/administration/roles/role-types'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import { seeClients } from '../../http/authentication/open-session.ts'
import type { UserToChange } from './changeable-users.ts'

/** A user as far as the audit tells of one. */
export type AuditedUser = Pick<
  UserToChange,
  | 'user_id'
  | 'username'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'phone_number'
  | 'power_bi_username'
  | 'domain_username'
  | 'active'
  | 'locked'
  | 'version'
  | 'clients'
> & { role: { code: string; name: string } }

type Fields = Record<string, unknown>
const PERSONAL = ['first_name', 'last_name', 'email', 'phone_number', 'power_bi_username', 'domain_username'] as const

function fieldsOf(user: AuditedUser): Fields {
  const { username, active, locked, version, clients } = user
  const personal = Object.fromEntries(PERSONAL.map((name) => [name, user[name]]))
  return { username, ...personal, role: roleTitle(user.role), client: clients, active, lock: locked, version }
}

/** The fields with what is personal masked: after it is known which of them differ, for masks of different names may not. */
function maskedOf(fields: Fields): Fields {
  const isPersonal = (name: string) => (PERSONAL as readonly string[]).includes(name)
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' && isPersonal(name) ? masked(value) : value,
    ]),
  )
}

/** What an audit row tells of a user who is new, or gone. */
export const wholeUser = (user: AuditedUser) => maskedOf(fieldsOf(user))

/** What an audit row tells of a user who was changed. */
export function changeOfUser(before: AuditedUser, after: AuditedUser): { before: Fields; after: Fields } {
  const changed = changedFields(fieldsOf(before), fieldsOf(after))
  return { before: maskedOf(changed.before), after: maskedOf(changed.after) }
}

/** An act on one user. */
export type UserAct = {
  act: Act
  user: Pick<AuditedUser, 'user_id' | 'username' | 'clients'>
  before?: Fields
  after?: Fields
}

/** Writes an audit row a user, each for the user's first associated client, so that each user's history is whole. */
export async function auditUsers(context: Context, acts: readonly UserAct[]): Promise<void> {
  const { transaction, caller, now, requestId } = context
  context.audited.push(...new Set(acts.map(({ act }) => act)))
  const rows = acts.map(({ act, user, before, after }) => ({
    client_code: user.clients[0] ?? '',
    act,
    object: `user ${user.username}`,
    record: `user:${user.user_id}`,
    before: before ?? null,
    after: after ?? null,
  }))
  await seeForAudit(
    context,
    rows.map(({ client_code }) => client_code),
  )
  await transaction.write(
    sql`
      insert into audit (client_code, at, user_id, by_name, act, object, record, before, after, request_id)
      select client_code, ${now}, ${caller.userId}::bigint, ${caller.username}, act, object, record,
        nullif(before, 'null'), nullif(after, 'null'), ${requestId}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as rows (client_code text, act text, object text, record text, before jsonb, after jsonb)`.compile(db),
  )
}

/**
 * Lets the rest of the transaction write audit rows for the clients of users who were changed: for the call it saw
 * perhaps one of them, but the caller may change those users, and so may work for all of their clients.
 */
export async function seeForAudit({ transaction, clients, caller }: Context, codes: readonly string[]): Promise<void> {
  await seeClients(transaction, [...new Set([...clients, ...codes, ...(caller.isInternal ? [''] : [])])])
}
