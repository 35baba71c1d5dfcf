import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foldFacts } from '../../figures/deltas.ts'
import { type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'
import { openKits } from '../../testing/stock/kit-stock.ts'
import { stockFacts } from './stock-facts.ts'

const { stock, orders } = contract
let portal: FeedPortal
beforeAll(async () => {
  portal = await openFeedPortal()
})
afterAll(() => portal.portal.close())

describe('a kit', () => {
  test('has as much stock as its boxes make, from order to despatch', async () => {
    const on = await openKits(portal, { TOP: 0 })
    expect([await on.available('TABLE'), await on.figures('TABLE', 'TOP', 'LEG')]).toEqual([
      0,
      [
        [0, 0, 0, 0],
        [0, 0, 0, 0],
        [40, 0, 0, 40],
      ],
    ])
    await on.make('TWO', ['TABLE', 2])
    expect(await on.shortOrders()).toEqual(['TWO'])
    expect([await on.available('table'), await on.available('TABLE', 'TWO')]).toEqual([-2, 0])
    expect(await on.figures('TABLE', 'TOP', 'LEG')).toEqual([
      [0, 0, 2, -2],
      [0, 0, 2, -2],
      [40, 0, 8, 32],
    ])
    expect(await on.send('TWO', ['TOP', 2], ['LEG', 8])).toMatchObject({ refused: 0 })
    expect(await on.figures('TABLE', 'TOP', 'LEG')).toEqual([
      [-2, 0, 0, -2],
      [-2, 0, 0, -2],
      [32, 0, 0, 32],
    ])
    expect(await on.shortOrders()).toEqual([])
  })

  test('shows the warehouse’s figure, while only its boxes are short or reserved', async () => {
    const on = await openKits(portal, { TOP: 0 })
    await on.setBoxes(['SHELF', 'BOARD x 2'])
    await on.make('TWO', ['TABLE', 2])
    await on.make('MORE', ['SHELF', 1])
    await foldFacts(portal.portal.database, [stockFacts])
    const list = async (only: '' | 'short' | 'uncounted') =>
      (await portal.portal.call(stock.listStock, { body: { only } }, on.as)).body.rows.map(({ sku, kit }) => [sku, kit])
    const boxes = (first: string) => [
      { Code: 'LEG', quantity: 4 },
      { Code: first, quantity: 1 },
    ]
    expect(await list('')).toEqual([
      ['BENCH', { boxes: boxes('SEAT'), warehouse_on_hand: null }],
      ['BOARD', undefined],
      ['LEG', undefined],
      ['SEAT', undefined],
      ['SHELF', { boxes: [{ Code: 'BOARD', quantity: 2 }], warehouse_on_hand: null }],
      ['TABLE', { boxes: boxes('TOP'), warehouse_on_hand: 10 }],
      ['TOP', undefined],
    ])
    expect(await list('short')).toEqual([['TOP', undefined]])
    expect(await list('uncounted')).toEqual([['BOARD', undefined]])
    expect([await on.available('SHELF'), await on.available('TABLE')]).toEqual([null, -2])
    const detail = await portal.portal.call(stock.stockDetail, { body: { sku: 'LEG', type: 'SELLABLE' } }, on.as)
    expect(detail.body.promises).toEqual([{ orderNumber: 'TWO', pieces: 8, status: expect.any(String) }])
    const report = await portal.portal.call(
      stock.skuFileReport,
      { body: { sort: 'onHand', desc: true, stock: 'in' } },
      on.as,
    )
    expect(report.body.rows.map(({ Code, onHand, available: free }) => [Code, onHand, free])).toEqual([
      ['LEG', 40, 32],
      ['SEAT', 5, 5],
      ['BENCH', 5, 5],
    ])
  })

  test('moves its boxes once in a parcel, receipt, correction or order', async () => {
    const on = await openKits(portal)
    const moved = () =>
      on.fed('stock', 'SKU,kind,quantity,asOf,reference,reason', [
        ['TABLE', 'goods-in', 3, '2026-03-02', 'GRN', ''],
        ['TABLE', 'adjustment', -1, '2026-03-02', 'ADJ', 'Broken'],
      ])
    await moved()
    expect(await moved()).toMatchObject({ created: 0, unchanged: 2 })
    expect(await on.figures('TABLE', 'TOP', 'LEG')).toEqual([
      [7, 0, 0, 7],
      [7, 0, 0, 7],
      [48, 0, 0, 48],
    ])
    await on.make('AS-KIT', ['TABLE', 2])
    await on.send('AS-KIT', ['TABLE', 1], ['TOP', 1])
    expect(await on.figures('TABLE', 'TOP', 'LEG')).toEqual([
      [5, 0, 0, 5],
      [5, 0, 0, 5],
      [44, 0, 4, 40],
    ])
  })

  test('leaves when picked if configured, and returns if in no parcel', async () => {
    const on = await openKits(portal)
    await on.settings({ pickedHasLeft: true })
    await on.make('PICKED', ['TABLE', 2])
    await portal.portal.testDatabase.asOwner(`update orders set status = 'P' where client_code = $1`, [on.as.client])
    expect(await on.figures('TABLE', 'LEG')).toEqual([
      [3, 0, 0, 3],
      [32, 0, 0, 32],
    ])
    await on.send('PICKED', ['TOP', 2], ['LEG', 7])
    expect(await on.figures('TABLE', 'TOP', 'LEG')).toEqual([
      [3, 0, 0, 3],
      [3, 0, 0, 3],
      [33, 0, 1, 32],
    ])
  })
})

describe('kits that share a box', () => {
  test('and the box itself are short together over all lines of an order', async () => {
    const on = await openKits(portal, { LEG: 20 })
    await on.settings({ refuseShort: true })
    expect(await on.order('ALL', ['TABLE', 2], ['BENCH', 3], ['LEG', 1])).toMatchObject({
      status: 422,
      body: { message: 'There is not enough stock: LEG, also a box of BENCH and TABLE, would be short by 1.' },
    })
    expect(await on.order('BOTH', ['TABLE', 3], ['BENCH', 3])).toMatchObject({
      status: 422,
      body: { message: 'There is not enough stock: LEG, a box of BENCH and TABLE, would be short by 4.' },
    })
    await on.make('ALL', ['TABLE', 2], ['BENCH', 2], ['LEG', 4])
    expect(await on.figures('TABLE', 'BENCH', 'LEG')).toEqual([
      [5, 0, 5, 0],
      [5, 0, 5, 0],
      [20, 0, 20, 0],
    ])
    const amend = (items: { SKU: string; quantity: number }[]) =>
      portal.portal.call(orders.amend, { body: { orderNumber: 'ALL', items } }, on.as)
    expect(
      await amend([
        { SKU: 'TABLE', quantity: 3 },
        { SKU: 'BENCH', quantity: 3 },
      ]),
    ).toMatchObject({
      status: 422,
      body: { message: 'There is not enough stock: LEG, a box of BENCH and TABLE, would be short by 4.' },
    })
    // One leg for another: the order needs no more of any box than before.
    const items = [
      { SKU: 'TABLE', quantity: 3 },
      { SKU: 'BENCH', quantity: 2 },
    ]
    expect((await amend(items)).status).toBe(200)
    expect(await on.figures('LEG', 'TOP')).toEqual([
      [20, 0, 20, 0],
      [5, 0, 3, 2],
    ])
  })

  test('are sold to only one of two simultaneous orders of the last', async () => {
    const on = await openKits(portal, { LEG: 4 })
    await on.settings({ refuseShort: true })
    for (const round of ['A', 'B', 'C', 'D']) {
      const both = await Promise.all([on.order(`${round}1`, ['TABLE', 1]), on.order(`${round}2`, ['BENCH', 1])])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
      expect(await on.figures('LEG')).toEqual([[4, 0, 4, 0]])
      const number = both[0].status === 200 ? `${round}1` : `${round}2`
      await on.cancel(number)
    }
  })
})
