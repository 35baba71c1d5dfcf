import { sql } from 'kysely'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'

/**
 * Names of the carriers of an order's active consignments, separated by commas; null without any. For statements on
 * `orders`, and only for the few rows that are shown.
 */
export const CARRIER_NAMES = sql<string | null>`(
  select string_agg(distinct coalesce(nullif(b.content ->> 'name', ''), c.carrier), ', ')
  from consignments c
  left join rule_book_items b on b.client_code = c.client_code and b.kind = 'carrier' and b.item_key = c.carrier
    and b.to_version is null
  where c.client_code = orders.client_code and c.order_number = orders.order_number and c.ended_at is null
)`

type OrderKey = { readonly clientCode: string; readonly orderNumber: string }

/** {@link CARRIER_NAMES} of some orders, in their order. */
export async function readCarrierNames(transaction: Transaction, orders: readonly OrderKey[]): Promise<string[]> {
  const rows = await transaction.rows(
    sql<{ carriers: string | null }>`
      select ${CARRIER_NAMES} as carriers
      from unnest(${orders.map(({ clientCode }) => clientCode)}::text[],
        ${orders.map(({ orderNumber }) => orderNumber)}::text[]) with ordinality as orders (client_code, order_number, nth)
      order by nth`.compile(db),
  )
  return rows.map(({ carriers }) => carriers ?? '')
}
