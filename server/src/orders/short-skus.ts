import { SELLABLE } from '@despatch/domain/stock/allocation-codes'
import type { ShortOfStock } from '@despatch/domain/orders/needs-attention'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'

/** SKUs with more promised and reserved than counted, as of the last folding. */
const SHORT = sql`stock_balances short where short.code = ${sql.lit(SELLABLE)} and short.is_short`

/** Order lines by SKU, kits by their boxes. */
const LINES_IN_BOXES = sql`(
  select line.client_code, line.order_number, coalesce(box.component_code, line.sku_code) as sku_code,
    line.quantity * coalesce(box.quantity, 1) as pieces
  from order_lines line
  left join sku_components box on box.client_code = line.client_code and box.sku_code = line.sku_code
) l`

const SHORT_OF_LINE = sql`(select short.client_code, short.sku_code, short.available from ${SHORT}) short
  on short.client_code = l.client_code and short.sku_code = l.sku_code`

/** SKUs short of stock by order (kits by their boxes); orders without any are left out. */
export async function shortSkusOf(
  transaction: Transaction,
  client: string,
  orderNumbers: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  if (orderNumbers.length === 0) return new Map()
  const rows = await transaction.rows(
    sql<{ order_number: string; skus: string[] }>`
      select l.order_number, array_agg(distinct l.sku_code order by l.sku_code) as skus from ${LINES_IN_BOXES}
      where l.client_code = ${client} and l.order_number = any (${orderNumbers}::text[])
        and exists (select from ${SHORT} and short.client_code = l.client_code and short.sku_code = l.sku_code)
      group by 1`.compile(db),
  )
  return new Map(rows.map(({ order_number, skus }) => [order_number, skus]))
}

/** Further SKUs of one order are only counted. */
const MAX_NAMED_OF_ORDER = 5

/**
 * The units of an order for which there is not enough stock, kits by their boxes; undefined if there is enough. Other
 * orders may compete for the same stock: each is short by what it needs, or by what is missing in all if that is less.
 */
export async function shortOfStock(
  transaction: Transaction,
  client: string,
  orderNumber: string,
): Promise<ShortOfStock | undefined> {
  const rows = await transaction.rows(
    sql<{ SKU: string; quantity: number; SKUs: number }>`
      select l.sku_code as "SKU", least(sum(l.pieces), -short.available)::int as quantity,
        (count(*) over ())::int as "SKUs"
      from ${LINES_IN_BOXES} join ${SHORT_OF_LINE}
      where l.client_code = ${client} and l.order_number = ${orderNumber}
      group by l.sku_code, short.available order by 2 desc, 1 limit ${MAX_NAMED_OF_ORDER}`.compile(db),
  )
  const [first] = rows
  return first && { items: rows.map(({ SKU, quantity }) => ({ SKU, quantity })), SKUs: first.SKUs }
}

/** Further SKUs are only counted. */
const MAX_NAMED = 20

type ShortSku = { clientCode: string; SKU: string; pieces: number; orders: number }
/** Number of orders with shortages, and their SKUs, most frequent first. */
export type OrderShortages = { orders: number; SKUs: ShortSku[]; moreSKUs: number }

export const NO_SHORTAGES: OrderShortages = { orders: 0, SKUs: [], moreSKUs: 0 }

/** Shortages of the orders of a query with `client_code` and `order_number`; kits by their boxes. */
export async function shortagesOfOrders(
  transaction: Transaction,
  orders: RawBuilder<unknown>,
): Promise<OrderShortages> {
  const rows = await transaction.rows(
    sql<ShortSku & { allOrders: number; allSKUs: number }>`
      with of_order as materialized (
        select distinct o.client_code, o.order_number, l.sku_code, -short.available as pieces
        from (${orders}) o
        join ${LINES_IN_BOXES} on l.client_code = o.client_code and l.order_number = o.order_number
        join ${SHORT_OF_LINE}
      )
      select client_code as "clientCode", sku_code as "SKU", pieces, count(*)::int as orders,
        (select count(*) from (select distinct client_code, order_number from of_order) each_order)::int as "allOrders",
        (count(*) over ())::int as "allSKUs"
      from of_order group by client_code, sku_code, pieces
      order by orders desc, client_code, sku_code limit ${MAX_NAMED}`.compile(db),
  )
  const [first] = rows
  if (!first) return NO_SHORTAGES
  return {
    orders: first.allOrders,
    SKUs: rows.map(({ clientCode, SKU, pieces, orders: count }) => ({ clientCode, SKU, pieces, orders: count })),
    moreSKUs: first.allSKUs - rows.length,
  }
}
