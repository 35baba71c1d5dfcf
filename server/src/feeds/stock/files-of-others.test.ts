import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
})
afterAll(() => on.portal.close())

const fed = (lines: readonly string[]) => on.feedRows('stock', `${lines.join('\r\n')}\r\n`)
const counted = async (sku: string) =>
  (
    await on.rows(
      `select on_hand::int as stock, warehouse_available as available from stock_balances where client_code = $1 and sku_code = '${sku}'`,
    )
  )[0]

test.each([
  [
    'Shopify',
    [
      'Handle,Title,SKU,Location,Committed (not editable),Available (not editable),On hand (current)',
      'mug,Red mug,SHOP-1,Leeds,2,10,12',
    ],
    'SHOP-1',
    { stock: 12, available: 10 },
  ],
  [
    'Linnworks',
    ['ItemNumber,ItemTitle,Location,StockLevel,Available,InOrders,MinimumLevel', 'LINN-1,Red mug,Default,12,10,2,0'],
    'LINN-1',
    { stock: 12, available: 10 },
  ],
  [
    'NetSuite',
    [
      '"Name","Display Name","Location","On Hand","Available","Back Ordered"',
      '"NET-1","Red mug","Leeds","12.0","10.0",""',
    ],
    undefined,
    undefined,
  ],
  [
    'SAP in German',
    ['Material;Werk;Lagerort;Materialkurztext;Frei verwendbar;Basismengeneinheit', 'SAP-1;1000;0001;Becher, rot;12;ST'],
    'SAP-1',
    { stock: 12, available: 12 },
  ],
  [
    'a warehouse in Poland',
    ['Indeks;Nazwa;Stan;Dostępne', 'POL-1;Kubek czerwony;12;10'],
    'POL-1',
    { stock: 12, available: 10 },
  ],
  [
    'a warehouse in France',
    ['Code article;Désignation;Stock physique;Disponible', 'FRA-1;Tasse rouge;12,0;10'],
    'FRA-1',
    { stock: 12, available: 10 },
  ],
  [
    'Amazon',
    [
      'sku\tfnsku\tasin\tproduct-name\tafn-warehouse-quantity\tafn-fulfillable-quantity',
      'AMA-1\tX0\tB0\tRed mug\t12\t10',
    ],
    'AMA-1',
    { stock: 12, available: 10 },
  ],
] as const)('the stock export of %s is read by its own headings', async (_name, lines, sku, level) => {
  const { status, message, refused } = await fed(lines)
  if (sku === undefined)
    return expect([status, message]).toEqual([422, expect.stringContaining('lacks the column SKU')])
  expect(refused).toEqual([])
  expect(await counted(sku)).toEqual(level)
})

describe('a file of another system or a spreadsheet is refused with advice', () => {
  test.each([
    [
      'titles above its headings',
      ['Stock report;;', 'Printed on 1 March;;', 'SKU;Bestand;', 'RED;1;'],
      'The headings of this file are in line 3. Delete the lines above and try again.',
    ],
    [
      'a line for Excel above its headings',
      ['sep=;', 'SKU;Bestand', 'RED;1'],
      'The headings of this file are in line 2. Delete the lines above and try again.',
    ],
    [
      'only what is available',
      ['seller-sku,Quantity Available', 'RED,1'],
      'The file lacks the column stockOnHand. It has seller-sku, Quantity Available. Rename its columns, or use a mapping.',
    ],
  ])('%s', async (_name, lines, words) => expect(await fed(lines)).toMatchObject({ status: 422, message: words }))
})

test('rows of totals create no SKU, and blank rows are ignored', async () => {
  const { summary, refused } = await fed(['\uFEFFSKU;Bestand', 'TOTALLED;12', 'Summe:;12', ';', ''])
  expect(summary).toMatchObject({ created: 1, refused: 1 })
  expect(refused).toMatchObject([
    { line: 3, column: 'SKU', reason: 'This is a row of totals. Remove it', value: 'Summe:' },
  ])
})

test('figures that may be thousands are refused, not read as a thousandth', async () => {
  const { refused } = await fed(['SKU;Bestand', 'THOUSANDS;12.000', 'THOUSANDS;1.234', 'THOUSANDS;-3'])
  expect(refused.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('Write it without points and commas'),
    expect.stringContaining('Write it without points and commas'),
    expect.stringContaining('below 0'),
  ])
  expect(await counted('THOUSANDS')).toBeUndefined()
})

test('of two counts at one moment the later row applies, with a note', async () => {
  const rows = ['SKU,stockOnHand,asOf', 'TWICE,12,2026-03-01 10:00', 'TWICE,5,2026-03-01 10:00']
  const { summary } = await fed(rows)
  expect(Object.entries(summary.noted)).toContainEqual([
    expect.stringContaining('add up a SKU stored in several places'),
    1,
  ])
  expect(await counted('TWICE')).toMatchObject({ stock: 5 })
  await fed(['SKU,stockOnHand,asOf', 'TWICE,7,2026-03-01 10:00'])
  expect(await counted('TWICE')).toMatchObject({ stock: 7 })
})

test('a count from last year is saved and changes no newer count', async () => {
  await fed(['SKU,stockOnHand,asOf', 'OLD,12,2026-03-01 10:00'])
  const { summary } = await fed(['SKU,stockOnHand,asOf', 'OLD,99,2025-03-01 10:00'])
  expect(summary).toMatchObject({ changed: 0, refused: 0, noted: { 'Older than the latest count': 1 } })
  expect(await counted('OLD')).toMatchObject({ stock: 12 })
  expect(
    await on.rows(`select pieces from stock_counts where client_code = $1 and sku_code = 'OLD' order by counted_at`),
  ).toEqual([{ pieces: 99 }, { pieces: 12 }])
})
