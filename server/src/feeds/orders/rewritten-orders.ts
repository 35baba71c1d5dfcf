import { sql } from 'kysely'
import { findStoredOrders } from '../../database/stored-names.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { REWRITTEN, type RewrittenCode } from '../../stock/rewritten-codes.ts'

/** So many zeros in front are looked for: order numbers of shops are padded to ten digits at most. */
const MAX_ZEROS = 10

/** Those of some order numbers that the client has not which a spreadsheet has taken the zeros in front from, by number. */
export async function rewrittenOrders(
  transaction: Transaction,
  client: string,
  orderNumbers: Iterable<string>,
): Promise<Map<string, RewrittenCode>> {
  const bare = [...new Set(orderNumbers)].filter((orderNumber) => /^[1-9]\d*$/.test(orderNumber))
  if (bare.length === 0 || !(await hasPaddedOrders(transaction, client))) return new Map()
  const found = await transaction.rows(
    sql<{ bare: string; padded: string }>`
      select distinct on (named.bare) named.bare, o.padded from unnest(${bare}::text[]) as named (bare)
      cross join generate_series(1, ${MAX_ZEROS}::int) as zeros
      cross join lateral (
        select order_number as padded from orders
        where client_code = ${client}
          and order_number between repeat('0', zeros) || named.bare and repeat('0', zeros) || named.bare
        order by order_number limit 1
      ) o
      order by named.bare, zeros`.compile(db),
  )
  return new Map(
    found.map(({ bare: one, padded }) => [one, { reason: REWRITTEN, value: `${one}: there is ${padded}` }]),
  )
}

/** Whether any order number of the client begins with a zero: of most clients none does, and nothing is looked up. */
async function hasPaddedOrders(transaction: Transaction, client: string): Promise<boolean> {
  const row = await transaction.row(
    sql`select from orders where client_code = ${client} and order_number >= '0' and order_number < '1' limit 1`.compile(
      db,
    ),
  )
  return row !== undefined
}

/** Of order numbers that begin with a zero and that the client has not, those that it has without it, by number. */
export async function ordersWithoutZeros(
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
