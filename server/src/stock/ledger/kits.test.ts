import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkFacts, foldFacts } from '../../figures/facts.ts'
import { makeSession } from '../../testing/factories.ts'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'
import { orderBody } from '../../testing/order-body.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { stockFacts } from './stock-facts.ts'

const { stock, orders } = contract
let on: FeedPortal
let as: FeedPortal['me']
beforeAll(async () => {
  on = await openFeedPortal()
})
beforeEach(async () => {
  as = await makeSession(on.portal.testDatabase)
  await makeRuleBook(on.portal.testDatabase, as.client, [
    carrierItem('DPD', { name: 'DPD UK' }),
    methodItem('M1', 'DPD'),
  ])
})
afterAll(() => on.portal.close())

type Rows = (string | number)[][]
async function fed(feed: Parameters<FeedPortal['feedRows']>[0], header: string, rows: Rows) {
  const answer = await on.feedRows(feed, csv(rows, header), { as })
  expect(answer).toMatchObject({ status: 200, refused: [] })
  return answer.summary
}
const counted = (...rows: Rows) =>
  fed(
    'stock',
    'SKU,stockOnHand,asOf',
    rows.map((row) => [...row, '2026-03-01']),
  )
const boxed = (...rows: Rows) => fed('skus', 'SKU,boxes', rows)
const sent = (order: string, ...goods: [string, number][]) =>
  fed(
    'despatches',
    'orderNumber,trackingNumber,carrier,despatchedAt,SKU,quantity',
    goods.map((of) => [order, `T${order}`, 'DPD', '2026-03-02 12:00', ...of]),
  )
const ordered = (orderNo: string, ...items: [string, number][]) =>
  on.portal.call(
    orders.create,
    { body: { ...orderBody({ SKU: '', orderNo }), items: items.map(([SKU, quantity]) => ({ SKU, quantity })) } },
    as,
  )
const made = async (...of: Parameters<typeof ordered>) => expect((await ordered(...of)).status).toBe(200)
const settings = (chosen: object) =>
  on.portal.testDatabase.asOwner(
    `insert into client_settings (client_code, settings) values ($1, $2)
     on conflict (client_code) do update set settings = excluded.settings`,
    [as.client, chosen],
  )

/** On hand, reserved, promised and available of SKUs, which agree with the records. */
async function figures(...skus: string[]) {
  expect(await checkFacts(on.portal.database, [stockFacts])).toEqual({ stock: 0 })
  const { body } = await on.portal.call(stock.listStock, { body: {} }, as)
  return skus.map((sku) => {
    const row = body.rows.find((one) => one.sku === sku) ?? expect.fail(`no row of ${sku}`)
    return [row.stock_on_hand, row.reserved_stock, row.promised_stock, row.available_stock]
  })
}
async function available(sku: string, orderNumber = '') {
  const { body } = await on.portal.call(stock.availableStock, { body: { skus: [sku], orderNumber } }, as)
  return body.rows[0]?.available
}
async function shortOrders() {
  await foldFacts(on.portal.database, [stockFacts])
  const { body } = await on.portal.call(orders.list, { body: { shortOfStock: true } }, as)
  return body.Orders.map(({ orderNumber }) => orderNumber).toSorted()
}
/** TABLE of a TOP and four LEGs, BENCH of a SEAT and four LEGs. */
async function kits({ TABLE = 10, TOP = 5, SEAT = 5, LEG = 40 } = {}) {
  await boxed(['TABLE', 'TOP; LEG x 4'], ['BENCH', 'SEAT; LEG x 4'])
  await counted(['TABLE', TABLE], ['TOP', TOP], ['SEAT', SEAT], ['LEG', LEG])
}

