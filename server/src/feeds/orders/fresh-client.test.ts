import { Readable } from 'node:stream'
import { dayOf } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRuleBookCache } from '../../routing/rule-book/rule-book-cache.ts'
import type { Database } from '../../database/database.ts'
import { db } from '../../database/sql.ts'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'
import { despatches } from '../deliveries/despatches.ts'
import { returns } from '../deliveries/returns.ts'
import { stock } from '../stock/stock.ts'
import type { FeedRun } from '../feed-file.ts'
import { rowFeedRun } from '../rows/run-row-feed.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { runOrdersFeed } from './run-orders-feed.ts'

/**
 * Pages of tables and indexes read for each row: a few for each index written (up to 83 in total) or searched (up to
 * 18), and three to check whether a SKU is a kit. The number must not grow with the client's data.
 */
const MAX_PAGES = { first: 91, again: 20 }
const ROWS = 4000
const TODAY = dayOf(new Date())

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
  await fillOthers()
  await makeRuleBook(on.portal.testDatabase, on.me.client, [carrierItem('DPD'), methodItem('M1', 'DPD', 10_000)])
})
afterAll(() => on.portal.close())

/** Clients with planner statistics, in tables without autovacuum, so that nothing runs on its own. */
async function fillOthers(): Promise<void> {
  const run = (statement: string) => on.portal.testDatabase.asOwner(statement)
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
  await run(`insert into parcels (client_code, tracking_number, carrier, order_number, despatched_at, ordered_at, promised_date)
    select client, 'T' || n, 'DPD', 'O' || n, now(), now(), current_date from ${clients} o, generate_series(1, 400) n`)
  await run(`insert into parcel_contents (client_code, tracking_number, sku_code, quantity)
    select client, 'T' || n, 'SKU' || 1 + (n + l) % 200, 1
    from ${clients} o, generate_series(1, 400) n, generate_series(1, 2) l`)
  await run(`insert into return_events (client_code, order_number, event_key, return_reference, sku_code, quantity, state,
      reason_code, condition, note, tracking_number, source, occurred_at, received_at)
    select client, 'O' || n, md5(n || ' ' || l)::uuid, 'R' || n, 'SKU' || 1 + (n + l) % 200, 1, 'received', '', '', '', '',
      'feed', now(), now() from ${clients} o, generate_series(1, 400) n, generate_series(1, 2) l`)
  await run(`insert into stock_levels (client_code, sku_code, stock_on_hand, available_stock, as_of, received_at)
    select client, 'SKU' || s, 1, 1, now(), now() from ${clients} o, generate_series(1, 200) s`)
  await run('analyze')
}

/** Wraps a database, and counts the pages that its transactions read. */
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

type Counts = { created: number; unchanged: number }

/** Feeds a file. Returns the pages read for each row. */
async function pagesARow(file: string, run: FeedRun<Counts> = runOrdersFeed as FeedRun<Counts>): Promise<number> {
  const counting = countingPages(on.portal.database)
  const { summary, refusals } = await run({
    database: counting.database,
    books: openRuleBookCache(),
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

const rowsOf = (header: string, row: (i: number, of: string) => (string | number)[]) =>
  csv(
    Array.from({ length: ROWS }, (_, i) => row(i, `B${Math.floor(i / 2)}`)),
    header,
  )

/** Events of orders with two SKUs. */
const FILES = {
  despatches: rowsOf('orderNumber,trackingNumber,carrier,despatchedAt,SKU,quantity', (i, of) => [
    of,
    `T${of}`,
    'DPD',
    '',
    `S${i}`,
    1,
  ]),
  returns: rowsOf('orderNumber,returnReference,SKU,quantity,event', (i, of) => [of, `R${of}`, `S${i}`, 1, 'received']),
  stock: rowsOf('SKU,stockOnHand,availableStock,asOf', (i) => [`S${i}`, 5, 4, '2026-03-02T10:00:00Z']),
}

test.each([
  ['orders of a hundred SKUs, to be allocated', linesOf('A', { lines: 100, date: TODAY })],
  ['orders of two SKUs, to be allocated', linesOf('B', { lines: 2, date: TODAY })],
  ['orders of the past', linesOf('C', { lines: 30, date: '2011-11-28' })],
])('for a client that the planner does not know the feed reads few pages a row: %s', async (_, file) => {
  const [first, again] = [await pagesARow(file), await pagesARow(file)]
  expect(first).toBeLessThan(MAX_PAGES.first)
  expect(again).toBeLessThan(MAX_PAGES.again)
})

test.each([
  // Without the stock ledger it was 50. The movement, its index and two balance changes add 5, written again for each
  // row. Finding what was ordered, what is in parcels and whether the order was despatched takes under 8, minus 5 saved
  // elsewhere. The movements' index by order, and what an order counts as despatched, take 5. Checking for kits takes 2
  // to 3, and the indexes of counted days 2 to 3.
  ['despatches', rowFeedRun(despatches), { first: 77, again: 20 }],
  // Includes its lines and the marked days. Fed again it reads about 27 pages a row, more while other work delays the
  // cleanup of old row versions.
  ['returns', rowFeedRun(returns), { first: 78, again: 28 }],
  ['stock', rowFeedRun(stock), { first: 24, again: 9 }],
] as const)(
  'for a client that the planner does not know the feed of %s reads few pages a row',
  async (name, run, most) => {
    // Old row versions of earlier files would be counted too, and how long they remain is random.
    await on.portal.testDatabase.asOwner('vacuum orders')
    const [first, again] = [await pagesARow(FILES[name], run), await pagesARow(FILES[name], run)]
    expect(first).toBeLessThan(most.first)
    expect(again).toBeLessThan(most.again)
  },
)
