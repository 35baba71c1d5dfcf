import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkFacts, foldFacts, rebuildFacts } from '../../figures/deltas.ts'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'
import { stockFacts } from './stock-facts.ts'

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
})
afterAll(() => on.portal.close())

const agree = async () => expect(await checkFacts(on.portal.database, [stockFacts])).toEqual({ stock: 0 })
const balancesOf = (like: string) =>
  on.rows(`select sku_code, on_hand::float8 as on_hand, promised::int from stock_known
    where client_code = $1 and sku_code like '${like}' order by 1`)

/** All permutations. */
function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, place) => permutations(items.toSpliced(place, 1)).map((rest) => [item, ...rest]))
}

test('counts and despatches give the same stock in any order of arrival', async () => {
  // The third despatch is at the moment of the second count, which therefore includes it.
  const events = [
    { feed: 'stock', row: (sku: string) => [sku, 50, '2026-03-01 10:00'] },
    { feed: 'stock', row: (sku: string) => [sku, 45, '2026-03-03 10:00'] },
    ...(['2026-03-02 12:00', '2026-03-03 10:00', '2026-03-04 09:00'] as const).map((at, place) => ({
      feed: 'despatches' as const,
      row: (sku: string) => [`${sku}-${place}`, `T-${sku}-${place}`, 'DPD', at, sku, place + 2],
    })),
  ] as const
  const headers = {
    stock: 'SKU,stockOnHand,asOf',
    despatches: 'orderNumber,trackingNumber,carrier,despatchedAt,SKU,quantity',
  }
  const orders = permutations(events)
  const skus = orders.map((_, index) => `ARR-${String(index).padStart(3, '0')}`)
  await on.feed(csv(skus.flatMap((sku) => [2, 3, 4].map((pieces, place) => [`${sku}-${place}`, sku, pieces, 1]))))
  // Each SKU has its own permutation, and each step is one file per feed for all SKUs.
  for (const step of events.keys()) {
    for (const feed of ['despatches', 'stock'] as const) {
      const rows = orders.flatMap((order, index) => {
        const event = order[step]
        return event?.feed === feed ? [event.row(skus[index] ?? '')] : []
      })
      expect(await on.feedRows(feed, csv(rows, headers[feed]))).toMatchObject({ status: 200, refused: [] })
    }
    if (step % 2 === 1) await foldFacts(on.portal.database, [stockFacts])
  }
  const expected = skus.map((sku) => ({ sku_code: sku, on_hand: 41, promised: 0 }))
  expect(await balancesOf('ARR-%')).toEqual(expected)
  await agree()
  // The unexplained part of the second count is the same as well.
  for (const sku of ['ARR-000', 'ARR-059', 'ARR-119']) {
    const { body } = await on.portal.call(contract.stock.stockDetail, { body: { sku, type: 'SELLABLE' } }, on.me)
    expect(body.counts.map(({ unexplained }) => unexplained)).toEqual([0, null])
  }
  await rebuildFacts(on.portal.database, stockFacts)
  expect(await balancesOf('ARR-%')).toEqual(expected)
})

test.each([
  ['stockOnHand', '-1'],
  ['stockOnHand', '1.5'],
  ['stockOnHand', '1e3'],
  ['stockOnHand', '0x10'],
  ['stockOnHand', '1000000000'],
  ['stockOnHand', '9'.repeat(40)],
  ['stockOnHand', 'Infinity'],
  ['stockOnHand', '٣'],
  ['stockOnHand', '5-'],
  ['availableStock', '-1'],
  ['availableStock', '8'],
  ['quantity', '0'],
  ['quantity', '-0'],
  ['quantity', '1.5'],
  ['quantity', '1000000000'],
  ['quantity', '--5'],
  ['asOf', '0000-00-00'],
  ['asOf', '1066-10-14'],
  ['asOf', '9999-12-31'],
  ['asOf', '2026-02-30'],
])('a %s of %s is refused, and its row is not stored', async (column, cell) => {
  const kind = column === 'quantity' ? 'adjustment' : 'count'
  const row = {
    SKU: 'ABSURD',
    kind,
    stockOnHand: 7,
    availableStock: 7,
    quantity: 1,
    asOf: '2026-03-01',
    reason: 'x',
    [column]: cell,
  }
  const { summary, refused } = await on.feedRows('stock', csv([Object.values(row)], Object.keys(row).join()))
  expect([summary.refused, refused.map((one) => one.column)]).toEqual([1, [column]])
  expect(await balancesOf('ABSURD')).toEqual([])
  expect(await on.rows(`select 1 from skus where client_code = $1 and sku_code = 'ABSURD'`)).toEqual([])
})

test('sums of the largest allowed quantities are added, listed and opened', async () => {
  const most = 999_999_999
  const rows = [
    ['MOST', 'count', most, '', '2026-03-01 10:00', ''],
    ...['G-1', 'G-2', 'G-3'].map((reference) => ['MOST', 'goods-in', '', most, '2026-03-02 10:00', reference]),
    ['MOST', 'count', 0, '', '2026-03-03 10:00', ''],
    ...['G-4', 'G-5', 'G-6'].map((reference) => ['MOST', 'goods-in', '', most, '2026-03-04 10:00', reference]),
  ]
  const fed = await on.feedRows('stock', csv(rows, 'SKU,kind,stockOnHand,quantity,asOf,reference'))
  expect(fed).toMatchObject({ status: 200, refused: [] })
  expect(await balancesOf('MOST')).toEqual([{ sku_code: 'MOST', on_hand: 3 * most, promised: 0 }])
  await foldFacts(on.portal.database, [stockFacts])
  const { call } = on.portal
  const listed = await call(contract.stock.listStock, { body: { sku: 'MOST' } }, on.me)
  expect(listed.body.rows.map((row) => row.stock_on_hand)).toEqual([3 * most])
  const reported = await call(contract.stock.skuFileReport, { body: { search: 'MOST' } }, on.me)
  expect(reported.body.rows.map((row) => row.onHand)).toEqual([3 * most])
  const detail = await call(contract.stock.stockDetail, { body: { sku: 'MOST', type: 'SELLABLE' } }, on.me)
  expect(detail.body.counts.map(({ unexplained }) => unexplained)).toEqual([-4 * most, null])
  await agree()
})