describe('a kit', () => {
  test('is as many as its boxes make, from the order to the despatch', async () => {
    await kits({ TOP: 0 })
    expect([await available('TABLE'), await figures('TABLE', 'TOP', 'LEG')]).toEqual([
      0,
      [
        [0, 0, 0, 0],
        [0, 0, 0, 0],
        [40, 0, 0, 40],
      ],
    ])
    await made('TWO', ['TABLE', 2])
    expect(await shortOrders()).toEqual(['TWO'])
    expect([await available('table'), await available('TABLE', 'TWO')]).toEqual([-2, 0])
    expect(await figures('TABLE', 'TOP', 'LEG')).toEqual([
      [0, 0, 2, -2],
      [0, 0, 2, -2],
      [40, 0, 8, 32],
    ])
    expect(await sent('TWO', ['TOP', 2], ['LEG', 8])).toMatchObject({ refused: 0 })
    expect(await figures('TABLE', 'TOP', 'LEG')).toEqual([
      [-2, 0, 0, -2],
      [-2, 0, 0, -2],
      [32, 0, 0, 32],
    ])
    expect(await shortOrders()).toEqual([])
  })

  test('shows the warehouse’s own figure beside its boxes, which alone are short, reserved or never counted', async () => {
    await kits({ TOP: 0 })
    await boxed(['SHELF', 'BOARD x 2'])
    await made('TWO', ['TABLE', 2])
    await made('MORE', ['SHELF', 1])
    await foldFacts(on.portal.database, [stockFacts])
    const list = async (only: '' | 'short' | 'uncounted') =>
      (await on.portal.call(stock.listStock, { body: { only } }, as)).body.rows.map(({ sku, kit }) => [sku, kit])
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
    expect([await available('SHELF'), await available('TABLE')]).toEqual([null, -2])
    const detail = await on.portal.call(stock.stockDetail, { body: { sku: 'LEG', type: 'SELLABLE' } }, as)
    expect(detail.body.promises).toEqual([{ orderNumber: 'TWO', pieces: 8, status: expect.any(String) }])
    const report = await on.portal.call(stock.skuFileReport, { body: { sort: 'onHand', desc: true, stock: 'in' } }, as)
    expect(report.body.rows.map(({ Code, onHand, available: free }) => [Code, onHand, free])).toEqual([
      ['LEG', 40, 32],
      ['SEAT', 5, 5],
      ['BENCH', 5, 5],
    ])
  })

  test('that a parcel, a receipt, a correction or an order names moves its boxes, once', async () => {
    await kits()
    const moved = () =>
      fed('stock', 'SKU,kind,quantity,asOf,reference,reason', [
        ['TABLE', 'goods-in', 3, '2026-03-02', 'GRN', ''],
        ['TABLE', 'adjustment', -1, '2026-03-02', 'ADJ', 'Broken'],
      ])
    await moved()
    expect(await moved()).toMatchObject({ created: 0, unchanged: 2 })
    expect(await figures('TABLE', 'TOP', 'LEG')).toEqual([
      [7, 0, 0, 7],
      [7, 0, 0, 7],
      [48, 0, 0, 48],
    ])
    await made('AS-KIT', ['TABLE', 2])
    await sent('AS-KIT', ['TABLE', 1], ['TOP', 1])
    expect(await figures('TABLE', 'TOP', 'LEG')).toEqual([
      [5, 0, 0, 5],
      [5, 0, 0, 5],
      [44, 0, 4, 40],
    ])
  })

  test('leaves by being picked where that is so, and comes back where it is in no parcel', async () => {
    await kits()
    await settings({ pickedHasLeft: true })
    await made('PICKED', ['TABLE', 2])
    await on.portal.testDatabase.asOwner(`update orders set status = 'P' where client_code = $1`, [as.client])
    expect(await figures('TABLE', 'LEG')).toEqual([
      [3, 0, 0, 3],
      [32, 0, 0, 32],
    ])
    await sent('PICKED', ['TOP', 2], ['LEG', 7])
    expect(await figures('TABLE', 'TOP', 'LEG')).toEqual([
      [3, 0, 0, 3],
      [3, 0, 0, 3],
      [33, 0, 1, 32],
    ])
  })
})

