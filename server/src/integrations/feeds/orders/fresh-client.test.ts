import { Readable } from 'node:stream'
import { dayOf } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBookShelf } from '../../../routing/rule-book/book-shelf.ts'
import type { Database } from '../../../database/database.ts'
import { db } from '../../../database/sql.ts'
import { csv, type FeedPortal, openFeedPortal } from '../../../testing/feed-portal.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../../testing/rule-books.ts'
import { runOrdersFeed } from './run-orders-feed.ts'

/**
 * Pages of tables and indexes that a feed may look at for each row: a handful for each index that it writes (up to 87 in
 * all, those of what an order lacks with them), or by which it finds what is there already (up to 24), and never what the client has.
 */
const MOST_PAGES = { first: 110, again: 35 }
const ROWS = 4000
const TODAY = dayOf(new Date())

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
  await fillOthers()
  await makeRuleBook(on.portal.testDatabase, on.me.client, [carrierItem('DPD'), methodItem('M1', 'DPD', 10_000)])
})
afterAll(() => on.portal.close())

const TABLES = ['skus', 'sku_components', 'orders', 'order_lines', 'order_history', 'consignments', 'capacity_usage']

/** Clients of whom the planner knows everything, in tables that are never looked over again. */
async function fillOthers(): Promise<void> {
  const run = (statement: string) => on.portal.testDatabase.asOwner(statement)
  for (const table of TABLES) await run(`alter table ${table} set (autovacuum_enabled = off)`)
  const clients = `(select 'OTHER' || c as client from generate_series(1, 20) c)`
  await run(`insert into clients (client_code, name) select client, client from ${clients} o`)
  await run(
    `insert into skus (client_code, sku_code) select client, 'SKU' || s from ${clients} o, generate_series(1, 200) s`,
  )
  await run(`insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date,
      country, quantity, item_count, total_value, currency_code, created_at, created_by)
    select client, 'O' || n, (array['V', 'N', 'D'])[1 + n % 3], 'feed', now() - n * interval '1 hour', 'STANDARD',
      current_date, 'GB', 2, 2, 4, 'GBP', now(), 'x' from ${clients} o, generate_series(1, 400) n`)
  await run(`insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
    select client, 'O' || n, l, 'SKU' || 1 + (n + l) % 200, 1, 2, 2
    from ${clients} o, generate_series(1, 400) n, generate_series(1, 2) l`)
  await run(`insert into order_history (client_code, order_number, version, at, by_name, act, status)
    select client, 'O' || n, 1, now(), 'x', 'Created', 'N' from ${clients} o, generate_series(1, 400) n`)
  await run(`insert into consignments (client_code, order_number, attempt, number, at, by_name, state, despatch_day,
      rule_book_version, parcels, consignment, usage_seen, carrier, client_method_id, cost)
    select client, 'O' || n, 1, 1, now(), 'x', 'allocated', current_date, 1, 1, '{}', '{}', 'DPD', 'M1', 1
    from ${clients} o, generate_series(1, 400) n`)
  await run('analyze')
}

/** A database that counts the pages which its transactions look at, of tables and indexes. */
function countingPages(database: Database): { database: Database; pages(): number } {
  let pages = 0
  const counted =
    'select coalesce(sum(pg_stat_get_xact_blocks_fetched(oid)), 0)::int as pages from pg_class where oid >= 16384'
  const counting: Database = {
    ...database,
    transaction: (work) =>
      database.transaction(async (transaction) => {
        const count = async () =>
          (await transaction.row(sql<{ pages: number }>`${sql.raw(counted)}`.compile(db)))?.pages ?? 0
        const before = await count()
        const result = await work(transaction)
        pages += (await count()) - before
        return result
      }),
    copying: (clients, work) =>
      database.copying(clients, async (connection) => {
        const count = async () => (await connection.query<{ pages: number }>(counted)).rows[0]?.pages ?? 0
        const before = await count()
        const result = await work(connection)
        pages += (await count()) - before
        return result
      }),
  }
  return { database: counting, pages: () => pages }
}

/** Feeds a file; gives the pages that were looked at for each row. */
async function pagesARow(file: string): Promise<number> {
  const counting = countingPages(on.portal.database)
  const { summary, refusals } = await runOrdersFeed({
    database: counting.database,
    books: openBookShelf(),
    client: on.me.client,
    byName: 'test',
    now: new Date(),
    stream: Readable.from([Buffer.from(file)]),
    format: undefined,
    mapping: undefined,
  })
  await refusals.close()
  expect(summary.created + summary.unchanged).toBe(ROWS)
  return counting.pages() / ROWS
}

const linesOf = (prefix: string, { lines, date }: { lines: number; date: string }) =>
  csv(
    Array.from({ length: ROWS }, (_, i) => [`${prefix}${Math.floor(i / lines)}`, `S${i}`, 1, 2, date]),
    'orderNumber,SKU,quantity,unitValue,orderDate',
  )

test.each([
  ['orders of a hundred SKUs, to be allocated', linesOf('A', { lines: 100, date: TODAY })],
  ['orders of two SKUs, to be allocated', linesOf('B', { lines: 2, date: TODAY })],
  ['orders of the past', linesOf('C', { lines: 30, date: '2011-11-28' })],
])('of a client that the planner knows nothing of, the feed looks at few pages a row: %s', async (_, file) => {
  const [first, again] = [await pagesARow(file), await pagesARow(file)]
  expect(first).toBeLessThan(MOST_PAGES.first)
  expect(again).toBeLessThan(MOST_PAGES.again)
})
