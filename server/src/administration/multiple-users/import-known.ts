import { whyNotGive } from '@despatch/domain/administration/roles/granting'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { namesOfRole, readClients, roleKey } from '@despatch/domain/administration/multiple-users/import-row'
import { sql } from 'kysely'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Caller } from '../../http/authentication/open-session.ts'
import type { GivenRow } from './import-rows.ts'
import { inParts, othersTurn } from './import-turns.ts'
import { grantedRole, ROLE_COLUMNS, type RoleRow } from '../users/roles-to-give.ts'
import { granterOf } from '../../sign-in/sessions/visible-users.ts'

/** A role that rows of a file name. */
export type KnownRole = RoleRow & {
  readonly client: string
  /** Why the caller may not give it, in words; undefined where they may. */
  readonly whyNot: string | undefined
}

/** What there is of all that the rows of a file name: asked for in a few statements, however many rows there are. */
export type Known = {
  readonly roles: ReadonlyMap<string, readonly KnownRole[]>
  /** Of the clients named, those that the caller may put users into. */
  readonly clients: ReadonlySet<string>
  /** In small letters. */
  readonly usernames: ReadonlySet<string>
  /** Whether the caller may say whose rows Power BI shows a user. */
  readonly namesInPowerBi: boolean
}

/** What the rows of a file name, each once; what is longer than any name can be is left out. */
export type Named = { readonly [of in 'usernames' | 'roles' | 'clients']: readonly string[] }

const LONGEST = { username: 100, role: 150, client: 20 }
const MAX_CLIENTS = 50_000

/** Gathers what rows name, letting others have their turn in between. Throws an AppError where it is more than there can be. */
export async function namesIn(rows: readonly GivenRow[]): Promise<Named> {
  const [usernames, roles, clients] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const some of inParts(rows)) {
    for (const { given } of some) {
      if (given.username.length <= LONGEST.username) usernames.add(given.username.toLowerCase())
      const role = roleKey(given.role)
      if (role.length <= LONGEST.role) roles.add(role)
      for (const code of readClients(given.client)) if (code.length <= LONGEST.client) clients.add(code)
    }
    if (clients.size > MAX_CLIENTS)
      throw new AppError('too_large', `The rows name more than ${MAX_CLIENTS.toLocaleString('en-GB')} clients.`)
    await othersTurn()
  }
  return { usernames: [...usernames], roles: [...roles], clients: [...clients] }
}

/** Looks up what rows name. What the caller may not see is as if it were not there. */
export async function lookUp(transaction: Transaction, caller: Caller, named: Named): Promise<Known> {
  const [clients, usernames] = await Promise.all([
    clientsOpenTo(transaction, caller, named.clients),
    takenOf(transaction, named.usernames),
  ])
  const roles = await rolesNamed(transaction, {
    names: named.roles,
    clients: [...clients, ALL_CLIENTS],
    isInternal: caller.isInternal,
  })
  const giver = granterOf(caller)
  const known = roles.map((role) => ({
    ...role,
    client: role.client_code,
    whyNot: whyNotGive(grantedRole(role), giver),
  }))
  const byName = new Map<string, KnownRole[]>()
  for (const role of known)
    for (const name of new Set(namesOfRole(role))) byName.set(name, [...(byName.get(name) ?? []), role])
  return { roles: byName, clients, usernames, namesInPowerBi: caller.isInternal }
}

/** A client user adds users to own clients, where the client's contract covers adding; an internal one to any. */
async function clientsOpenTo(
  transaction: Transaction,
  caller: Caller,
  named: readonly string[],
): Promise<ReadonlySet<string>> {
  if (caller.openClients) return new Set(caller.openClients.filter((code) => named.includes(code)))
  const rows = await transaction.rows(
    db
      .selectFrom('clients')
      .select('client_code')
      .where('client_code', '=', sql<string>`any (${named}::text[])`),
  )
  return new Set(rows.map(({ client_code }) => client_code))
}

/** Which usernames are taken. Names are one set for all clients, so a taken one is told no matter who has it. */
async function takenOf(transaction: Transaction, usernames: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await transaction.rows(
    sql<{ name: string }>`
      select lower(username) as name from users where lower(username) = any (${usernames}::text[])`.compile(db),
  )
  return new Set(rows.map(({ name }) => name))
}

function rolesNamed(
  transaction: Transaction,
  given: { names: readonly string[]; clients: readonly string[]; isInternal: boolean },
): Promise<RoleRow[]> {
  // The keys of namesOfRole.
  const key = (text: string) => sql<string>`regexp_replace(lower(trim(${sql.raw(text)})), '\\s*:\\s*', ':', 'g')`
  return transaction.rows(
    db
      .selectFrom('roles')
      .select(ROLE_COLUMNS)
      .where('client_code', '=', sql<string>`any (${given.clients}::text[])`)
      .where(given.isInternal ? sql<boolean>`true` : sql<boolean>`not is_internal`)
      .where(sql<boolean>`(${key('code')} = any (${given.names}::text[])
        or ${key("code || ': ' || name")} = any (${given.names}::text[]))`),
  )
}
