import { SELLABLE } from '@despatch/domain/stock/allocation-codes'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'

/** SKUs of clients of which more is promised and reserved than was counted, as of the last folding. */
const SHORT = sql`stock_balances short where short.code = ${sql.lit(SELLABLE)} and short.is_short`

/** Order lines by SKU, those of kits by each of their boxes. */
const LINES_IN_BOXES = sql`(
  select line.client_code, line.order_number, coalesce(box.component_code, line.sku_code) as sku_code
  from order_lines line
  left join sku_components box on box.client_code = line.client_code and box.sku_code = line.sku_code
) l`

/** The SKUs of orders of a client that are short of stock, of kits their boxes, by order; orders without one are left out. */
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

/** So many SKUs are named; the others are counted. */
const MAX_NAMED = 20

type ShortSku = { clientCode: string; SKU: string; pieces: number; orders: number }
/** What orders are short of: how many orders, and their SKUs, those of most orders first. */
export type ShortOfOrders = { orders: number; SKUs: ShortSku[]; moreSKUs: number }

export const NOT_SHORT: ShortOfOrders = { orders: 0, SKUs: [], moreSKUs: 0 }

/** What some orders, given as a query of `client_code` and `order_number`, are short of; of kits, boxes. */
export async function shortOfOrders(transaction: Transaction, orders: RawBuilder<unknown>): Promise<ShortOfOrders> {
  const rows = await transaction.rows(
    sql<ShortSku & { allOrders: number; allSKUs: number }>`
      with of_order as materialized (
        select distinct o.client_code, o.order_number, l.sku_code, short.pieces
        from (${orders}) o
        join ${LINES_IN_BOXES} on l.client_code = o.client_code and l.order_number = o.order_number
        join (select short.client_code, short.sku_code, -short.available as pieces from ${SHORT}) short
          on short.client_code = l.client_code and short.sku_code = l.sku_code
      )
      select client_code as "clientCode", sku_code as "SKU", pieces, count(*)::int as orders,
        (select count(*) from (select distinct client_code, order_number from of_order) each_order)::int as "allOrders",
        (count(*) over ())::int as "allSKUs"
      from of_order group by client_code, sku_code, pieces
      order by orders desc, client_code, sku_code limit ${MAX_NAMED}`.compile(db),
  )
  const [first] = rows
  if (!first) return NOT_SHORT
  return {
    orders: first.allOrders,
    SKUs: rows.map(({ clientCode, SKU, pieces, orders: count }) => ({ clientCode, SKU, pieces, orders: count })),
    moreSKUs: first.allSKUs - rows.length,
  }
}
