import { CARRIER_LACK, addressLacks, goodsLacks, lackBits } from '@despatch/domain/orders/needs-attention'
import countries from 'i18n-iso-countries/index.js'
import { type RawBuilder, sql } from 'kysely'
import type { GoodsRow } from '../routing/allocation/goods-of-skus.ts'
import type { Database } from '../database/database.ts'
import { lookUpByKey } from '../database/by-key.ts'
import { db } from '../database/sql.ts'
import { retryOnDeadlock } from '../database/retry-on-deadlock.ts'
import { inClient } from '../database/in-client.ts'
import type { OrderColumns } from './present.ts'

/** What the address of an order lacks, as it is kept with the order. */
export function addressLackBits(order: Parameters<typeof addressLacks>[0]): number {
  return lackBits(addressLacks(order, (code) => countries.isValid(code)))
}

/** The columns of an order that say where it goes. */
export type AddressRow = Pick<
  OrderColumns,
  | 'customer_first_name'
  | 'customer_last_name'
  | 'country'
  | 'address_line_1'
  | 'address_line_2'
  | 'address_line_3'
  | 'address_line_4'
  | 'post_code'
>

/** The same of a row. */
export function rowLackBits(row: AddressRow): number {
  return addressLackBits({
    customerFirstName: row.customer_first_name,
    customerLastName: row.customer_last_name,
    country: row.country,
    addressLine1: row.address_line_1,
    addressLine2: row.address_line_2,
    addressLine3: row.address_line_3,
    addressLine4: row.address_line_4,
    postCode: row.post_code,
  })
}

/** What is not known of the goods of an order, as it is kept with it. */
export function goodsLackBits(
  skus: readonly string[],
  goods: readonly (GoodsRow & { sku: string })[] | null | undefined,
): number {
  const bySku = new Map((goods ?? []).map((row) => [row.sku, row]))
  return lackBits(goodsLacks(skus.map((sku) => bySku.get(sku))))
}

/** The condition that people have to see to an order, with an 'and' before it: database/functions/work/facets.sql says which. */
export const NEEDS_ATTENTION: RawBuilder<unknown> = sql`and needs_attention(status, lacks)`

/**
 * Whether something may be done to an order, and one of its SKUs, or of their boxes, is short: more of it is promised and
 * reserved than was counted. Of what nobody has counted nothing is said. As of the last folding, seconds ago.
 */
export const IS_SHORT_OF_STOCK: RawBuilder<boolean> = sql<boolean>`(orders.status in ('N', 'R', 'S') and exists (
  select from order_lines wanted
  left join sku_components box on box.client_code = wanted.client_code and box.sku_code = wanted.sku_code
  join stock_balances b on b.client_code = wanted.client_code and b.sku_code = coalesce(box.component_code, wanted.sku_code)
  where wanted.client_code = orders.client_code and wanted.order_number = orders.order_number
    and b.code = 'SELLABLE' and b.is_short
))`

const PIECE = 500

/** Works out what orders of clients lack of which that is not known yet: those that were there before it was kept. */
export async function workOutLacks(database: Database, clients: readonly string[]): Promise<void> {
  const failures: unknown[] = []
  for (const client of await clientsToWorkOut(database, clients))
    try {
      while ((await retryOnDeadlock(() => workOutSome(database, client))) === PIECE);
    } catch (error) {
      // What one client's orders wait for holds up no other's.
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}

/** Those of some clients that have such orders: asked once, for soon there are none. */
async function clientsToWorkOut(database: Database, clients: readonly string[]): Promise<string[]> {
  const rows = await database.transaction(async (transaction) => {
    await transaction.rows(sql`select set_config('app.clients', ${clients}::text[]::text, true)`.compile(db))
    return transaction.rows(
      sql<{ code: string }>`select c.code from unnest(${clients}::text[]) as c (code) cross join lateral (
          select from orders where client_code = c.code and status in ('N', 'R', 'S') and lacks is null
          order by order_number limit 1
        ) o order by c.code`.compile(db),
    )
  })
  return rows.map(({ code }) => code)
}

/** The same of all clients. */
export async function workOutAllLacks(database: Database): Promise<void> {
  const clients = await database.transaction((transaction) =>
    transaction.rows(sql<{ client_code: string }>`select client_code from clients`.compile(db)),
  )
  await workOutLacks(
    database,
    clients.map(({ client_code }) => client_code),
  )
}

function workOutSome(database: Database, client: string): Promise<number> {
  return inClient(database, client, async (transaction) => {
    await lookUpByKey(transaction)
    const orders = await transaction.rows(
      sql<AddressRow & { order_number: string; goods: number; without: boolean }>`
        select o.*, order_goods_lacks(${client}, o.order_number) as goods, coalesce(c.without, true) as without
        from (
          select order_number, customer_first_name, customer_last_name, address_line_1, address_line_2, address_line_3,
            address_line_4, post_code, country
          from orders where client_code = ${client} and status in ('N', 'R', 'S') and lacks is null
          order by order_number limit ${PIECE} for no key update
        ) o left join lateral (
          select bool_or(client_method_id is null) as without from consignments
          where client_code = ${client} and order_number = o.order_number and ended_at is null
        ) c on true`.compile(db),
    )
    const lacks = Object.fromEntries(
      orders.map((order) => [
        order.order_number,
        rowLackBits(order) | order.goods | (order.without ? CARRIER_LACK : 0),
      ]),
    )
    await transaction.write(
      sql`update orders o set lacks = k.value::int from jsonb_each_text(${JSON.stringify(lacks)}::jsonb) k
        where o.client_code = ${client} and o.order_number = k.key and o.status in ('N', 'R', 'S') and o.lacks is null`.compile(
        db,
      ),
    )
    return orders.length
  })
}
