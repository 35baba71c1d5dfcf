import { sql } from 'kysely'
import { findStoredOrders } from '../../database/stored-names.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { REWRITTEN, type RewrittenCode } from '../../stock/rewritten-codes.ts'

/** Leading zeros tried: shops pad order numbers to at most ten digits. */
const MAX_ZEROS = 10

/** Finds unknown order numbers that lost their leading zeros in a spreadsheet, by number. */
export async function findRewrittenOrders(
  transaction: Transaction,
  client: string,
  orderNumbers: Iterable<string>,
): Promise<Map<string, RewrittenCode>> {
  const bare = [...new Set(orderNumbers)].filter((orderNumber) => /^[1-9]\d*$/.test(orderNumber))
  if (bare.length === 0 || !(await hasPaddedOrders(transaction, client))) return new Map()
  const found = await transaction.rows(
    sql<{ bare: string; padded: string }>`
      select distinct on (named.bare) named.bare, o.order_number as padded from unnest(${bare}::text[]) as named (bare)
      cross join generate_series(1, ${MAX_ZEROS}::int) as zeros
      join orders o on o.client_code = ${client} and o.order_number = repeat('0', zeros) || named.bare
      order by named.bare, zeros`.compile(db),
  )
  return new Map(
    found.map(({ bare: one, padded }) => [one, { reason: REWRITTEN, value: `${one}: there is ${padded}` }]),
  )
}

/** Whether any order number of the client begins with a zero. Most clients have none, and skip the search. */
async function hasPaddedOrders(transaction: Transaction, client: string): Promise<boolean> {
  const row = await transaction.row(
    sql`select from orders where client_code = ${client} and order_number >= '0' and order_number < '1' limit 1`.compile(
      db,
    ),
  )
  return row !== undefined
}

/** Finds unknown order numbers with leading zeros that exist without them, by number. */
export async function findOrdersWithoutZeros(
  transaction: Transaction,
  client: string,
  orderNumbers: Iterable<string>,
): Promise<Map<string, string>> {
  const bareOf = new Map(
    [...new Set(orderNumbers)]
      .filter((orderNumber) => /^0+[1-9]\d*$/.test(orderNumber))
      .map((orderNumber) => [orderNumber, orderNumber.replace(/^0+/, '')]),
  )
  if (bareOf.size === 0) return new Map()
  const { known } = await findStoredOrders(transaction, client, bareOf.values())
  return new Map([...bareOf].filter(([, bare]) => known.has(bare)))
}