describe('kits that share a box', () => {
  test('and the box itself are short together: an order is judged by the boxes of all its lines', async () => {
    await kits({ LEG: 20 })
    await settings({ refuseShort: true })
    expect(await ordered('ALL', ['TABLE', 2], ['BENCH', 3], ['LEG', 1])).toMatchObject({
      status: 422,
      body: { message: 'There is not enough stock: LEG would be short by 1.' },
    })
    expect(await ordered('BOTH', ['TABLE', 3], ['BENCH', 3])).toMatchObject({
      status: 422,
      body: { message: 'There is not enough stock: LEG, a box of BENCH, would be short by 4.' },
    })
    await made('ALL', ['TABLE', 2], ['BENCH', 2], ['LEG', 4])
    expect(await figures('TABLE', 'BENCH', 'LEG')).toEqual([
      [5, 0, 5, 0],
      [5, 0, 5, 0],
      [20, 0, 20, 0],
    ])
    // A leg for a leg: the order needs no more of any box than before.
    const items = [
      { SKU: 'TABLE', quantity: 3 },
      { SKU: 'BENCH', quantity: 2 },
    ]
    const amended = await on.portal.call(orders.amend, { body: { orderNumber: 'ALL', items } }, as)
    expect(amended.status).toBe(200)
    expect(await figures('LEG', 'TOP')).toEqual([
      [20, 0, 20, 0],
      [5, 0, 3, 2],
    ])
  })

  test('are sold to one of two who take the last of it at once', async () => {
    await kits({ LEG: 4 })
    await settings({ refuseShort: true })
    for (const round of ['A', 'B', 'C', 'D']) {
      const both = await Promise.all([ordered(`${round}1`, ['TABLE', 1]), ordered(`${round}2`, ['BENCH', 1])])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
      expect(await figures('LEG')).toEqual([[4, 0, 4, 0]])
      const number = both[0].status === 200 ? `${round}1` : `${round}2`
      const cancelling = { commandId: crypto.randomUUID(), orders: [{ clientCode: as.client, orderNumber: number }] }
      expect((await on.portal.call(orders.cancel, { body: cancelling }, as)).status).toBe(200)
    }
  })
})

describe('a reservation of a kit', () => {
  const reserve = (sku: string, pieces: number, given: object = {}) =>
    on.portal.call(
      stock.addReservation,
      {
        body: {
          sku,
          type: 'SELLABLE',
          pieces,
          purpose: 'promotion' as const,
          until: '2099-12-31',
          orderNumber: '',
          customerAccount: '',
          note: '',
          ...given,
        },
      },
      as,
    )

  test('holds its boxes, no more than there are, until it is changed, released or drawn', async () => {
    await kits()
    const { reservation } = (await reserve('TABLE', 3)).body
    expect(await figures('TABLE', 'BENCH', 'TOP', 'LEG')).toEqual([
      [5, 3, 0, 2],
      [5, 0, 0, 5],
      [5, 3, 0, 2],
      [40, 12, 0, 28],
    ])
    expect(await reserve('TABLE', 3)).toMatchObject({
      status: 422,
      body: { message: '3 of TABLE cannot be reserved: 2 are available.' },
    })
    const detail = await on.portal.call(stock.stockDetail, { body: { sku: 'LEG', type: 'SELLABLE' } }, as)
    expect(detail.body.reservations).toMatchObject([{ sku: 'TABLE', reserved_stock: 3 }])
    const change = (pieces: number, version: number) => {
      const { _id: id, purpose, until, orderNumber, customerAccount, note } = reservation
      const body = { pieces, purpose, until, orderNumber, customerAccount, note, version }
      return on.portal.call(stock.changeReservation, { params: { id }, body }, as)
    }
    expect((await change(6, 1)).status).toBe(422)
    expect((await change(5, 1)).status).toBe(200)
    expect(await figures('TABLE', 'LEG')).toEqual([
      [5, 5, 0, 0],
      [40, 20, 0, 20],
    ])
    await on.portal.call(stock.releaseReservation, { params: { id: reservation._id } }, as)
    expect(await figures('TABLE', 'LEG')).toEqual([
      [5, 0, 0, 5],
      [40, 0, 0, 40],
    ])
  })

  test('and one of a box of it are drawn by an order of kits, and given back with it', async () => {
    await kits()
    const mine = { purpose: 'order', orderNumber: 'MINE' }
    await reserve('TABLE', 1, mine)
    await reserve('LEG', 10, mine)
    await made('MINE', ['TABLE', 3], ['LEG', 1])
    expect(await figures('TABLE', 'TOP', 'LEG')).toEqual([
      [5, 0, 3, 2],
      [5, 0, 3, 2],
      [40, 1, 13, 26],
    ])
    const body = { commandId: crypto.randomUUID(), orders: [{ clientCode: as.client, orderNumber: 'MINE' }] }
    expect((await on.portal.call(orders.cancel, { body }, as)).status).toBe(200)
    expect(await figures('TABLE', 'TOP', 'LEG')).toEqual([
      [5, 1, 0, 4],
      [5, 1, 0, 4],
      [40, 14, 0, 26],
    ])
  })
})

