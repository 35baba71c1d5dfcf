import type { FixedRoute } from '@despatch/domain/routing/rule-book/rule-book'
import type { NamedRegion } from '@despatch/domain/routing/fixed-routing/region-text'
import { sql } from 'kysely'
import { itemsInForce } from '../rule-book/book-items.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** A current fixed route with the version that last changed it. */
export type RouteInForce = FixedRoute & { readonly version: number }

/** Loads the current fixed routes of a client; only those with some ids if given. */
export async function routesInForce(
  transaction: Transaction,
  client: string,
  ids?: readonly string[],
): Promise<RouteInForce[]> {
  const items = await itemsInForce(transaction, client, 'fixed-route', ids)
  return items.map(({ key, content, version }) => ({ ...content, customPreferenceID: key, version }))
}

/** The names of what fixed routes refer to. */
export type RouteNames = {
  readonly carriers: ReadonlyMap<string, string>
  readonly methods: ReadonlyMap<
    string,
    { readonly carrier: string; readonly service: string; readonly methodName: string }
  >
  readonly regions: readonly NamedRegion[]
}

/** Loads the carriers, methods and regions that a client's routes may use. */
export async function loadRouteNames(transaction: Transaction, client: string): Promise<RouteNames> {
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

/** Loads the categories of SKUs by SKU code. */
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
