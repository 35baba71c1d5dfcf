import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { db } from './sql.ts'
import { inOrder, type Query, type Transaction } from './transaction.ts'

// How thousands of rows are looked up and changed by their keys, so that the plan cannot go wrong whatever the planner knows
// of the client: docs/decisions/0014. Of a client that is new its figures say that there is nothing, and then every index
// that begins with the client looks as good as the key.
//
// A look-up stands in a `cross join lateral`, so that it is run row by row and never becomes a join. It asks for the row in the
// order of its key, `limit 1` (or `offset 0`, where there may be several), and for the last column of the key by `between`
// instead of `=`, so that there is something to put in order. Where sorting is what the planner is to avoid, the index of
// the key is the one that is left.

/**
 * Begins a transaction of such look-ups. The checks of foreign keys, and functions, keep the plan of the first time that they
 * ran on a connection: one made when the tables were still empty reads, for every row, all that the client has. So plans are
 * made again, and for whatever is asked (`force_generic_plan`): one for a client of which nothing is known takes any index that
 * begins with the client, and each connection makes the first five of each check so. What is joined is hashed: a nested loop over rows that nobody expected takes the square of the time. The planner
 * takes what it was told to avoid for expensive, and would compile the statement first (`jit`).
 */
export const LOOK_UP_BY_KEY =
  'discard plans; set local plan_cache_mode = force_generic_plan; set local enable_sort = off; set local enable_nestloop = off; set local jit = off'

/** The same in a transaction of queries that are built. */
export async function lookUpByKey(transaction: Transaction): Promise<void> {
  await inOrder([
    transaction.rows(sql`discard plans`.compile(db)),
    transaction.rows(
      sql`select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_sort', 'off', true),
        set_config('jit', 'off', true)`.compile(db),
    ),
  ])
}

/** Some orders by their numbers, in this order. */
export const namedOrders = (orderNumbers: readonly string[]): RawBuilder<unknown> =>
  sql`(select * from unnest(${orderNumbers}::text[]) as n (order_number) order by order_number collate "C") as named`

/** Of one of them, in a look-up that goes `order by` further columns of the key. */
export const ofNamed = (client: string): RawBuilder<boolean> =>
  sql`client_code = ${client} and order_number = named.order_number`

/** The one row of one of them, in a look-up. */
export const isNamed = (client: string): RawBuilder<boolean> =>
  sql`client_code = ${client} and order_number between named.order_number and named.order_number`

const SCANS = ['enable_seqscan', 'enable_bitmapscan', 'enable_indexscan', 'enable_indexonlyscan']
const setScans = (isOn: boolean) =>
  `select ${SCANS.map((scan) => `set_config('${scan}', '${isOn ? 'on' : 'off'}', true)`).join(', ')}`

/**
 * Changes rows where they stand: `ctid = any (array(…))` of look-ups. All that such a statement may be planned to scan are
 * these places: to the planner a client of which it knows nothing has no rows, and reading all of them looks cheaper. The
 * rows are held by a statement before, so that nobody moves them meanwhile.
 */
export async function changeInPlace<Row>(transaction: Transaction, query: Query<Row>): Promise<Row[]> {
  const [, rows] = await inOrder([
    transaction.rows(sql.raw(setScans(false)).compile(db)),
    transaction.write(query),
    transaction.rows(sql.raw(setScans(true)).compile(db)),
  ])
  return rows
}

/** The same for a statement of a feed. */
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
