import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rebuildFacts } from '../../figures/deltas.ts'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'
import { openKits } from '../../testing/stock/kit-stock.ts'
import { stockFacts } from './stock-facts.ts'

const { stock } = contract
let portal: FeedPortal
beforeAll(async () => {
  portal = await openFeedPortal()
})
afterAll(() => portal.portal.close())

describe('a reservation of a kit', () => {
  test('reserves its available boxes until it is changed, released or drawn', async () => {
    const on = await openKits(portal)
    const { reservation } = (await on.reserve('TABLE', 3)).body
    expect(await on.figures('TABLE', 'BENCH', 'TOP', 'LEG')).toEqual([
      [5, 3, 0, 2],
      [5, 0, 0, 5],
      [5, 3, 0, 2],
      [40, 12, 0, 28],
    ])
    expect(await on.reserve('TABLE', 3)).toMatchObject({
      status: 422,
      body: { message: '3 of TABLE cannot be reserved: 2 are available.' },
    })
    const detail = await portal.portal.call(stock.stockDetail, { body: { sku: 'LEG', type: 'SELLABLE' } }, on.as)
    expect(detail.body.reservations).toMatchObject([{ sku: 'TABLE', reserved_stock: 3 }])
    const change = (pieces: number, version: number) => {
      const { _id: id, purpose, until, orderNumber, customerAccount, note } = reservation
      const body = { pieces, purpose, until, orderNumber, customerAccount, note, version }
      return portal.portal.call(stock.changeReservation, { params: { id }, body }, on.as)
    }
    expect((await change(6, 1)).status).toBe(422)
    expect((await change(5, 1)).status).toBe(200)
    expect(await on.figures('TABLE', 'LEG')).toEqual([
      [5, 5, 0, 0],
      [40, 20, 0, 20],
    ])
    await portal.portal.call(stock.releaseReservation, { params: { id: reservation._id }, query: {} }, on.as)
    expect(await on.figures('TABLE', 'LEG')).toEqual([
      [5, 0, 0, 5],
      [40, 0, 0, 40],
    ])
  })

  test('and of its box are drawn by an order and released with it', async () => {
    const on = await openKits(portal)
    const mine = { purpose: 'order' as const, orderNumber: 'MINE' }
    await on.reserve('TABLE', 1, mine)
    await on.reserve('LEG', 10, mine)
    await on.make('MINE', ['TABLE', 3], ['LEG', 1])
    expect(await on.figures('TABLE', 'TOP', 'LEG')).toEqual([
      [5, 0, 3, 2],
      [5, 0, 3, 2],
      [40, 1, 13, 26],
    ])
    await on.cancel('MINE')
    expect(await on.figures('TABLE', 'TOP', 'LEG')).toEqual([
      [5, 1, 0, 4],
      [5, 1, 0, 4],
      [40, 14, 0, 26],
    ])
  })
})

