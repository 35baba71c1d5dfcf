import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession } from '../../testing/factories.ts'
import { csv, type FeedPortal, openFeedPortal, smallChunks } from '../../testing/feed-portal.ts'

smallChunks()
let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
})
afterAll(() => on.portal.close())

const HEADER = 'SKU,Title,Category,Weight (g),Length (mm),Width (mm),Height (mm),Boxes,Unit value,Serial-numbered'
const feed = (rows: (string | number)[][], header = HEADER) => on.feedRows('skus', csv(rows, header))
const sku = async (code: string) =>
  (
    await on.rows(
      `select description, categories, weight, length, width, height, volume, unit_value, is_serial_numbered, is_unknown
       from skus where client_code = $1 and sku_code = '${code}'`,
    )
  )[0]

test('SKUs are added and changed; an empty cell changes nothing, nor does the same file again', async () => {
  const rows = [
    ['MUG', 'A mug', 'Mugs; Kitchen', 350, 90, 120, 100, '', '4.5', 'no'],
    ['CAMERA', 'A camera', '', '1.2 lb', '', '', '', '', '', 'yes'],
  ]
  expect((await feed(rows)).summary).toMatchObject({ read: 2, created: 2, changed: 0, refused: 0, noted: {} })
  expect(await sku('MUG')).toEqual({
    description: 'A mug',
    categories: ['Kitchen', 'Mugs'],
    weight: 350,
    length: 120,
    width: 100,
    height: 90,
    volume: 1080,
    unit_value: '4.5000',
    is_serial_numbered: false,
    is_unknown: false,
  })
  expect(await sku('CAMERA')).toMatchObject({ weight: 544, length: null, is_serial_numbered: true })
  expect((await feed(rows)).summary).toMatchObject({ created: 0, changed: 0, unchanged: 2 })
  const again = await feed([['mug', '', '', 360, '', '', '', '', '', '']])
  expect(again.summary).toMatchObject({ changed: 1 })
  expect(again).toMatchObject({ changes: [{ line: 2, SKU: 'MUG', field: 'Weight', from: '0.35 kg', to: '0.36 kg' }] })
  expect(await sku('MUG')).toMatchObject({ description: 'A mug', weight: 360, volume: 1080 })
})

test('unit values may have only the client’s currency sign', async () => {
  const header = 'SKU,Unit value'
  const { summary, refused } = await feed(
    [
      ['POUND', '£1250.50'],
      ['EURO', '€4.50'],
    ],
    header,
  )
  expect(summary).toMatchObject({ created: 1, refused: 1 })
  expect(await sku('POUND')).toMatchObject({ unit_value: '1250.5000' })
  expect(refused).toMatchObject([{ line: 3, reason: expect.stringContaining('Use GBP') }])
})

test('an export of SKU File Report is accepted without notes on calculated columns', async () => {
  const header =
    'SKU,Title,Missing,Orders in 4 weeks,Weight (kg),Length (cm),Width (cm),Height (cm),On hand,Available,Category,Boxes,Unit value,Serial-numbered,Volume (m³),Last ordered'
  const row = [
    'LAMP',
    'A lamp',
    'No weight',
    9,
    0.25,
    10,
    8,
    8,
    35,
    35,
    'Lamps',
    '',
    '9.50',
    'No',
    0.0001,
    '2026-11-12',
  ]
  expect((await feed([row], header)).summary).toMatchObject({ created: 1, refused: 0, noted: {} })
  expect((await feed([row], `${header},Wieght`)).summary.noted).toEqual({ 'Ignored column: Wieght': 1 })
})

test('codes damaged by a spreadsheet are refused and named, also within a file', async () => {
  await feed(
    [
      ['00123', 'Zeros'],
      ['1E5', 'Letters'],
      ["'-ABC", 'Minus'],
    ],
    'SKU,title',
  )
  const fed = await feed(
    [
      ['123', 'x'],
      ['1.00E+05', 'x'],
      ['5.01235E+12', 'x'],
      ['-ABC', 'Known by both'],
      ["'00123", 'As the export writes it'],
      ['0007', 'New'],
      ['7', 'x'],
      ['124', 'A code of its own'],
    ],
    'SKU,title',
  )
  expect(fed.refused.map(({ line, column, value }) => [line, column, value])).toEqual([
    [2, 'SKU', '123: there is 00123'],
    [3, 'SKU', '1.00E+05: there is 1E5'],
    [4, 'SKU', '5.01235E+12'],
    [8, 'SKU', '7: there is 0007'],
  ])
  expect(fed.summary).toMatchObject({ created: 2, changed: 2, refused: 4 })
  expect(await sku('-ABC')).toMatchObject({ description: 'Known by both' })
  expect(await sku('00123')).toMatchObject({ description: 'As the export writes it' })
})

