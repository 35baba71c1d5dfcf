import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { db } from './sql.ts'
import { inOrder, type Query, type Transaction } from './transaction.ts'

// Looks up and changes thousands of rows by key with a plan that does not depend on statistics: docs/decisions/0014. For a new
// client the statistics say that it has no rows, and then every index that begins with the client looks as good as the key.
//
// Write a look-up in a `cross join lateral`, so that it runs row by row and never becomes a join. Order it by the key with
// `limit 1` (or `offset 0`, where there may be several rows), and compare the last column of the key by `between` instead of `=`,
// so that there is something left to order. With sorting disabled, the planner has only the index of the key.

/**
 * Begins a transaction of such look-ups. Foreign key checks and functions cache the plan of their first run on a connection. One
 * made when tables were empty would read all rows of the client for every row, so cached plans are discarded, and new ones are
 * generic: a plan for a client without statistics could take any index that begins with the client. Joins are hashed, because a
 * nested loop over more rows than estimated takes quadratic time. JIT is off: the planner overestimates the cost of what is
 * disabled and would compile every statement.
 */
export const LOOK_UP_BY_KEY =
  'discard plans; set local plan_cache_mode = force_generic_plan; set local enable_sort = off; set local enable_nestloop = off; set local jit = off'

/** The same for a transaction of built queries. */
export async function lookUpByKey(transaction: Transaction): Promise<void> {
  await inOrder([
    transaction.rows(sql`discard plans`.compile(db)),
    transaction.rows(
      sql`select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_sort', 'off', true),
        set_config('jit', 'off', true)`.compile(db),
    ),
  ])
}

/** A table `named` of orders by number, sorted. */
export const namedOrders = (orderNumbers: readonly string[]): RawBuilder<unknown> =>
  sql`(select * from unnest(${orderNumbers}::text[]) as n (order_number) order by order_number collate "C") as named`

/** Matches one of {@link namedOrders} in a look-up that is ordered by further columns of the key. */
export const ofNamed = (client: string): RawBuilder<boolean> =>
  sql`client_code = ${client} and order_number = named.order_number`

/** Matches the one row of one of {@link namedOrders}. */
export const isNamed = (client: string): RawBuilder<boolean> =>
  sql`client_code = ${client} and order_number between named.order_number and named.order_number`

const SCANS = ['enable_seqscan', 'enable_bitmapscan', 'enable_indexscan', 'enable_indexonlyscan']
const setScans = (isOn: boolean) =>
  `select ${SCANS.map((scan) => `set_config('${scan}', '${isOn ? 'on' : 'off'}', true)`).join(', ')}`

/**
 * Changes rows by position: `ctid = any (array(…))` of look-ups. Other scans are disabled, because for a client without
 * statistics reading all rows looks cheaper. A statement before must lock the rows, so that none moves meanwhile.
 */
export async function changeInPlace<Row>(transaction: Transaction, query: Query<Row>): Promise<Row[]> {
  const [, rows] = await inOrder([
    transaction.rows(sql.raw(setScans(false)).compile(db)),
    transaction.write(query),
    transaction.rows(sql.raw(setScans(true)).compile(db)),
  ])
  return rows
}

/** The same for a feed's connection. */
export async function changeRowsInPlace<Row extends pg.QueryResultRow>(
  connection: pg.ClientBase,
  statement: string,
  values: unknown[],
): Promise<pg.QueryResult<Row>> {
  await connection.query(setScans(false))
  const result = await connection.query<Row>(statement, values)
  await connection.query(setScans(true))
  return result
}
