import type { Feed } from '@despatch/domain/feeds/feed-fields'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csv, type FeedPortal, openFeedPortal, smallChunks } from '../../testing/feed-portal.ts'

smallChunks()
let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
  await on.feed(csv([['O-1', 'MUG', 2, 5]]))
})
afterAll(() => on.portal.close())

type RowFeed = Exclude<Feed, 'orders' | 'skus'>

const FILES: readonly (readonly [RowFeed, string])[] = [
  [
    'stock',
    csv(
      [
        ['MUG', 10, '2026-03-01 10:00'],
        ['NEW', 1, ''],
        ['MUG', -1, ''],
      ],
      'SKU,stockOnHand,asOf',
    ),
  ],
  [
    'despatches',
    csv(
      [
        ['O-1', 'T-1', 'Pigeon'],
        ['O-9', 'T-9', 'Pigeon'],
        ['', 'T-2', 'Pigeon'],
      ],
      'orderNumber,trackingNumber,carrier',
    ),
  ],
  [
    'delivery-events',
    csv(
      [
        ['T-1', 'Pigeon', 'COO', '2026-03-03 10:00'],
        ['T-1', 'Pigeon', 'COO', ''],
      ],
      'trackingNumber,carrier,code,occurredAt',
    ),
  ],
  [
    'returns',
    csv(
      [
        ['R-1', 'O-1', 'MUG', 1, 'Received'],
        ['R-2', 'O-1', 'MUG', 0, 'Received'],
      ],
      'returnReference,orderNumber,SKU,quantity,event',
    ),
  ],
]

/** Everything that feeds write, as text. */
const readAllData = async () => {
  const tables = [
    'skus',
    'stock_balances',
    'stock_movements',
    'orders',
    'parcels',
    'delivery_events',
    'return_lines',
    'feed_runs',
    'audit',
  ]
  const counted = await Promise.all(
    tables.map((table) =>
      on.rows(
        `select '${table}' as name, md5(coalesce(string_agg(t::text, '' order by t::text), '')) as rows from ${table} t where client_code = $1`,
      ),
    ),
  )
  return counted.flat()
}

test.each(FILES)('a preview of %s reports what feeding does, and saves nothing', async (feed, file) => {
  const before = await readAllData()
  const checked = await on.feedRows(feed, file, { isPreview: true })
  expect(checked.status).toBe(200)
  expect(await readAllData()).toEqual(before)
  const fed = await on.feedRows(feed, file)
  expect(fed.summary).toEqual(checked.summary)
  expect(fed.refused).toEqual(checked.refused)
  expect(fed.summary.created + fed.summary.changed).toBeGreaterThan(0)
  expect(await readAllData()).not.toEqual(before)
})

test('a preview shows how the first rows and their dates are read', async () => {
  const file = csv(
    [
      ['CUP', 3, '01/02/2026 10:00'],
      ['CUP', 'many', '13/02/2026'],
    ],
    'SKU,stockOnHand,asOf',
  )
  const { look } = await on.feedRows('stock', file, { isPreview: true })
  expect(look).toEqual({
    dates: [expect.objectContaining({ field: 'asOf', column: 'asOf', isAssumed: false })],
    rows: [
      {
        line: 2,
        is: 'taken',
        reason: '',
        fields: expect.objectContaining({ SKU: 'CUP', stockOnHand: '3', asOf: '2026-02-01T10:00:00.000Z' }),
      },
      { line: 3, is: 'refused', reason: 'Stock on hand is a whole number from 0 to 999,999,999', fields: {} },
    ],
  })
})

test('a preview of a long file says that its parts are checked separately', async () => {
  const rows = Array.from({ length: 2_500 }, (_, row) => [`S-${row % 1_000}`, 1, '2026-03-01'])
  const { summary } = await on.feedRows('stock', csv(rows, 'SKU,stockOnHand,asOf'), { isPreview: true })
  expect(summary.noted).toMatchObject({
    'The file was checked in parts. A row that repeats one in another part counts as new': 3,
  })
})
