import type { FixedRoute } from '@despatch/domain/routing/rule-book/rule-book'
import type { NamedRegion } from '@despatch/domain/routing/fixed-routing/region-text'
import { sql } from 'kysely'
import { itemsInForce } from '../rule-book/book-items.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** A fixed route in force, with the version that it has been so since. */
export type KeptRoute = FixedRoute & { readonly version: number }

/** The fixed routes of a client that are in force; those of some ids alone where they are named. */
export async function routesInForce(
  transaction: Transaction,
  client: string,
  ids?: readonly string[],
): Promise<KeptRoute[]> {
  const items = await itemsInForce(transaction, client, 'fixed-route', ids)
  return items.map(({ key, content, version }) => ({ ...content, customPreferenceID: key, version }))
}

/** What fixed routes name, by what it is called. */
export type Names = {
  readonly carriers: ReadonlyMap<string, string>
  readonly methods: ReadonlyMap<
    string,
    { readonly carrier: string; readonly service: string; readonly methodName: string }
  >
  readonly regions: readonly NamedRegion[]
}

/** The carriers, methods and regions that routes of a client may name. */
export async function namesFor(transaction: Transaction, client: string): Promise<Names> {
  const [carriers, methods, regions] = await Promise.all([
    itemsInForce(transaction, client, 'carrier'),
    itemsInForce(transaction, client, 'method'),
    transaction.rows(db.selectFrom('regions').select(['code', 'name', 'part'])),
  ])
  return {
    carriers: new Map(carriers.map(({ key, content }) => [key, content.name])),
    methods: new Map(
      methods.map(({ key, content: { carrier, carrierService, methodDescription } }) => [
        key,
        { carrier, service: carrierService, methodName: methodDescription },
      ]),
    ),
    regions,
  }
}

/** The categories of some SKUs, by the SKU's code. */
export async function categoriesBySku(
  transaction: Transaction,
  client: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await transaction.rows(
    db
      .selectFrom('skus')
      .select(['sku_code', 'categories'])
      .where('client_code', '=', client)
      .where(sql<boolean>`sku_code = any (${[...new Set(codes)]}::text[])`),
  )
  return new Map(rows.map(({ sku_code, categories }) => [sku_code, categories]))
}
