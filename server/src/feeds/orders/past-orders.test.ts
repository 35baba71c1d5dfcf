import { contract } from '@despatch/contract/contract'
import { reports } from '@despatch/contract/reports/reports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csv, type FeedPortal, openFeedPortal, smallChunks } from '../../testing/feed-portal.ts'
import { recountAll } from '../../figures/recount.ts'

smallChunks()

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
})
afterAll(() => on.portal.close())

const HEADER = 'orderNumber,SKU,quantity,unitValue,orderDate,status,despatchedOn,deliveredOn'
const PAST = csv(
  [
    ['P-1', 'RED', 2, 5, '2026-03-02', 'Despatched', '2026-03-03', ''],
    ['P-1', 'BLUE', 1, 5, '2026-03-02', 'Despatched', '2026-03-03', ''],
    ['P-2', 'RED', 3, 5, '2026-03-02', 'Delivered', '2026-03-04', '2026-03-06'],
    ['P-3', 'RED', 4, 5, '2026-03-02', 'Closed', '', ''],
    ['P-4', 'RED', 5, 5, '2026-03-02', 'Cancelled', '', ''],
  ],
  HEADER,
)
const MARCH = { startDate: '2026-03-01', endDate: '2026-03-31' }

/** Counts the client's rows by table. */
async function counts(tables: readonly string[]) {
  const countByTable: Record<string, unknown> = {}
  for (const table of tables) {
    const [row] = await on.rows(`select count(*)::int as count from ${table} where client_code = $1`)
    countByTable[table] = row?.['count']
  }
  return countByTable
}

test('past orders are saved with their days and not allocated', async () => {
  const hook = { name: 'Shop', url: 'https://hooks.example.com/', active: true }
  const events = ['order.created', 'order.despatched', 'order.delivered', 'order.cancelled'] as const
  const created = await on.portal.call(contract.webhooks.create, { body: { ...hook, events: [...events] } }, on.me)
  expect(created.status, JSON.stringify(created.body)).toBe(200)
  const fed = await on.feed(PAST)
  expect([fed.refused, fed.summary]).toMatchObject([[], { ordersCreated: 4, created: 5 }])
  expect(
    await on.rows(
      `select order_number, status, despatch_date::text as due, released_on::text, despatched_on::text, delivered_on::text
       from orders where client_code = $1 order by 1`,
    ),
  ).toEqual([
    {
      order_number: 'P-1',
      status: 'D',
      due: '2026-03-03',
      released_on: '2026-03-02',
      despatched_on: '2026-03-03',
      delivered_on: null,
    },
    {
      order_number: 'P-2',
      status: 'V',
      due: '2026-03-03',
      released_on: '2026-03-02',
      despatched_on: '2026-03-04',
      delivered_on: '2026-03-06',
    },
    {
      order_number: 'P-3',
      status: 'V',
      due: '2026-03-03',
      released_on: '2026-03-02',
      despatched_on: '2026-03-03',
      delivered_on: '2026-03-03',
    },
    { order_number: 'P-4', status: 'C', due: '2026-03-03', released_on: null, despatched_on: null, delivered_on: null },
  ])
  const none = { consignments: 0, webhook_deliveries: 0, stock_deltas: 0, stock_remains: 0, work_order_deltas: 0 }
  expect(await counts(Object.keys(none))).toEqual(none)
  const { body: home } = await on.portal.call(contract.home.counts, {}, on.me)
  expect(home.counts.filter(({ name }) => name.startsWith('orders') || name === 'routing-exceptions')).toEqual([])
})

test('past orders count in the reports of their days', async () => {
  await recountAll(on.portal.database)
  const { body } = await on.portal.call(reports.keyMetrics, { body: MARCH }, on.me)
  expect(body.now).toMatchObject({
    orders: 3,
    pieces: 10,
    released: 3,
    despatched: 3,
    due: 3,
    dueInTime: 2,
    ordersDelivered: 2,
  })
  const day = { startDate: '2026-03-06', endDate: '2026-03-06', figure: 'ordersDelivered' } as const
  const { body: list } = await on.portal.call(reports.orders, { body: day }, on.me)
  expect(list.rows.map(({ orderNumber }) => orderNumber)).toEqual(['P-2'])
})

