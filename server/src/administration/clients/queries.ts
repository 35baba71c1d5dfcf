import { CLIENTS_OPERATOR_ONLY } from '@despatch/contract/administration/clients/clients'
import type { Client, ClientSort } from '@despatch/contract/administration/clients/client'
import { type ClientCalendar, calendarText } from '@despatch/domain/administration/clients/client-calendar'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { type Caller, seeClients } from '../../http/authentication/open-session.ts'
import { seeOwnClients } from '../../http/authentication/own-clients.ts'

const COLUMNS = [
  'client_code',
  'name',
  'description',
  'active',
  'currency_code',
  'children',
  'mfa_required',
  'calendar',
  'version',
] as const

export type ClientRow = {
  client_code: string
  name: string
  description: string
  active: boolean
  currency_code: string
  children: Client['children']
  mfa_required: boolean
  calendar: ClientCalendar
  version: number
}

/**
 * Limits rows of `clients` to those that a caller may see: internal users see all, closed ones too; client users their
 * own.
 */
export const isVisibleClient = ({ ownClients }: Caller) =>
  ownClients ? sql<boolean>`client_code = any (${ownClients}::text[])` : sql<boolean>`true`

export type ClientFilter = { id?: string | undefined; search?: string | undefined; active?: boolean | undefined }

const matching = (caller: Caller, filter: ClientFilter) => {
  let query = db.selectFrom('clients').where(isVisibleClient(caller))
  if (filter.id) query = query.where('client_code', '=', filter.id)
  if (filter.search)
    query = query.where(sql`strpos(lower(client_code || ' ' || name), ${filter.search.toLowerCase()})`, '>', 0)
  if (filter.active !== undefined) query = query.where('active', '=', filter.active)
  return query
}

const SORTS = {
  code: sql`lower(client_code)`,
  name: sql`lower(name)`,
  currencyCode: sql`currency_code`,
  users: sql`users`,
} as const satisfies Record<ClientSort, RawBuilder<unknown>>

export const usersOfClient = sql<number>`(select count(*) from user_clients m where m.client_code = clients.client_code)`

export function clientsPage(
  caller: Caller,
  filter: ClientFilter,
  page: { offset: number; limit: number; sort: ClientSort; desc: boolean },
) {
  return matching(caller, filter)
    .select(COLUMNS)
    .select(usersOfClient.as('users'))
    .orderBy(SORTS[page.sort], page.desc ? 'desc' : 'asc')
    .orderBy(sql`lower(client_code)`)
    .orderBy('client_code')
    .limit(page.limit)
    .offset(page.offset)
}

export const clientsTotal = (caller: Caller, filter: ClientFilter) =>
  matching(caller, filter).select(sql<number>`count(*)`.as('total'))

/** Locks clients until the transaction ends, in the order of their codes. */
export const clientsToChange = (codes: readonly string[]) =>
  db
    .selectFrom('clients')
    .select(COLUMNS)
    .select(['menu_options', 'disabled_objects'])
    .where('client_code', '=', sql<string>`any (${codes}::text[])`)
    .orderBy('client_code')
    .forUpdate()

export const noSuchClient = () => new AppError('not_found', 'Client not found, or you don’t have access to it.')

/** Throws an AppError (403) for client users: only the operator changes what it has agreed with a client. */
export function refuseClientUsers({ isInternal }: Caller): void {
  if (!isInternal) throw new AppError('unauthorized_access', CLIENTS_OPERATOR_ONLY)
}

/**
 * Lets the rest of the transaction read and write the clients that a call names in its body or query. Throws an
 * AppError if one is not the caller's (404), or withholds from them what the call needs (403).
 */
export async function workForClient({ transaction, caller }: Context, codes: readonly string[]): Promise<void> {
  if (caller.isInternal) return seeClients(transaction, [...codes, ''])
  if (!codes.every((code) => caller.ownClients?.includes(code))) throw noSuchClient()
  if (!codes.every((code) => caller.openClients?.includes(code)))
    throw new AppError('unauthorized_access', 'You don’t have access to this. Ask your administrator.')
  await seeClients(transaction, [...codes])
}

/**
 * For internal users only: lets the rest of the transaction see every client, closed ones too, and rows of no client
 * (''). Returns their codes.
 */
export const seeEveryClient = (transaction: Transaction): Promise<string[]> =>
  seeOwnClients(transaction, { ownClients: undefined })

export function presentClient(row: ClientRow & { users: number }): Client {
  return {
    _id: row.client_code,
    code: row.client_code,
    name: row.name,
    description: row.description,
    active: row.active,
    children: row.children,
    currencyCode: row.currency_code,
    mfaRequired: row.mfa_required,
    calendar: plainCalendar(row.calendar),
    version: row.version,
    users: row.users,
  }
}

/** Copies a calendar into the mutable shape of answers. */
const plainCalendar = ({ holidays, closed, worked }: ClientCalendar): Client['calendar'] => ({
  holidays,
  closed: closed.map((days) => ({ ...days })),
  worked: [...worked],
})

/** The fields of a client that the audit compares. */
export const clientForAudit = (row: Omit<ClientRow, 'client_code' | 'version'>) => ({
  name: row.name,
  description: row.description,
  active: row.active,
  currencyCode: row.currency_code,
  mfaRequired: row.mfa_required,
  calendar: calendarText(row.calendar),
  children: row.children.map(({ childCode, childActive }) => `${childCode}${childActive ? '' : ' (inactive)'}`),
})
