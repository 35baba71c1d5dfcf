import { giveRoleProblem } from '@despatch/domain/administration/roles/granting'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { namesOfRole, readClients, roleKey } from '@despatch/domain/administration/multiple-users/import-row'
import { sql } from 'kysely'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Caller } from '../../http/authentication/open-session.ts'
import type { ImportRow } from './import-rows.ts'
import { chunksOf, yieldToOthers } from './import-limiter.ts'
import { grantedRole, ROLE_COLUMNS, type RoleRow } from '../users/roles-to-give.ts'
import { granterOf } from '../../sign-in/sessions/visible-users.ts'

/** A role that a row may name. */
export type ImportRole = RoleRow & {
  readonly client: string
  /** Why the caller may not give the role; undefined if they may. */
  readonly whyNot: string | undefined
}

/** Everything in the database that the rows of a file name, read in a few statements for all rows. */
export type ImportLookups = {
  readonly roles: ReadonlyMap<string, readonly ImportRole[]>
  /** The clients named that the caller may add users to. */
  readonly clients: ReadonlySet<string>
  /** Taken usernames, in lower case. */
  readonly usernames: ReadonlySet<string>
  /** Whether the caller may set Power BI usernames, which decide whose rows reports show. */
  readonly namesInPowerBi: boolean
}

/** The distinct names in the rows of a file. Names too long to exist are left out. */
export type ImportNames = { readonly [of in 'usernames' | 'roles' | 'clients']: readonly string[] }

const LONGEST = { username: 100, role: 150, client: 20 }
const MAX_CLIENTS = 50_000

/**
 * Collects the names in the rows, in chunks that let other requests run. Throws an AppError if they name too many
 * clients.
 */
export async function collectNames(rows: readonly ImportRow[]): Promise<ImportNames> {
  const [usernames, roles, clients] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const some of chunksOf(rows)) {
    for (const { values } of some) {
      if (values.username.length <= LONGEST.username) usernames.add(values.username.toLowerCase())
      const role = roleKey(values.role)
      if (role.length <= LONGEST.role) roles.add(role)
      for (const code of readClients(values.client)) if (code.length <= LONGEST.client) clients.add(code)
    }
    if (clients.size > MAX_CLIENTS)
      throw new AppError('too_large', `The rows name more than ${MAX_CLIENTS.toLocaleString('en-GB')} clients.`)
    await yieldToOthers()
  }
  return { usernames: [...usernames], roles: [...roles], clients: [...clients] }
}

/** Looks up what the rows name. Records that the caller may not see count as unknown. */
export async function lookUpNames(
  transaction: Transaction,
  caller: Caller,
  named: ImportNames,
): Promise<ImportLookups> {
  const [clients, usernames] = await Promise.all([
    clientsToAddTo(transaction, caller, named.clients),
    takenUsernames(transaction, named.usernames),
  ])
  const roles = await rolesNamed(transaction, {
    names: named.roles,
    clients: [...clients, ALL_CLIENTS],
    isInternal: caller.isInternal,
  })
  const giver = granterOf(caller)
  const importRoles = roles.map((role) => ({
    ...role,
    client: role.client_code,
    whyNot: giveRoleProblem(grantedRole(role), giver),
  }))
  const byName = new Map<string, ImportRole[]>()
  for (const role of importRoles)
    for (const name of new Set(namesOfRole(role))) byName.set(name, [...(byName.get(name) ?? []), role])
  return { roles: byName, clients, usernames, namesInPowerBi: caller.isInternal }
}

/**
 * Client users add users to their own clients, if the client's contract covers adding; internal users to any client.
 */
async function clientsToAddTo(
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

/** The usernames that are taken. They are unique across all clients, so users of other clients count too. */
async function takenUsernames(transaction: Transaction, usernames: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await transaction.rows(
    sql<{ name: string }>`
      select lower(username) as name from users where lower(username) = any (${usernames}::text[])`.compile(db),
  )
  return new Set(rows.map(({ name }) => name))
}

function rolesNamed(
  transaction: Transaction,
  query: { names: readonly string[]; clients: readonly string[]; isInternal: boolean },
): Promise<RoleRow[]> {
  // The same normal form as namesOfRole of the domain.
  const key = (text: string) => sql<string>`regexp_replace(lower(trim(${sql.raw(text)})), '\\s*:\\s*', ':', 'g')`
  return transaction.rows(
    db
      .selectFrom('roles')
      .select(ROLE_COLUMNS)
      .where('client_code', '=', sql<string>`any (${query.clients}::text[])`)
      .where(query.isInternal ? sql<boolean>`true` : sql<boolean>`not is_internal`)
      .where(sql<boolean>`(${key('code')} = any (${query.names}::text[])
        or ${key("code || ': ' || name")} = any (${query.names}::text[]))`),
  )
}
