import type { CarrierStatus } from '@despatch/contract/routing/active-dates/carriers'
import type { NamedCarrier } from '@despatch/domain/routing/active-dates/carrier-reader'
import { sql } from 'kysely'
import type { ItemInForce } from '../rule-book/book-items.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** Selects the carriers in the clients' current rule books, with the name that each book gives them. */
export function carriersOfBooks(clients: readonly string[]) {
  return sql<NamedCarrier>`
    select item_key as carrier, content ->> 'name' as "carrierName" from rule_book_items
    where client_code = any (${clients}::text[]) and kind = 'carrier' and to_version is null`
}

/** Counts the methods of each carrier in the clients' current rule books. Keys are `<client> <carrier>`. */
export async function methodsOfCarriers(
  transaction: Transaction,
  clients: readonly string[],
): Promise<Map<string, number>> {
  const rows = await transaction.rows(
    db
      .selectFrom('rule_book_items')
      .select([
        'client_code',
        sql<string>`content ->> 'carrier'`.as('carrier'),
        sql<number>`count(*)::int`.as('methods'),
      ])
      .where('client_code', '=', sql<string>`any (${clients}::text[])`)
      .where('kind', '=', 'method')
      .where('to_version', 'is', null)
      .groupBy(['client_code', sql`content ->> 'carrier'`]),
  )
  return new Map(rows.map(({ client_code, carrier, methods }) => [`${client_code} ${carrier}`, methods]))
}

export function presentCarrier(
  client: string,
  { key, content, version }: ItemInForce<'carrier'>,
  methods: ReadonlyMap<string, number>,
): CarrierStatus {
  return {
    client,
    carrier: key,
    carrierName: content.name,
    active: content.active,
    activeDates: content.activeDates.map(({ from, to }) => ({ from, to })),
    methods: methods.get(`${client} ${key}`) ?? 0,
    version,
  }
}

export const noSuchCarrier = (carrier: string) => new AppError('not_found', `This client has no carrier ${carrier}.`)
