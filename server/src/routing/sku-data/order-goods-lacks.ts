import { GOODS_LACKS } from '@despatch/domain/orders/needs-attention'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** Locks a client's SKU data: one transaction at a time changes it. Lock it before any order. */
export async function lockSkuData(transaction: Transaction, client: string): Promise<void> {
  await transaction.rows(
    sql`select pg_advisory_xact_lock(hashtextextended('sku data of ' || ${client}::text, 0))`.compile(db),
  )
}

/** Orders per update: each checks all lines of its orders, and a statement may take 15 seconds. */
const ORDERS_PER_UPDATE = 500

/** Updates what orders lack after the measures of their goods changed. */
export async function updateGoodsLacks(
  transaction: Transaction,
  client: string,
  orderNumbers: readonly string[],
): Promise<void> {
  const goodsLack = sql`order_goods_lacks(${client}, order_number)`
  for (let at = 0; at < orderNumbers.length; at += ORDERS_PER_UPDATE)
    await transaction.write(
      sql`update orders set lacks = (lacks & ~${sql.lit(GOODS_LACKS)}) | ${goodsLack}
        where client_code = ${client} and order_number = any (${orderNumbers.slice(at, at + ORDERS_PER_UPDATE)}::text[])
          and (lacks & ${sql.lit(GOODS_LACKS)}) <> ${goodsLack}`.compile(db),
    )
}

/** Finds the open orders whose lacks may change with the measures of some SKUs. */
export async function ordersOfChangedSkus(
  transaction: Transaction,
  client: string,
  { mended, begun }: { mended: readonly string[]; begun: readonly string[] },
): Promise<string[]> {
  const lacking = mended.length === 0 ? [] : await transaction.rows(selectLackingOrders(client, mended))
  const others = begun.length === 0 ? [] : await transaction.rows(selectOrdersWith(client, begun))
  return [...new Set([...lacking, ...others].map(({ order_number }) => order_number))]
}

type Numbered = { order_number: string }

/** Selects SKUs and the products that have them as boxes. */
const withProducts = (client: string, codes: readonly string[]) => sql`
  select code from unnest(${codes}::text[]) as n (code)
  union
  select sku_code from sku_components where client_code = ${client} and component_code = any (${codes}::text[])`

/**
 * Selects orders that lack a weight or size and contain one of the SKUs. It starts from the orders: few are open and
 * lack anything, while a SKU may be in thousands of old orders.
 */
const selectLackingOrders = (client: string, codes: readonly string[]) =>
  sql<Numbered>`
    with lacking as materialized (
      select order_number from orders
      where client_code = ${client} and needs_attention(status, lacks) and (lacks & ${sql.lit(GOODS_LACKS)}) <> 0
    )
    select distinct order_number from lacking join order_lines l using (order_number)
    where l.client_code = ${client} and l.sku_code in (${withProducts(client, codes)})`.compile(db)

/** Selects all open orders that contain one of the SKUs. */
const selectOrdersWith = (client: string, codes: readonly string[]) =>
  sql<Numbered>`
    select distinct order_number from orders o join order_lines l using (client_code, order_number)
    where client_code = ${client} and l.sku_code in (${withProducts(client, codes)}) and o.status in ('N', 'R', 'S')`.compile(
    db,
  )

/** Locks orders in the order of their numbers. Call it before locking any SKU. */
export async function lockOrders(
  transaction: Transaction,
  client: string,
  orderNumbers: readonly string[],
): Promise<void> {
  if (orderNumbers.length === 0) return
  await transaction.rows(
    sql`select from orders where client_code = ${client} and order_number = any (${orderNumbers}::text[])
      order by order_number for no key update`.compile(db),
  )
}
