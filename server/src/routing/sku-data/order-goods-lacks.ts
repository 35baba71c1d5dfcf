import { GOODS_LACKS } from '@despatch/domain/orders/needs-attention'
import { sql } from 'kysely'
import { changeInPlace, isNamed, namedOrders } from '../../database/by-key.ts'
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
    await changeInPlace(
      transaction,
      sql`update orders set lacks = (lacks & ~${sql.lit(GOODS_LACKS)}) | ${goodsLack}
        where ctid = any (array(
          select o.place from ${namedOrders(orderNumbers.slice(at, at + ORDERS_PER_UPDATE))} cross join lateral (
            select ctid as place from orders where ${isNamed(client)} order by order_number limit 1
          ) o
        )) and (lacks & ${sql.lit(GOODS_LACKS)}) <> ${goodsLack}`.compile(db),
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
    with wanted as materialized (${withProducts(client, codes)})
    select distinct l.order_number from (
      select order_number from orders
      where client_code = ${client} and needs_attention(status, lacks) and (lacks & ${sql.lit(GOODS_LACKS)}) <> 0
      offset 0
    ) o cross join lateral (
      select order_number, sku_code from order_lines
      where client_code = ${client} and order_number between o.order_number and o.order_number
      order by order_number, line_number offset 0
    ) l where l.sku_code in (select code from wanted)`.compile(db)

/** Selects all open orders that contain one of the SKUs. */
const selectOrdersWith = (client: string, codes: readonly string[]) =>
  sql<Numbered>`
    select distinct named.order_number from (
      select distinct order_number from order_lines
      where client_code = ${client} and sku_code = any (array(${withProducts(client, codes)}))
    ) named cross join lateral (
      select from orders where ${isNamed(client)} and status in ('N', 'R', 'S') order by order_number limit 1
    ) o`.compile(db)

/** Locks orders in the order of their numbers. Call it before locking any SKU. */
export async function lockOrders(
  transaction: Transaction,
  client: string,
  orderNumbers: readonly string[],
): Promise<void> {
  if (orderNumbers.length === 0) return
  await transaction.rows(
    sql`select o.order_number from ${namedOrders(orderNumbers)} cross join lateral (
      select order_number from orders where ${isNamed(client)} order by order_number limit 1 for no key update
    ) o`.compile(db),
  )
}
