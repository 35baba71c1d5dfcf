import { contract } from '@despatch/contract/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkFacts, foldFacts, rebuildFacts } from '../../figures/deltas.ts'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'
import { makeSession } from '../../testing/factories.ts'
import { stockFacts } from './stock-facts.ts'

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
})
afterAll(() => on.portal.close())

const figures = async (sku: string, code = 'SELLABLE') =>
  (
    await on.rows(
      `select on_hand::int, promised::int from stock_known where client_code = $1 and sku_code = '${sku}' and code = '${code}'`,
    )
  )[0]
/** A busy server is retried with the same file; any other refusal fails the test. */
const fed = async (body: string) => {
  for (;;) {
    const answer = await on.feedRows('stock', body)
    if (answer.status === 503) continue
    expect(answer).toMatchObject({ status: 200 })
    return answer
  }
}
const counted = (...rows: (string | number)[][]) => fed(csv(rows, 'SKU,stockOnHand,asOf,type'))
const moved = (...rows: (string | number)[][]) => fed(csv(rows, 'SKU,kind,quantity,asOf,reference,reason,type'))
const agree = async () => expect(await checkFacts(on.portal.database, [stockFacts])).toEqual({ stock: 0 })

test('stock on hand is the same for any order of counts and movements', async () => {
  const events = [
    (sku: string) => counted([sku, 50, '2026-03-01 10:00', '']),
    (sku: string) => counted([sku, 44, '2026-03-03 10:00', 'Sellable']),
    (sku: string) => moved([sku, 'goods-in', 20, '2026-03-02 09:00', 'GRN-1', '', '']),
    (sku: string) => moved([sku, 'adjustment', -3, '2026-03-04 09:00', '', 'Broken', '']),
    (sku: string) => moved([sku, 'adjustment', 5, '2026-03-03 10:00', 'A-2', 'Found at the count', '']),
  ]
  const orders = fc.sample(fc.shuffledSubarray(events, { minLength: 5, maxLength: 5 }), { numRuns: 6, seed: 3 })
  for (const [place, order] of orders.entries()) {
    for (const [step, event] of order.entries()) {
      await event(`P${place}`)
      if ((place + step) % 3 === 0) await foldFacts(on.portal.database, [stockFacts])
    }
    // A movement at the moment of the count is included in it.
    expect({ place, ...(await figures(`P${place}`)) }).toMatchObject({ on_hand: 41, promised: 0 })
    expect((await moved(['P0', 'goods-in', 20, '2026-03-02 09:00', 'GRN-1', '', ''])).summary).toMatchObject({
      created: 0,
      unchanged: 1,
    })
  }
  await agree()
})

test('allocation codes are separate, and an unknown type counts as sellable with a note', async () => {
  const fed = await counted(['CODES', 9, '2026-03-01', 'quarantine'], ['CODES', 4, '2026-03-01', 'Finished goods'])
  expect(fed.summary).toMatchObject({
    created: 2,
    noted: { 'Types that are no allocation code, counted as sellable': 1 },
  })
  expect([await figures('CODES', 'QUARANTINE'), await figures('CODES')]).toEqual([
    { on_hand: 9, promised: 0 },
    { on_hand: 4, promised: 0 },
  ])
  const codes = await on.portal.call(contract.stock.allocationCodes, {}, on.me)
  expect(codes.body).toContainEqual({ code: 'QUARANTINE', title: 'Quarantine', mayBePromised: false, isOwn: false })
})

test('invalid movements are refused by line and column', async () => {
  const { refused } = await moved(
    ['BAD', 'goods-in', 0, '2026-03-01', '', '', ''],
    ['BAD', 'goods-in', -2, '2026-03-01', '', '', ''],
    ['BAD', 'adjustment', -2, '2026-03-01', '', '', ''],
    ['BAD', 'goods-in', 2, '', '', '', ''],
    ['BAD', 'lost', 2, '2026-03-01', '', '', ''],
    ['BAD', 'count', '', '2026-03-01', '', '', ''],
  )
  expect(refused.map(({ line, column }) => [line, column])).toEqual([
    [2, 'quantity'],
    [3, 'quantity'],
    [4, 'reason'],
    [5, 'asOf'],
    [6, 'kind'],
    [7, 'stockOnHand'],
  ])
})

