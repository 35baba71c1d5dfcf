import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FeedPortal, openFeedPortal } from '../testing/feed-portal.ts'
import { makeZip } from '../testing/zip.ts'

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
})
afterAll(() => on.portal.close())

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const workbook = async (rows: (string | number | Date | null)[][]) =>
  Buffer.from(
    await writeXlsx({
      sheets: [
        { name: 'Orders', rows },
        { name: 'Notes', rows: [['x']] },
      ],
    }),
  )
const orders = (sql: string) =>
  on.rows(`select ${sql} from orders o where client_code = $1 and order_number like 'XL-%' order by order_number`)

test.each([XLSX, 'application/octet-stream', 'text/csv'])(
  'orders are taken from the first sheet, sent as %s',
  async (type) => {
    const file = await workbook([
      ['Order Number', 'SKU', 'Quantity', 'unitValue', 'orderDate', 'customerAccount', 'postCode', null],
      ['XL-1', '00123', 2, 12.5, new Date('2026-07-01T14:05:00Z'), 14741, 'LS1 4AP', null],
      ['XL-1', 'MUG', 1, 0.1 + 0.2, null, null, null, null],
      [null, null, null, null, null, null, null, null],
      ['XL-2', 'MUG', 1, '£1,234.50', 46_204, null, null, null],
      ['Total', null, 4, null, null, null, null, null],
    ])
    const fed = await on.feed(file, { type })
    expect(fed).toMatchObject({ status: 200, refused: [] })
    expect(fed.summary).toMatchObject({ read: 4, leftOut: 1, leftOutByReason: { 'A row of totals': 1 } })
    expect(
      await orders(`order_number as n, ordered_at::text as at, customer_account as account, post_code as code,
      (select json_agg(json_build_array(sku_code, quantity, unit_value::float) order by line_number) from order_lines l
       where l.client_code = o.client_code and l.order_number = o.order_number) as lines`),
    ).toEqual([
      {
        n: 'XL-1',
        at: expect.stringMatching(/^2026-07-01 13:05:00/),
        account: '14741',
        code: 'LS1 4AP',
        lines: [
          ['00123', 2, 12.5],
          ['MUG', 1, 0.3],
        ],
      },
      { n: 'XL-2', at: expect.stringMatching(/^2026-06-30 23:00/), account: '', code: '', lines: [['MUG', 1, 1234.5]] },
    ])
  },
)

test('every feed accepts a workbook', async () => {
  const file = await workbook([
    ['SKU', 'stockOnHand', 'asOf'],
    ['MUG', 12, new Date('2026-03-03T08:00:00Z')],
  ])
  expect((await on.feedRows('stock', file, { type: XLSX })).summary).toMatchObject({ created: 1, refused: 0 })
})

test('an order number longer than spreadsheets store is refused', async () => {
  const fed = await on.feed(
    await workbook([
      ['orderNumber', 'SKU', 'quantity'],
      [15_509_990_020_087_124, 'MUG', 1],
    ]),
  )
  expect(fed.refused).toMatchObject([
    { line: 2, column: 'orderNumber', reason: expect.stringMatching(/cut this code short/) },
  ])
})

test.each<[string, Buffer, RegExp]>([
  [
    'an archive of something else',
    makeZip([{ name: 'orders.csv', data: 'orderNumber,SKU,quantity\n' }]),
    /no Excel workbook/,
  ],
  ['a workbook that is cut short', Buffer.from('504b03041400', 'hex'), /cut short/],
])('%s is refused in words', async (_what, body, words) => {
  const fed = await on.feed(body, { type: XLSX })
  expect([fed.status, fed.message]).toEqual([415, expect.stringMatching(words)])
})

test('a CSV file sent as a workbook is refused with advice', async () =>
  expect(await on.feed('orderNumber,SKU,quantity\n', { type: XLSX })).toMatchObject({
    status: 415,
    message: expect.stringMatching(/is not a workbook \(XLSX\)/),
  }))
