import { ORDER_REFUSED } from '@despatch/domain/feeds/existing-orders/existing-order'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csv, type FeedPortal, openFeedPortal, smallChunks } from '../../testing/feed-portal.ts'
import { makeSession } from '../../testing/factories.ts'

smallChunks()
let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
})
afterAll(() => on.portal.close())

/** Everything that an orders feed could write, row by row. */
const stored = async () => {
  const tables = ['orders', 'order_lines', 'order_history', 'skus', 'consignments', 'feed_run_orders', 'audit']
  const rows = tables.map(
    (name) =>
      `select '${name}' as name, json_agg(to_jsonb(t) order by to_jsonb(t)::text) from ${name} t where client_code = $1`,
  )
  return on.rows(rows.join(' union all '))
}

const HEADER = 'orderNumber,SKU,quantity,unitValue,orderDate,country,email'
const TODAY = new Date().toISOString().slice(0, 10)
const row = (
  number: string,
  SKU: string,
  rest: { quantity?: number; price?: string; email?: string; at?: string } = {},
) => [number, SKU, rest.quantity ?? 1, rest.price ?? '2', rest.at ?? TODAY, 'GB', rest.email ?? 'a@b.uk'] as const

const THERE = [row('T1', 'RED'), row('T1', 'BLUE'), row('T2', 'RED'), row('T3', 'RED')]

test.each<[string, readonly (readonly (string | number)[])[]]>([
  ['orders that are new, with SKUs that nobody knows', [row('N1', 'RED'), row('N1', 'NEW-A'), row('N2', 'NEW-A')]],
  ['the same again', THERE],
  ['an order in other case, and a SKU', [row('t2', 'red'), row('N3', 'new-b'), row('N4', 'NEW-B')]],
  ['further lines', [...THERE.slice(0, 3), row('T2', 'NEW-C'), row('T2', 'BLUE')]],
  [
    'another header than the order has',
    [row('T1', 'RED', { email: 'x@y.uk' }), row('T1', 'BLUE', { email: 'x@y.uk' })],
  ],
  ['another quantity', [row('T3', 'RED', { quantity: 7 }), row('N5', 'RED')]],
  [
    'a row without a price, and one that is worth too much',
    [row('N6', 'RED', { price: '' }), row('N7', 'RED', { price: '', quantity: 999_999 })],
  ],
  ['a refused row takes its order with it', [row('N8', 'RED'), row('N8', 'BLUE', { quantity: 0 }), row('N9', 'RED')]],
  ['orders of the past', [row('N10', 'RED', { at: '2024-03-05' }), row('N11', 'RED', { at: '2024-03-05' })]],
])('a preview reports what feeding reports: %s', async (_title, rows) => {
  await on.feed(csv(THERE, HEADER))
  const before = await stored()
  const checked = await on.check(csv(rows, HEADER))
  expect(checked.status).toBe(200)
  expect(await stored()).toEqual(before)
  const fed = await on.feed(csv(rows, HEADER))
  expect({ summary: checked.summary, refused: checked.refused }).toEqual({ summary: fed.summary, refused: fed.refused })
  expect(fed).not.toHaveProperty('look')
})

test('a preview of a long file counts scattered orders once', async () => {
  const apart = (number: string) => [
    row(number, 'APART'),
    ...Array.from({ length: 1200 }, (_, i) => row(`${number}-${i}`, 'RED')),
    row(number, 'NEW-D'),
  ]
  const file = csv(
    [...apart('P1'), ...apart('P2'), ['', 'X', 1, 1, TODAY, 'GB', ''], row('P1', 'RED', { quantity: 0 })],
    HEADER,
  )
  const checked = await on.check(file)
  const fed = await on.feed(file)
  expect(checked.summary).toEqual({
    ...fed.summary,
    noted: {
      'Orders that would be suspended, because a later row is rejected': 2,
      'Orders whose rows are far apart. They are compared on import': 1,
    },
  })
  expect(checked.refused).toEqual(fed.refused)
})

test('a preview shows dates, first rows, unknown SKUs and past orders', async () => {
  const file = csv(
    [
      ['L1', 'ODD-1', 2, '1.50', '03/04/2024', 'France', 'a@b.fr'],
      ['L1', 'ODD-1', 1, '1.50', '03/04/2024', 'France', 'a@b.fr'],
      ['L2', 'RED', 1, '1', TODAY, 'GB', ''],
      ['L3', 'RED', 1, '1', TODAY, 'GB', ''],
      ['L3', 'RED', 0, '1', TODAY, 'GB', ''],
    ],
    HEADER,
  )
  const { look } = await on.check(file)
  expect(look).toEqual({
    dates: [
      {
        field: 'orderDate',
        column: 'orderDate',
        text: 'With the day first, as nothing says otherwise: 03/04/2024 (line 2) could have its month first. If it does, choose the format of Order date in a mapping.',
        isAssumed: true,
      },
    ],
    rows: [
      {
        line: 2,
        is: 'taken',
        reason: '',
        fields: {
          orderNumber: 'L1',
          lineNumber: '1',
          SKU: 'ODD-1',
          quantity: '2',
          unitValue: '1.50',
          orderDate: '2024-04-02T23:00:00.000Z',
          date: '2024-04-04',
          dispatchService: 'STANDARD',
          country: 'FR',
          email: 'a@b.fr',
        },
      },
      expect.objectContaining({ line: 3, is: 'taken' }),
      expect.objectContaining({ line: 4, is: 'taken' }),
      expect.objectContaining({ line: 5, is: 'refused', reason: ORDER_REFUSED }),
      { line: 6, is: 'refused', reason: 'Quantity is a whole number from 1 to 999,999', fields: {} },
    ],
    unknownSkus: [{ SKU: 'ODD-1', description: '', line: 2, rows: 2 }],
    pastOrders: { count: 1, first: [{ orderNumber: 'L1', line: 2, despatchDate: '2024-04-04' }] },
  })
})

test('a preview refuses unusable files', async () => {
  const file = 'orderNumber,SKU\nQ1,RED\n'
  const [checked, fed] = [await on.check(file), await on.feed(file)]
  expect(checked).toMatchObject({ status: 422, message: expect.stringContaining('The file lacks the column quantity') })
  expect(checked.message).toBe(fed.message)
})

test('a preview does not wait for locks on its orders', async () => {
  await on.feed(csv(THERE, HEADER))
  await on.portal.database.copying([on.me.client], async (connection) => {
    await connection.query(`select from orders where client_code = $1 for update`, [on.me.client])
    const checked = await on.check(csv([...THERE, row('T3', 'NEW-E')], HEADER))
    // An earlier test added two lines to T2, which this file lacks.
    expect(checked.summary).toMatchObject({ created: 1, unchanged: 3, refused: 1 })
  })
})

test('a preview ignores the same orders of another client', async () => {
  const other = await makeSession(on.portal.testDatabase)
  const checked = await on.check(csv(THERE, HEADER), { as: other })
  expect(checked.summary).toMatchObject({ created: 4, unchanged: 0, skusCreated: 2 })
})