test('unsent pieces are promised, parcels leave, and short orders wait for closing', async () => {
  await counted(['RED', 100, '2026-03-01', ''])
  await on.feed(
    csv([
      ['O-1', 'RED', 6, 1],
      ['O-1', 'BLUE', 1, 1],
      ['O-2', 'RED', 4, 1],
    ]),
  )
  expect(await figures('RED')).toEqual({ on_hand: 100, promised: 10 })
  const despatches = (...rows: (string | number)[][]) =>
    on.feedRows('despatches', csv(rows, 'orderNumber,trackingNumber,carrier,despatchedAt,SKU,quantity'))
  await despatches(['O-1', 'T-1', 'DPD', '2026-03-02 12:00', 'RED', 2])
  expect(await figures('RED')).toEqual({ on_hand: 98, promised: 8 })
  await despatches(['O-1', 'T-2', 'DPD', '2026-03-02', 'RED', 1], ['O-1', 'T-2', 'DPD', '2026-03-02', 'BLUE', 1])
  expect(await figures('RED')).toEqual({ on_hand: 97, promised: 7 })
  // A day without a time counts from when it was reported.
  expect(
    await on.rows(
      `select reference, is_uncertain from stock_movements where client_code = $1 and sku_code = 'RED' order by 1`,
    ),
  ).toEqual([
    { reference: 'T1', is_uncertain: false },
    { reference: 'T2', is_uncertain: true },
  ])
  await agree()
  const closed = await on.portal.call(contract.orders.closeShort, { body: { orderNumber: 'O-1', note: '' } }, on.me)
  expect(closed.status).toBe(200)
  expect(await figures('RED')).toEqual({ on_hand: 97, promised: 4 })
  await on.portal.call(contract.orders.reopen, { body: { orderNumber: 'O-1' } }, on.me)
  expect(await figures('RED')).toEqual({ on_hand: 97, promised: 7 })
  await foldFacts(on.portal.database, [stockFacts])
  expect(await figures('RED')).toEqual({ on_hand: 97, promised: 7 })
  await agree()
})

test('picked goods leave once, however the setting changes before the despatch', async () => {
  const operator = await makeSession(on.portal.testDatabase, { clients: [], type: 'Internal Administrator' })
  const pickedHasLeft = async (is: boolean) => {
    const body = { client: on.me.client, settings: { pickedHasLeft: is } }
    expect((await on.portal.call(contract.clients.setSettings, { body }, operator)).status).toBe(200)
  }
  const despatches = (...rows: string[][]) =>
    on.feedRows('despatches', csv(rows, 'orderNumber,Status,trackingNumber,carrier,despatchedAt,SKU,quantity'))
  const reportContents = (order: string, sku: string) =>
    despatches([order, '', `T-${order}`, 'DPD', '2026-03-02 12:00', sku, '2'])
  for (const [order, sku, first] of [
    ['SET-OFF', 'CUP', true],
    ['SET-ON', 'JUG', false],
  ] as const) {
    await pickedHasLeft(first)
    await counted([sku, 10, '2026-03-01', ''])
    await on.feed(csv([[order, sku, 2, 1]]))
    await despatches([order, 'Picking', '', '', '', '', ''])
    await pickedHasLeft(!first)
    expect(await figures(sku)).toEqual(first ? { on_hand: 10, promised: 2 } : { on_hand: 8, promised: 0 })
    await agree()
    await reportContents(order, sku)
    expect(await figures(sku)).toEqual({ on_hand: 8, promised: 0 })
    await agree()
  }
  await pickedHasLeft(false)
})

test('a rebuild from the records is equal, and corrects wrong balances', async () => {
  const { database } = on.portal
  await on.rows(
    `update stock_balances set on_hand = on_hand + 1, promised = promised + 2 where client_code = $1 and sku_code = 'RED'`,
  )
  await on.rows(`update sku_stock set on_hand = on_hand + 5 where client_code = $1 and sku_code = 'RED'`)
  // The balance, and the total of its SKU.
  expect((await checkFacts(database, [stockFacts]))['stock']).toBe(2)
  await rebuildFacts(database, stockFacts)
  expect(await figures('RED')).toEqual({ on_hand: 97, promised: 7 })
  await agree()
})