test('impossible figures are refused by line and column; a mapping may set units', async () => {
  const fed = await feed([
    ['BAD', '', '', -1, '', '', '', '', '', ''],
    ['BAD', '', '', 0, '', '', '', '', '', ''],
    ['BAD', '', '', '3000 kg', '', '', '', '', '', ''],
    ['BAD', '', '', '5 cm', '', '', '', '', '', ''],
    ['BAD', '', '', '', 100, 100, '', '', '', ''],
    ['BAD', '', '', '350 kg', 120, 100, 90, '', '', ''],
    ['BAD', '', '', 0.4, 120, 100, 90, '', '', ''],
    ['BAD', '', '', '', '', '', '', 'LID x 99', '', ''],
    ['BAD', '', '', '', '', '', '', 'BAD', '', ''],
    ['BAD', '', '', '', '', '', '', '', '€3', ''],
    ['BAD', '', '', '', '', '', '', '', '', 'perhaps'],
    ['', 'x', '', '', '', '', '', '', '', ''],
  ])
  expect(fed.refused.map(({ column }) => column)).toEqual([
    ...Array.from({ length: 4 }, () => 'Weight (g)'),
    'Height (mm)',
    'Weight (g)',
    'Weight (g)',
    'Boxes',
    'Boxes',
    'Unit value',
    'Serial-numbered',
    'SKU',
  ])
  expect(fed.summary).toMatchObject({ refused: 12, created: 0 })
  const units = { weight: 'oz', length: 'in', width: 'in', height: 'in' } as const
  await on.saveMapping(
    'inches',
    { columns: { SKU: 'Item', weight: 'W', length: 'L', width: 'B', height: 'H' }, units },
    'skus',
  )
  await on.feedRows('skus', 'Item,W,L,B,H\nINCH,10,4,2,1\n', { mapping: 'inches' })
  expect(await sku('INCH')).toMatchObject({ weight: 283, length: 102, width: 51, height: 25 })
})

test('a preview shows the changes and writes nothing', async () => {
  const file = csv(
    [
      ['NEVER', 'x', 100],
      ['MUG', 'Another mug', ''],
    ],
    'SKU,title,weight (g)',
  )
  const answer = await fetch(`${on.portal.url}/api/feeds/skus?preview=true`, {
    method: 'POST',
    headers: { access_token: on.me.token, client: on.me.client, 'content-type': 'text/csv' },
    body: file,
  })
  expect(await answer.json()).toMatchObject({
    summary: { created: 1, changed: 1 },
    changes: [
      { SKU: 'NEVER', field: 'Title', to: 'x' },
      { SKU: 'NEVER', field: 'Weight', from: 'not known', to: '0.1 kg' },
      { SKU: 'MUG', field: 'Title', from: 'A mug', to: 'Another mug' },
    ],
  })
  expect(await sku('NEVER')).toBeUndefined()
})

test('new weights and sizes update open orders, also through products’ boxes', async () => {
  await on.feed(
    csv([
      ['W-1', 'TABLE', 1, 9],
      ['W-2', 'TOP', 1, 9],
    ]),
  )
  const lacks = async () =>
    (
      await on.rows(
        `select lacks & 96 as lacks from orders where client_code = $1 and order_number like 'W-%' order by 1`,
      )
    ).map((row) => row['lacks'])
  expect(await lacks()).toEqual([96, 96])
  await feed([['TABLE', 'A table', '', '', '', '', '', 'TOP; LEG x 4', '', '']])
  expect(await lacks()).toEqual([96, 96])
  await feed([['TOP', 'Top', '', 9000, 900, 900, 40, '', '', '']])
  expect(await lacks()).toEqual([0, 96])
  await feed([['LEG', 'Leg', '', 900, 700, 40, 40, '', '', '']])
  expect(await lacks()).toEqual([0, 0])
  expect(await sku('LEG')).toMatchObject({ is_unknown: false })
})

test('SKUs are separate by client and need the feed’s permission', async () => {
  const other = await makeSession(on.portal.testDatabase)
  expect((await on.feedRows('skus', 'SKU\n123\n', { as: other })).summary.created).toBe(1)
  const as = await makeSession(on.portal.testDatabase, {
    client: on.me.client,
    holds: (leaf, right) => leaf !== 'feeds.skuDataFeed' || right !== 'Edit',
  })
  expect((await on.feedRows('skus', 'SKU\nA\n', { as })).status).toBe(403)
  expect(contract.feeds.skus.permission).toEqual({ edits: ['feeds.skuDataFeed'] })
})