describe('when a kit’s boxes change', () => {
  const change = async (on: Awaited<ReturnType<typeof openKits>>, components: { Code: string; quantity: number }[]) => {
    const { goods, setGoods } = contract['multi-box']
    const known = (await portal.portal.call(goods, { query: { SKU: 'TABLE' } }, on.as)).body.goods
    const { status } = await portal.portal.call(
      setGoods,
      { body: { SKU: 'TABLE', goods: { ...known, components }, known } },
      on.as,
    )
    expect(status).toBe(200)
  }

  test('promises and reservations move to the new boxes, or to the SKU itself', async () => {
    const on = await openKits(portal)
    await on.fed('skus', 'SKU,title', [['FOOT', 'Foot']])
    await on.count(['FOOT', 30])
    await on.make('TWO', ['TABLE', 2])
    const body = { sku: 'TABLE', type: 'SELLABLE', pieces: 1, purpose: 'quality' as const, until: '2099-12-31' }
    expect((await portal.portal.call(stock.addReservation, { body }, on.as)).status).toBe(200)
    await change(on, [
      { Code: 'TOP', quantity: 1 },
      { Code: 'FOOT', quantity: 3 },
    ])
    expect(await on.figures('TABLE', 'TOP', 'LEG', 'FOOT')).toEqual([
      [5, 1, 2, 2],
      [5, 1, 2, 2],
      [40, 0, 0, 40],
      [30, 3, 6, 21],
    ])
    await on.setBoxes(['TABLE', 'None'])
    expect(await on.figures('TABLE', 'TOP', 'FOOT')).toEqual([
      [10, 1, 2, 7],
      [5, 0, 0, 5],
      [30, 0, 0, 30],
    ])
    await on.setBoxes(['TABLE', 'LEG x 2'])
    expect(await on.figures('TABLE', 'LEG')).toEqual([
      [20, 1, 2, 17],
      [40, 2, 4, 34],
    ])
  })

  test('its orders draw reservations of the new boxes and release the old', async () => {
    const on = await openKits(portal)
    await on.fed('skus', 'SKU,title', [['FOOT', 'Foot']])
    await on.count(['FOOT', 30])
    const forAccount = { purpose: 'wholesale' as const, customerAccount: 'NORTH' }
    await on.reserve('LEG', 10, forAccount)
    await on.reserve('FOOT', 3, { purpose: 'order', orderNumber: 'MINE' })
    await on.reserve('FOOT', 6, forAccount)
    await on.makeFor('north', 'MINE', ['TABLE', 1])
    await on.makeFor('NORTH', 'PICKED', ['TABLE', 1])
    await on.makeFor('South', 'OTHER', ['TABLE', 1])
    await portal.portal.testDatabase.asOwner(
      `update orders set status = 'P' where client_code = $1 and order_number = 'PICKED'`,
      [on.as.client],
    )
    expect(await on.figures('LEG', 'FOOT')).toEqual([
      [40, 2, 12, 26],
      [30, 9, 0, 21],
    ])
    await on.setBoxes(['TABLE', 'TOP; FOOT x 4'])
    // Draws of an order in picking stay.
    expect(await on.figures('LEG', 'FOOT')).toEqual([
      [40, 6, 0, 34],
      [30, 5, 12, 13],
    ])
    await on.setBoxes(['TABLE', 'TOP; LEG x 4'])
    expect(await on.figures('LEG', 'FOOT')).toEqual([
      [40, 2, 12, 26],
      [30, 9, 0, 21],
    ])
  })

  test('past movements stay with the old boxes, and repeats are recognised', async () => {
    const on = await openKits(portal)
    const received = () =>
      on.fed('stock', 'SKU,kind,quantity,asOf,reference', [['TABLE', 'goods-in', 3, '2026-03-02', 'GRN']])
    await received()
    await on.make('SENT', ['TABLE', 2])
    await on.send('SENT', ['TABLE', 2])
    await on.setBoxes(['TABLE', 'None'])
    const now = [
      [10, 0, 0, 10],
      [6, 0, 0, 6],
      [44, 0, 0, 44],
    ]
    expect(await on.figures('TABLE', 'TOP', 'LEG')).toEqual(now)
    expect(await received()).toMatchObject({ created: 0, unchanged: 1 })
    expect(await on.figures('TABLE', 'TOP', 'LEG')).toEqual(now)
    await rebuildFacts(portal.portal.database, stockFacts)
    expect(await on.figures('TABLE', 'TOP', 'LEG')).toEqual(now)
  })

  test('concurrent orders never promise the old boxes', async () => {
    const on = await openKits(portal)
    const order = async (number: string) => {
      await on.make(number, ['TABLE', 1])
      if (number.endsWith('0')) await on.cancel(number)
    }
    const change = async () => {
      for (const quantity of [3, 5, 2, 4, 6, 1]) await on.setBoxes(['TABLE', `TOP; LEG x ${quantity}`])
    }
    await Promise.all([change(), ...Array.from({ length: 20 }, (_, index) => order(`O-${index}`))])
    expect(await on.figures('TOP', 'LEG')).toEqual([
      [5, 0, 18, -13],
      [40, 0, 18, 22],
    ])
  })

  test('a box that is itself a kit is refused', async () => {
    const on = await openKits(portal)
    const answer = await portal.feedRows('skus', csv([['SET', 'TABLE; BENCH']], 'SKU,boxes'), { as: on.as })
    expect(answer.refused).toMatchObject([{ line: 2, reason: 'These boxes cannot be' }])
  })
})