describe('when the boxes of a kit change', () => {
  const changed = async (components: { Code: string; quantity: number }[]) => {
    const { goods, setGoods } = contract['multi-box']
    const known = (await on.portal.call(goods, { query: { SKU: 'TABLE' } }, as)).body.goods
    const { status } = await on.portal.call(
      setGoods,
      { body: { SKU: 'TABLE', goods: { ...known, components }, known } },
      as,
    )
    expect(status).toBe(200)
  }

  test('what is promised and reserved of it goes over to those of now, and to itself where it has none', async () => {
    await kits()
    await fed('skus', 'SKU,title', [['FOOT', 'Foot']])
    await counted(['FOOT', 30])
    await made('TWO', ['TABLE', 2])
    const body = { sku: 'TABLE', type: 'SELLABLE', pieces: 1, purpose: 'quality' as const, until: '2099-12-31' }
    expect((await on.portal.call(stock.addReservation, { body }, as)).status).toBe(200)
    await changed([
      { Code: 'TOP', quantity: 1 },
      { Code: 'FOOT', quantity: 3 },
    ])
    expect(await figures('TABLE', 'TOP', 'LEG', 'FOOT')).toEqual([
      [5, 1, 2, 2],
      [5, 1, 2, 2],
      [40, 0, 0, 40],
      [30, 3, 6, 21],
    ])
    await boxed(['TABLE', 'None'])
    expect(await figures('TABLE', 'TOP', 'FOOT')).toEqual([
      [10, 1, 2, 7],
      [5, 0, 0, 5],
      [30, 0, 0, 30],
    ])
    await boxed(['TABLE', 'LEG x 2'])
    expect(await figures('TABLE', 'LEG')).toEqual([
      [20, 1, 2, 17],
      [40, 2, 4, 34],
    ])
  })

  test('while orders are made and cancelled, none is promised by the boxes of before', async () => {
    await kits()
    const order = async (number: string) => {
      await made(number, ['TABLE', 1])
      const body = { commandId: crypto.randomUUID(), orders: [{ clientCode: as.client, orderNumber: number }] }
      if (number.endsWith('0')) await on.portal.call(orders.cancel, { body }, as)
    }
    const change = async () => {
      for (const quantity of [3, 5, 2, 4, 6, 1]) await boxed(['TABLE', `TOP; LEG x ${quantity}`])
    }
    await Promise.all([change(), ...Array.from({ length: 20 }, (_, index) => order(`O-${index}`))])
    expect(await figures('TOP', 'LEG')).toEqual([
      [5, 0, 18, -13],
      [40, 0, 18, 22],
    ])
  })

  test('of boxes that come in boxes themselves there is nothing: they are refused', async () => {
    await kits()
    const answer = await on.feedRows('skus', csv([['SET', 'TABLE; BENCH']], 'SKU,boxes'), { as })
    expect(answer.refused).toMatchObject([{ line: 2, reason: 'These boxes cannot be' }])
  })
})
