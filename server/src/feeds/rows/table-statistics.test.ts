import { afterAll, beforeAll, expect, test } from 'vitest'
import { csv, type FeedPortal, openFeedPortal, smallChunks } from '../../testing/feed-portal.ts'
import { makeSession } from '../../testing/factories.ts'

smallChunks()

const TABLES = ['orders', 'order_lines', 'skus', 'stock_counts'] as const
type Table = (typeof TABLES)[number]

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
  const run = (statement: string) => on.portal.testDatabase.asOwner(statement)
  await run(
    `insert into skus (client_code, sku_code) select client_code, 'S' || s from clients, generate_series(1, 9) s`,
  )
  await run('analyze')
})
afterAll(() => on.portal.close())

/** How many rows of a client the planner expects in a table. */
const expectedRows = (table: Table, client: string): Promise<number> =>
  on.portal.database.copying([client], async (connection) => {
    const { rows } = await connection.query(`explain (format json) select from ${table}`)
    return rows[0]['QUERY PLAN'][0].Plan['Plan Rows']
  })

const timesAnalyzed = async (table: Table) => {
  const rows = await on.portal.testDatabase.asOwner(
    'select analyze_count::int as times from pg_stat_user_tables where relname = $1',
    [table],
  )
  return rows[0]?.['times'] as number
}

/** Orders of one line, of the past. */
const ordersOf = (prefix: string, count: number) =>
  csv(
    Array.from({ length: count }, (_, i) => [`${prefix}${i}`, `S${i}`, 1, 2, '2011-11-28']),
    'orderNumber,SKU,quantity,unitValue,orderDate',
  )

const stockOf = (count: number) =>
  csv(
    Array.from({ length: count }, (_, i) => [`S${i}`, 5, 4, '2026-03-02T10:00:00Z']),
    'SKU,stockOnHand,availableStock,asOf',
  )

test('the planner knows a new client after the first thousand rows of its first file', async () => {
  const { client } = on.me
  const before = await timesAnalyzed('orders')
  expect((await on.feed(ordersOf('A', 900))).summary.created).toBe(900)
  expect(await timesAnalyzed('orders')).toBe(before)
  expect((await on.feed(ordersOf('B', 1500))).summary.created).toBe(1500)
  // The last chunk came after the ANALYZE.
  expect(await expectedRows('orders', client)).toBeGreaterThan(1800)
  expect(await expectedRows('order_lines', client)).toBeGreaterThan(1800)
})

test('a file of rows that depend on nothing does the same', async () => {
  expect((await on.feedRows('stock', stockOf(1200))).summary.created).toBe(1200)
  expect(await expectedRows('stock_counts', on.me.client)).toBeGreaterThan(900)
})

test('a file of a client that the planner knows analyzes nothing', async () => {
  const before = await timesAnalyzed('orders')
  expect((await on.feed(ordersOf('C', 1500))).summary.created).toBe(1500)
  expect(await timesAnalyzed('orders')).toBe(before)
})

test('a preview analyzes nothing', async () => {
  const before = await timesAnalyzed('orders')
  const other = await makeSession(on.portal.testDatabase)
  expect((await on.check(ordersOf('D', 1500), { as: other })).status).toBe(200)
  expect(await timesAnalyzed('orders')).toBe(before)
})

test('a feed neither waits for a table that another server analyzes, nor fails', async () => {
  const other = await makeSession(on.portal.testDatabase)
  const before = await timesAnalyzed('orders')
  await on.portal.testDatabase.asOwner('begin')
  await on.portal.testDatabase.asOwner('lock table orders in share update exclusive mode')
  try {
    expect((await on.feed(ordersOf('E', 1500), { as: other })).summary.created).toBe(1500)
  } finally {
    await on.portal.testDatabase.asOwner('commit')
  }
  expect(await timesAnalyzed('orders')).toBe(before)
  expect(await expectedRows('order_lines', other.client)).toBeGreaterThan(900)
})

test('a feed goes on if a table cannot be analyzed', async () => {
  const other = await makeSession(on.portal.testDatabase)
  await on.portal.testDatabase.asOwner('alter function analyze_table rename to analyze_table_before')
  try {
    const { status, summary } = await on.feed(ordersOf('F', 1500), { as: other })
    expect({ status, created: summary.created }).toEqual({ status: 200, created: 1500 })
  } finally {
    await on.portal.testDatabase.asOwner('alter function analyze_table_before rename to analyze_table')
  }
})
