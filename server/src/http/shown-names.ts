import { mayBeUser, OPERATIONS, shownName } from '@despatch/domain/administration/users/shown-name'
import { sql } from 'kysely'
import { fixed } from '../database/prepared.ts'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'

/** A present or former user: the name in lower case, and whether they are the operator's staff. */
export type NamedUser = { name: string; is_internal: boolean }

const usersNamed = fixed((names: readonly string[]) =>
  sql<NamedUser>`
    select lower(u.username) as name, r.is_internal from users u join roles r using (role_id)
    where lower(u.username) = any (${names}::text[])
    union all
    select name, is_internal from former_users where name = any (${names}::text[])`.compile(db),
)

type KnownUsers = { readonly names: ReadonlySet<string>; readonly users: readonly NamedUser[] }
const knownUsers = new WeakMap<Transaction, KnownUsers>()

/**
 * Stores the users behind names of an answer, if a handler has loaded them with its own statements. Otherwise {@link
 * shownNames} would need another round trip.
 *
 * @param names all names that were looked up; those not among `users` never were users
 */
export function setKnownUsers(transaction: Transaction, names: readonly string[], users: readonly NamedUser[]): void {
  knownUsers.set(transaction, { names: new Set(names.map((name) => name.toLowerCase())), users })
}

/** How names of people are shown to a user who may not see names of staff, by name. */
export async function shownNames(transaction: Transaction, names: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(names.filter(mayBeUser).map((name) => name.toLowerCase()))]
  const known = knownUsers.get(transaction)
  const isKnown = known !== undefined && wanted.every((name) => known.names.has(name))
  const users = isKnown ? known.users : wanted.length > 0 ? await transaction.rows(usersNamed(wanted)) : []
  // A present user of a name takes precedence over former ones.
  const isStaff = new Map(users.toReversed().map(({ name, is_internal }) => [name, is_internal]))
  return new Map(names.map((name) => [name, shownName(name, (user) => isStaff.get(user.toLowerCase()))]))
}

/** The names that are shown unchanged. */
export async function visibleNames(transaction: Transaction, names: readonly string[]): Promise<string[]> {
  const shown = await shownNames(transaction, names)
  return names.filter((name) => shown.get(name) === name || name === OPERATIONS)
}