test('the same file changes nothing; a contradicting file is refused', async () => {
  const again = await on.feed(PAST)
  expect([again.refused, again.summary]).toMatchObject([[], { ordersCreated: 0, created: 0, unchanged: 5 }])
  await on.feed(csv([['N-1', 'RED', 1, 5, '2026-03-02']], 'orderNumber,SKU,quantity,unitValue,orderDate'))
  const other = await on.feed(
    csv(
      [
        ['N-1', 'RED', 1, 5, '2026-03-02', 'Despatched', '2026-03-03', ''],
        ['P-2', 'RED', 3, 5, '2026-03-02', 'Despatched', '2026-03-04', ''],
        ['P-1', 'RED', 2, 5, '2026-03-02', 'Cancelled', '', ''],
      ],
      HEADER,
    ),
  )
  // Orders that have moved on since are ahead of the file.
  expect(other.refused.map(({ line, column, value }) => [line, column, value])).toEqual([
    [2, 'status', 'Despatched'],
    [4, 'status', 'Cancelled'],
  ])
  expect(other.refused[0]?.reason).toContain('exists with another status')
})

test('contradicting rows of one order, and unknown statuses, are refused', async () => {
  const fed = await on.feed(
    csv(
      [
        ['M-1', 'RED', 1, 5, '2026-03-02', 'Despatched', '2026-03-03', ''],
        ['M-1', 'BLUE', 1, 5, '2026-03-02', 'New', '', ''],
        ['M-2', 'RED', 1, 5, '2026-03-02', 'On its way?', '', ''],
        ['M-3', 'RED', 1, 5, '2026-03-02', '', '', ''],
      ],
      HEADER,
    ),
  )
  expect(fed.refused.map(({ line, column }) => [line, column])).toContainEqual([4, 'status'])
  expect(
    await on.rows(`select order_number, status from orders where client_code = $1 and order_number like 'M%'`),
  ).toEqual([{ order_number: 'M-3', status: 'N' }])
})

test('scattered rows of a past order are its lines; later files add none', async () => {
  const row = (order: string, sku: string) => [order, sku, 1, 5, '2026-03-02', 'Despatched', '2026-03-03', '']
  const between = Array.from({ length: 1100 }, (_, at) => row(`F-${at}`, 'RED'))
  const file = [row('W-1', 'RED'), ...between, row('W-1', 'BLUE')]
  const fed = await on.feed(csv(file, HEADER))
  expect([fed.refused, fed.summary]).toMatchObject([[], { ordersCreated: 1101, created: 1102 }])
  const stored = `select item_count, quantity, status,
      (select count(*)::int from order_lines l where l.client_code = $1 and l.order_number = o.order_number) as lines,
      (select count(*)::int from consignments c where c.client_code = $1 and c.order_number = o.order_number) as consignments
    from orders o where client_code = $1 and order_number = 'W-1'`
  const whole = [{ item_count: 2, quantity: 2, status: 'D', lines: 2, consignments: 0 }]
  expect(await on.rows(stored)).toEqual(whole)
  const again = await on.feed(csv(file, HEADER))
  expect([again.refused, again.summary]).toMatchObject([[], { created: 0, unchanged: 1102 }])
  const more = await on.feed(csv([...file, row('W-1', 'PINK')], HEADER))
  expect(more.refused).toMatchObject([{ line: 1104 }])
  expect(await on.rows(stored)).toEqual(whole)
})

test('a line missing for a despatched order is refused with advice', async () => {
  const row = (sku: string) => ['L-1', sku, 1, 5, '2026-03-02', 'Despatched', '2026-03-03', '']
  await on.feed(csv([row('RED'), row('BLUE')], HEADER))
  const { refused } = await on.feed(csv([row('RED')], HEADER))
  expect(refused).toMatchObject([
    { line: 2, reason: expect.stringContaining('Import what is sent back as a return'), value: 'L-1: BLUE × 1' },
  ])
})
