import { type Act, changedFields, masked } from '@despatch/domain/administration/user-activity/acts'
import { roleTitle } from '@despatch/domain/administration/roles/role-types'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import { seeClients } from '../../http/authentication/open-session.ts'
import type { UserToChange } from './changeable-users.ts'

/** The fields of a user that the audit compares. */
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

/** Masks personal fields. Compare the values before masking: masks of different names can be equal. */
function maskedOf(fields: Fields): Fields {
  const isPersonal = (name: string) => (PERSONAL as readonly string[]).includes(name)
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' && isPersonal(name) ? masked(value) : value,
    ]),
  )
}

/** The audit's state of a user who was created or deleted. */
export const userForAudit = (user: AuditedUser) => maskedOf(fieldsOf(user))

/** The audit's states of a user who was changed: only the fields that differ. */
export function changeOfUser(before: AuditedUser, after: AuditedUser): { before: Fields; after: Fields } {
  const changed = changedFields(fieldsOf(before), fieldsOf(after))
  return { before: maskedOf(changed.before), after: maskedOf(changed.after) }
}

export type UserAct = {
  act: Act
  user: Pick<AuditedUser, 'user_id' | 'username' | 'clients'>
  before?: Fields
  after?: Fields
}

/** Writes one audit row per user, under the user's first client, so that each user's history is complete. */
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
 * Lets the rest of the transaction write audit rows for all clients of changed users. The call may have seen only one
 * of these clients, but a caller who may change a user may work for all of them.
 */
export async function seeForAudit({ transaction, clients, caller }: Context, codes: readonly string[]): Promise<void> {
  await seeClients(transaction, [...new Set([...clients, ...codes, ...(caller.isInternal ? [''] : [])])])
}
