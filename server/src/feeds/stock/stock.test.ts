import { feeds } from '@despatch/contract/feeds/feeds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession } from '../../testing/factories.ts'
import { csv, type FeedPortal, openFeedPortal, smallChunks } from '../../testing/feed-portal.ts'

smallChunks()
let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
})
afterAll(() => on.portal.close())

const feed = (rows: (string | number)[][], header = 'SKU,stockOnHand,availableStock,asOf,description') =>
  on.feedRows('stock', csv(rows, header))
const level = async (sku: string) =>
  (
    await on.rows(
      `select on_hand::int as stock_on_hand, warehouse_available as available_stock, counted_at as as_of, description, is_unknown
       from stock_balances join skus using (client_code, sku_code) where client_code = $1 and sku_code = '${sku}'`,
    )
  )[0]

test('counts are saved and unknown SKUs added; the same file again changes nothing', async () => {
  const rows = [
    ['RED', 10, 8, '2026-03-01 10:00', 'A red one'],
    ['BLUE', 0, '', '2026-03-01 10:00', ''],
  ]
  expect((await feed(rows)).summary).toMatchObject({
    read: 2,
    created: 2,
    changed: 0,
    unchanged: 0,
    noted: { 'Unknown SKUs added': 2 },
  })
  expect(await level('RED')).toEqual({
    stock_on_hand: 10,
    available_stock: 8,
    as_of: new Date('2026-03-01T10:00:00Z'),
    description: 'A red one',
    is_unknown: true,
  })
  expect((await feed(rows)).summary).toMatchObject({ created: 0, changed: 0, unchanged: 2, noted: {} })
})

test('the newest count applies in any order of arrival', async () => {
  const at = (hour: string, count: number) => ['GREEN', count, '', `2026-03-01 ${hour}:00`, '']
  expect((await feed([at('11', 7), at('09', 3), at('12', 6), at('12', 5), at('13', 5)])).summary).toMatchObject({
    created: 1,
    changed: 2,
    unchanged: 2,
    noted: { 'Older than the latest count': 1 },
  })
  expect(await level('GREEN')).toMatchObject({ stock_on_hand: 5, as_of: new Date('2026-03-01T13:00:00Z') })
  expect((await feed([at('12', 99)])).summary).toMatchObject({
    unchanged: 1,
    noted: { 'Older than the latest count': 1 },
  })
  expect(await level('GREEN')).toMatchObject({ stock_on_hand: 5 })
})

test('a count without a time is dated now', async () => {
  await feed([['NOW', 1, '', '', '']])
  expect((await feed([['NOW', 2, '', '', '']])).summary).toMatchObject({ changed: 1 })
  expect((await feed([['NOW', 2, '', '', '']])).summary).toMatchObject({ changed: 0, unchanged: 1 })
  expect((await feed([['NOW', 3, '', '2026-03-01', '']])).summary.noted).toEqual({ 'Older than the latest count': 1 })
})

test('an unread column is noted, because it may be misspelt', async () => {
  const fed = await on.feedRows('stock', csv([['SPELT', 1, '2020-01-01']], 'SKU,stockOnHand,as off'))
  expect(fed.summary).toMatchObject({ created: 1, noted: { 'Ignored column: as off': 1 } })
})

test('impossible counts are refused by line and column', async () => {
  const fed = await feed([
    ['BAD', -1, '', '', ''],
    ['BAD', 1, 2, '', ''],
    ['BAD', 1, 1, '2099-01-01', ''],
    ['', 1, 1, '', ''],
  ])
  expect(fed.refused.map(({ line, column }) => [line, column])).toEqual([
    [2, 'stockOnHand'],
    [3, 'availableStock'],
    [4, 'asOf'],
    [5, 'SKU'],
  ])
  expect(await level('BAD')).toBeUndefined()
})

test('two clients’ counts of the same SKU are separate', async () => {
  const other = await makeSession(on.portal.testDatabase)
  await feed([['BOTH', 1, '', '', '']])
  const file = csv([['BOTH', 5]], 'SKU,stockOnHand')
  expect((await on.feedRows('stock', file, { as: other })).summary.created).toBe(1)
  expect(await level('BOTH')).toMatchObject({ stock_on_hand: 1 })
})

test('a code damaged by a spreadsheet is refused and creates no SKU', async () => {
  await feed([['00123', 4, '', '2026-03-01', '']])
  const { summary, refused } = await feed([
    ['123', 9, '', '2026-03-02', ''],
    ['00124', 6, '', '2026-03-02', ''],
    ['1.00E+05', 9, '', '2026-03-02', ''],
  ])
  expect(summary).toMatchObject({ created: 1, refused: 2, noted: { 'Unknown SKUs added': 1 } })
  expect(refused.map(({ line, column, value }) => [line, column, value])).toEqual([
    [2, 'SKU', '123: there is 00123'],
    [4, 'SKU', '1.00E+05'],
  ])
  expect([await level('00123'), await level('123')]).toMatchObject([{ stock_on_hand: 4 }, undefined])
})

test('two large concurrent files of the same SKUs leave the newest counts', async () => {
  const file = (count: number, at: string) =>
    csv(
      Array.from({ length: 2_500 }, (_, sku) => [`S${(sku * 7919) % 2_500}`, count, at]),
      'SKU,stockOnHand,asOf',
    )
  await Promise.all([
    on.feedRows('stock', file(1, '2026-03-01')),
    on.feedRows('stock', file(3, '2026-03-03')),
    on.feedRows('stock', file(2, '2026-03-02')),
  ])
  const left = await on.rows(
    `select on_hand::int as stock_on_hand, count(*)::int as skus from stock_balances where client_code = $1 and sku_code ~ '^S[0-9]' group by 1`,
  )
  expect(left).toEqual([{ stock_on_hand: 3, skus: 2_500 }])
})

test('feeding stock needs Edit on the feed', async () => {
  const as = await makeSession(on.portal.testDatabase, {
    holds: (leaf, right) => leaf !== 'feeds.stockFeed' || right !== 'Edit',
  })
  expect(await on.feedRows('stock', csv([['A', 1]], 'SKU,stockOnHand'), { as })).toMatchObject({ status: 403 })
  expect(feeds.stock.permission).toEqual({ edits: ['feeds.stockFeed'] })
})
