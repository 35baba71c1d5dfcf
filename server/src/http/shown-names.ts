import { mayBeUser, OPERATIONS, shownName } from '@despatch/domain/administration/users/shown-name'
import { sql } from 'kysely'
import { fixed } from '../database/prepared.ts'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'

/** Someone who is or was a user: the name in small letters, and whether that is staff of the operator's. */
export type NamedUser = { name: string; is_internal: boolean }

const usersNamed = fixed((names: readonly string[]) =>
  sql<NamedUser>`
    select lower(u.username) as name, r.is_internal from users u join roles r using (role_id)
    where lower(u.username) = any (${names}::text[])
    union all
    select name, is_internal from former_users where name = any (${names}::text[])`.compile(db),
)

type Told = { readonly names: ReadonlySet<string>; readonly users: readonly NamedUser[] }
const told = new WeakMap<Transaction, Told>()

/**
 * Tells who some names belong to that an answer will have, where that was asked in the packet of what they stand in: else a
 * second one would ask for them.
 * @param names all that were asked for; who is not among `users` never was a user
 */
export function tellUsersNamed(transaction: Transaction, names: readonly string[], users: readonly NamedUser[]): void {
  told.set(transaction, { names: new Set(names.map((name) => name.toLowerCase())), users })
}

/** What people are called for someone who may not see names of staff, by their names. */
export async function shownNames(transaction: Transaction, names: readonly string[]): Promise<Map<string, string>> {
  const asked = [...new Set(names.filter(mayBeUser).map((name) => name.toLowerCase()))]
  const known = told.get(transaction)
  const isTold = known !== undefined && asked.every((name) => known.names.has(name))
  const users = isTold ? known.users : asked.length > 0 ? await transaction.rows(usersNamed(asked)) : []
  // Anyone who has a name now goes before those who had it.
  const isStaff = new Map(users.toReversed().map(({ name, is_internal }) => [name, is_internal]))
  return new Map(names.map((name) => [name, shownName(name, (asking) => isStaff.get(asking.toLowerCase()))]))
}

/** Of names those that are shown as they are. */
export async function namesNotHidden(transaction: Transaction, names: readonly string[]): Promise<string[]> {
  const shown = await shownNames(transaction, names)
  return names.filter((name) => shown.get(name) === name || name === OPERATIONS)
}
