import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession } from '../../testing/factories.ts'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'

const { skuFileReport, skuFileReportTotals } = contract.stock
const { set } = contract['sku-data']
let on: FeedPortal
const codes = async (body: object) =>
  (await on.portal.call(skuFileReport, { body }, on.me)).body.rows.map(({ Code }) => Code)
const totals = async (body = {}) => (await on.portal.call(skuFileReportTotals, { body }, on.me)).body

beforeAll(async () => {
  on = await openFeedPortal()
  await on.feedRows(
    'skus',
    csv(
      [
        ['MUG', 'Blue mug', 'Mugs', '350 g', 12, 9, 10, ''],
        ['TABLE', 'A table', 'Tables', '', '', '', '', 'LEG x 4'],
        ['LEG', 'A leg', 'Tables', '', 70, 4, 4, ''],
        ['LAMP', 'A lamp', 'Lamps', '', '', '', '', ''],
      ],
      'SKU,Title,Category,Weight,Length,Width,Height,Boxes',
    ),
  )
  const today = new Date().toISOString().slice(0, 10)
  await on.feed(
    csv(
      [
        ['O-1', 'TABLE', 1, 9, today],
        ['O-2', 'TABLE', 2, 9, today],
        ['O-2', 'MUG', 1, 9, today],
        ['O-3', 'LAMP', 1, 9, today],
        ['O-4', 'LAMP', 1, 9, '2020-01-01'],
      ],
      'orderNumber,SKU,quantity,unitValue,orderDate',
    ),
  )
  await on.feedRows(
    'stock',
    csv(
      [
        ['MUG', 7],
        ['LAMP', 0],
      ],
      'SKU,stockOnHand',
    ),
  )
  await on.rows(
    `select count_sku_activity(client_code) from (
       select client_code, set_config('app.clients', array[client_code]::text, false) from clients where client_code = $1 offset 0
     ) as one`,
  )
})
afterAll(() => on.portal.close())

test('SKUs are filtered by code, title, category, stock, movement and missing data', async () => {
  expect(await codes({})).toEqual(['LAMP', 'LEG', 'MUG', 'TABLE'])
  expect(await codes({ search: 'mug' })).toEqual(['MUG'])
  expect(await codes({ search: 'a l', sort: 'title', desc: true })).toEqual(['LEG', 'LAMP'])
  expect(await codes({ category: 'Tables' })).toEqual(['LEG', 'TABLE'])
  expect(await codes({ stock: 'in' })).toEqual(['MUG'])
  expect(await codes({ stock: 'out' })).toEqual(['LAMP'])
  expect(await codes({ stock: 'uncounted' })).toEqual(['LEG', 'TABLE'])
  expect(await codes({ movement: 'still' })).toEqual([])
  expect(await codes({ missing: 'size' })).toEqual(['LAMP'])
  expect(await codes({ missing: 'any', sort: 'orders', desc: true })).toEqual(['LEG', 'LAMP'])
  expect(await codes({ limit: 2, page: 2 })).toEqual(['MUG', 'TABLE'])
})

test.each([
  ['code', ['LAMP', 'LEG', 'MUG', 'TABLE'], ['TABLE', 'MUG', 'LEG', 'LAMP']],
  ['title', ['LAMP', 'LEG', 'TABLE', 'MUG'], ['MUG', 'TABLE', 'LEG', 'LAMP']],
  ['orders', ['LAMP', 'MUG', 'LEG', 'TABLE'], ['TABLE', 'LEG', 'MUG', 'LAMP']],
  ['onHand', ['LAMP', 'MUG', 'LEG', 'TABLE'], ['MUG', 'LAMP', 'TABLE', 'LEG']],
  ['weight', ['MUG', 'LAMP', 'LEG', 'TABLE'], ['MUG', 'TABLE', 'LEG', 'LAMP']],
] as const)('SKUs are in the order of their %s, whole and page by page', async (sort, up, down) => {
  for (const [desc, order] of [
    [false, up],
    [true, down],
  ] as const) {
    const [whole, ...pages] = await Promise.all([
      codes({ sort, desc }),
      codes({ sort, desc, limit: 3 }),
      codes({ sort, desc, limit: 3, page: 2 }),
    ])
    expect(whole).toEqual(order)
    expect(pages).toEqual([order.slice(0, 3), order.slice(3)])
  }
})

test('the totals count guessed allocations, including products’ boxes', async () => {
  expect(await totals()).toEqual({
    total: 4,
    withoutWeight: 2,
    withoutSize: 1,
    guesses: 3,
    categories: ['Lamps', 'Mugs', 'Tables'],
    countedAt: expect.any(String) as string,
  })
  expect(await totals({ category: 'Mugs' })).toMatchObject({ total: 1, withoutWeight: 0, guesses: 0 })
})

test('a row shows weight and size in kg and cm', async () => {
  const { rows } = (await on.portal.call(skuFileReport, { body: { search: 'MUG' } }, on.me)).body
  expect(rows).toEqual([
    {
      Code: 'MUG',
      Item_Description: 'Blue mug',
      categories: ['Mugs'],
      weight: 0.35,
      length: 12,
      width: 10,
      height: 9,
      volume: 0.00108,
      boxes: [],
      unitValue: '0.00',
      isSerialNumbered: false,
      isUnknownSku: false,
      missing: [],
      onHand: 7,
      available: 7,
      orders: 1,
      lastOrderedAt: expect.any(String) as string,
    },
  ])
})

test('an open order lacks weight and size until they are entered', async () => {
  const change = (body: object) => on.portal.call(set, { body: { SKU: 'lamp', ...body } }, on.me)
  const lacks = async () =>
    (await on.rows(`select lacks & 96 as lacks from orders where client_code = $1 and order_number = 'O-3'`))[0]?.[
      'lacks'
    ]
  expect(await lacks()).toBe(96)
  expect((await change({ weight: 1.5, size: { length: 20, width: 40, height: 20 } })).status).toBe(200)
  expect(await lacks()).toBe(0)
  expect(await change({ weight: 1500 })).toMatchObject({ status: 400, body: { fields: [{ path: 'weight' }] } })
  expect((await change({ weight: null })).status).toBe(200)
  expect(await lacks()).toBe(32)
  expect(await codes({ missing: 'weight' })).toEqual(['LAMP', 'LEG'])
  expect((await change({ SKU: 'NONE', weight: 1 })).status).toBe(404)
  const [audited] = await on.rows(
    `select object, after from audit where client_code = $1 and act = 'sku.data-set' order by audit_id limit 1`,
  )
  expect(audited).toEqual({ object: 'SKU LAMP', after: { Weight: '1.5 kg', Size: '40 × 20 × 20 cm' } })
})

test('another client sees none of them', async () => {
  const other = await makeSession(on.portal.testDatabase)
  expect((await on.portal.call(skuFileReport, { body: {} }, other)).body.rows).toEqual([])
  expect((await on.portal.call(skuFileReportTotals, { body: {} }, other)).body).toMatchObject({ total: 0, guesses: 0 })
  expect((await on.portal.call(set, { body: { SKU: 'MUG', weight: 1 } }, other)).status).toBe(404)
})
