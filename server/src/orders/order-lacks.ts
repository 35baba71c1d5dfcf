import { CARRIER_LACK, addressLacks, goodsLacks, lackBits } from '@despatch/domain/orders/needs-attention'
import countries from 'i18n-iso-countries/index.js'
import { type RawBuilder, sql } from 'kysely'
import type { GoodsRow } from '../routing/allocation/goods-of-skus.ts'
import type { Database } from '../database/database.ts'
import { db } from '../database/sql.ts'
import { retryOnDeadlock } from '../database/retry-on-deadlock.ts'
import { inClient } from '../database/in-client.ts'
import type { OrderColumns } from './present.ts'

/** Lacks of an order's address as the stored bit set. */
export function addressLackBits(order: Parameters<typeof addressLacks>[0]): number {
  return lackBits(addressLacks(order, (code) => countries.isValid(code)))
}

/** Address columns of an order. */
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

/** Lacks of a row's address as the stored bit set. */
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

/** Lacks of an order's goods as the stored bit set. */
export function goodsLackBits(
  skus: readonly string[],
  goods: readonly (GoodsRow & { sku: string })[] | null | undefined,
): number {
  const bySku = new Map((goods ?? []).map((row) => [row.sku, row]))
  return lackBits(goodsLacks(skus.map((sku) => bySku.get(sku))))
}

/** Condition for orders that need attention, starting with 'and'; defined in database/functions/work/facets.sql. */
export const NEEDS_ATTENTION: RawBuilder<unknown> = sql`and needs_attention(status, lacks)`

/**
 * Whether an open order contains a SKU, or a box of it, with more promised and reserved than counted. Uncounted SKUs
 * are never short. As of the last folding, seconds ago.
 */
export const IS_SHORT_OF_STOCK: RawBuilder<boolean> = sql<boolean>`(orders.status in ('N', 'R', 'S') and exists (
  select from order_lines wanted
  left join sku_components box on box.client_code = wanted.client_code and box.sku_code = wanted.sku_code
  join stock_balances b on b.client_code = wanted.client_code and b.sku_code = coalesce(box.component_code, wanted.sku_code)
  where wanted.client_code = orders.client_code and wanted.order_number = orders.order_number
    and b.code = 'SELLABLE' and b.is_short
))`

const PIECE_SIZE = 500

/** Fills in missing lacks of older orders. */
export async function fillMissingLacks(database: Database, clients: readonly string[]): Promise<void> {
  const failures: unknown[] = []
  for (const client of await clientsWithMissingLacks(database, clients))
    try {
      while ((await retryOnDeadlock(() => fillSome(database, client))) === PIECE_SIZE);
    } catch (error) {
      // A failure of one client must not stop the others.
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}

/** Clients with orders whose lacks are missing; usually there are none. */
async function clientsWithMissingLacks(database: Database, clients: readonly string[]): Promise<string[]> {
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

/** Fills in missing lacks for all clients. */
export async function fillAllMissingLacks(database: Database): Promise<void> {
  const clients = await database.transaction((transaction) =>
    transaction.rows(sql<{ client_code: string }>`select client_code from clients`.compile(db)),
  )
  await fillMissingLacks(
    database,
    clients.map(({ client_code }) => client_code),
  )
}

function fillSome(database: Database, client: string): Promise<number> {
  return inClient(database, client, async (transaction) => {
    const orders = await transaction.rows(
      sql<AddressRow & { order_number: string; goods: number; without: boolean }>`
        select o.*, order_goods_lacks(${client}, o.order_number) as goods, coalesce(c.without, true) as without
        from (
          select order_number, customer_first_name, customer_last_name, address_line_1, address_line_2, address_line_3,
            address_line_4, post_code, country
          from orders where client_code = ${client} and status in ('N', 'R', 'S') and lacks is null
          order by order_number limit ${PIECE_SIZE} for no key update
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
