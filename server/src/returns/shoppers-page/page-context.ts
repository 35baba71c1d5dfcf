import { DEFAULT_PAGE_SETTINGS, type ShoppersPageSettings } from '@despatch/domain/returns/shoppers-page/page-settings'
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { fixed } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Services } from '../../process/services.ts'

/** Context of a request. `database` counts towards the connection share of the caller's address. */
export type PageContext = {
  readonly database: Pick<Database, 'transaction'>
  readonly services: Services
  readonly now: Date
  readonly address: string
  readonly shop: Shop
}

/** A client with an active page, with its name and colours. */
export type Shop = {
  readonly client: string
  readonly name: string
  readonly currency: string
  readonly settings: ShoppersPageSettings
}

/** Runs work in a transaction that sees one client; repeats it after a deadlock. */
export function inShop<Result>(
  database: Pick<Database, 'transaction'>,
  client: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return retryOnDeadlock(() =>
    database.transaction(async (transaction) => {
      const [, result] = await Promise.all([transaction.rows(seeOnly([client])), work(transaction)])
      return result
    }),
  )
}

const seeOnly = fixed((clients: readonly string[]) =>
  sql`select set_config('app.clients', ${clients}::text[]::text, true)`.compile(db),
)

/** Finds the client of a page; undefined if there is none of this code, or its page is off. */
export async function findShop(transaction: Transaction, code: string): Promise<Shop | undefined> {
  const row = await transaction.row(shopRow(code))
  if (!row) return undefined
  const settings = settingsOf(row)
  return {
    client: row.client_code,
    name: settings.title === '' ? row.name : settings.title,
    currency: row.currency_code,
    settings,
  }
}

/** Settings of a client's page with their version; 0 before the first change. */
export async function pageSettings(
  transaction: Transaction,
  client: string,
): Promise<{ settings: ShoppersPageSettings; version: number }> {
  const row = await transaction.row(settingsRow(client))
  return row ? { settings: settingsOf(row), version: row.version } : { settings: DEFAULT_PAGE_SETTINGS, version: 0 }
}

const PAGE_COLUMNS = [
  'p.is_on',
  'p.title',
  'p.accent',
  'p.returns_address',
  'p.contact_mail',
  'p.photo_days',
  'p.shopper_data_days',
] as const

const settingsRow = fixed((client: string) =>
  db
    .selectFrom('shoppers_pages as p')
    .select(PAGE_COLUMNS)
    .select('p.version')
    .where('p.client_code', '=', client)
    .compile(),
)
const shopRow = fixed((client: string) =>
  db
    .selectFrom('clients as c')
    .innerJoin('shoppers_pages as p', 'p.client_code', 'c.client_code')
    .select(['c.client_code', 'c.name', 'c.currency_code'])
    .select(PAGE_COLUMNS)
    .where('c.client_code', '=', client)
    .where('c.active', '=', true)
    .where('p.is_on', '=', true)
    .compile(),
)

type PageRow = {
  is_on: boolean
  title: string
  accent: string
  returns_address: string
  contact_mail: string
  photo_days: number
  shopper_data_days: number
}

const settingsOf = (row: PageRow): ShoppersPageSettings => ({
  isOn: row.is_on,
  title: row.title,
  accent: row.accent,
  returnsAddress: row.returns_address,
  contactMail: row.contact_mail,
  photoDays: row.photo_days,
  shopperDataDays: row.shopper_data_days,
})
