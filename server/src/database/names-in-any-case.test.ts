import { enquiries } from '@despatch/contract/enquiries/enquiries'
import { fixedRouting } from '@despatch/contract/routing/fixed-routing/fixed-routing'
import { multiBox } from '@despatch/contract/routing/multi-box-products/multi-box'
import { orders } from '@despatch/contract/orders/orders'
import { parcels } from '@despatch/contract/deliveries/parcels/parcels'
import { stock } from '@despatch/contract/stock/stock'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csv, type FeedPortal, openFeedPortal } from '../testing/feed-portal.ts'
import { orderBody } from '../testing/order-body.ts'
import { carrierItem, makeRuleBook, methodItem } from '../testing/rule-books.ts'

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
  await makeRuleBook(on.portal.testDatabase, on.me.client, [carrierItem('DPD'), methodItem('M1', 'DPD', 10_000)])
})
afterAll(() => on.portal.close())

const HEADER = 'orderNumber,SKU,quantity,unitValue,orderDate'
const feed = (...rows: (string | number)[][]) => on.feed(csv(rows, HEADER))
const skus = async () =>
  (await on.rows('select sku_code from skus where client_code = $1 order by 1')).map((row) => row['sku_code'])
const lines = (number: string) =>
  on
    .rows(`select sku_code from order_lines where client_code = $1 and order_number = '${number}' order by line_number`)
    .then((rows) => rows.map((row) => row['sku_code']))

describe('feeds', () => {
  test('match existing SKUs and orders in any case, and new ones within a file', async () => {
    const first = await feed(['Inv-1', '85123a', 1, '2.00', '2011-11-28'], ['INV-1', '85123A', 2, '2.00', '2011-11-28'])
    expect(first.summary).toMatchObject({ created: 2, ordersCreated: 1, skusCreated: 1, refused: 0 })
    expect(await lines('Inv-1')).toEqual(['85123a', '85123a'])
    const again = await feed(['inv-1', '85123A', 1, '2.00', '2011-11-28'], ['inv-1', '85123a', 2, '2.00', '2011-11-28'])
    expect(again.summary).toMatchObject({ created: 0, unchanged: 2, ordersCreated: 0, skusCreated: 0, refused: 0 })
    const other = await feed(['Inv-2', '85123A', 1, '2.00', '2011-11-28'])
    expect(other.summary).toMatchObject({ created: 1, skusCreated: 0 })
    expect(await skus()).toEqual(['85123a'])
  })

  test('store one spelling when two feeds write a name in two cases at once', async () => {
    const row = (number: string, sku: string) => [number, sku, 1, '1.00', '2011-11-28']
    const files = Array.from({ length: 4 }, (_, file) =>
      Array.from({ length: 200 }, (_row, n) =>
        file % 2 === 0 ? row(`Both-${n}`, `Sku-${n}`) : row(`BOTH-${n}`, `SKU-${n}`),
      ),
    )
    const fed = await Promise.all(files.map((rows) => feed(...rows)))
    expect(fed.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(fed.reduce((sum, { summary }) => sum + summary.created, 0)).toBe(200)
    const counted = `select count(*)::int as orders from orders where client_code = $1 and lower(order_number) like 'both-%'`
    expect(await on.rows(counted)).toEqual([{ orders: 200 }])
  })

  test('of despatches, returns and stock match orders and SKUs in any case', async () => {
    await feed(['Ship-1', 'Lamp', 1, '2.00', '2011-11-28'])
    await on.rows(`update orders set status = 'R' where client_code = $1 and order_number = 'Ship-1'`)
    const despatched = await on.feedRows(
      'despatches',
      csv([['SHIP-1', 'T1', 'DPD', 'LAMP', 'S1']], 'orderNumber,trackingNumber,carrier,SKU,serialNumber'),
    )
    expect(despatched.summary).toMatchObject({ created: 1, refused: 0, noted: { 'Orders despatched': 1 } })
    expect(despatched.summary.noted).not.toHaveProperty('SKUs that their order does not have')
    const returned = await on.feedRows(
      'returns',
      csv([['R1', 'ship-1', 'lamp', 1, 'Received']], 'returnReference,orderNumber,SKU,quantity,event'),
    )
    expect(returned.summary).toMatchObject({ created: 1, refused: 0, noted: {} })
    const counted = await on.feedRows('stock', csv([['LAMP', 4, '2026-03-02']], 'SKU,stockOnHand,asOf'))
    expect(counted.summary).toMatchObject({ created: 1, noted: {} })
    expect(await on.rows(`select sku_code from stock_balances where client_code = $1`)).toEqual([{ sku_code: 'Lamp' }])
  })

  test('treat names as equal if only the database can compare them', async () => {
    const twice = await feed(
      ['\u3042-1', 'かさ', 1, '2.00', '2011-11-28'],
      ['\u30a2-1', 'カサ', 2, '2.00', '2011-11-28'],
      ['\u3042-2', 'Card\ufe0f', 1, '2.00', '2011-11-28'],
      ['\u3042-3', 'card', 1, '2.00', '2011-11-28'],
    )
    expect(twice.message).toBe('')
    expect(twice.summary).toMatchObject({ read: 4, created: 4, ordersCreated: 3, skusCreated: 2, refused: 0 })
    expect(await lines('\u3042-1')).toEqual(['かさ', 'かさ'])
    expect(await lines('\u3042-3')).toEqual(['Card\ufe0f'])
    const counted = await on.feedRows(
      'stock',
      csv(
        [
          ['はこ', 4],
          ['ハコ', 5],
        ],
        'SKU,stockOnHand',
      ),
    )
    expect(counted).toMatchObject({ status: 200, summary: { refused: 0 } })
  })
})

describe('calls', () => {
  beforeAll(async () => {
    await on.rows(`insert into skus (client_code, sku_code, description, unit_value, categories) values
      ($1, 'Chair', 'A chair', 10, '{Seats}'), ($1, 'Leg', 'A leg', 1, '{}')`)
    const { status } = await on.portal.call(
      orders.create,
      { body: orderBody({ SKU: 'CHAIR', orderNo: 'Web-1' }) },
      on.me,
    )
    expect(status).toBe(200)
  })

  test('create an order with SKUs in any case and find its number in any', async () => {
    expect(await lines('Web-1')).toEqual(['Chair'])
    const twice = await on.portal.call(orders.create, { body: orderBody({ SKU: 'Chair', orderNo: 'WEB-1' }) }, on.me)
    expect(twice).toMatchObject({ status: 409, body: { fields: [{ path: 'orderNo' }] } })
  })

  test.each(['Web-1', 'WEB-1', 'web-1', 'wEB-1'])('an order is found as %s', async (number) => {
    const one = await on.portal.call(orders.searchByOrderNumber, { body: { orderNumber: number } }, on.me)
    expect(one.body.Orders).toMatchObject([{ orderNumber: 'Web-1' }])
    const items = await on.portal.call(orders.items, { body: { orderNumber: number } }, on.me)
    expect(items.body.items).toMatchObject([{ SKU: 'Chair' }])
    const listed = await on.portal.call(orders.consolidated, { body: { orderRef: number } }, on.me)
    expect(listed.body.Orders).toHaveLength(1)
    const looked = await on.portal.call(enquiries.order, { query: { customerReference: number } }, on.me)
    expect(looked.body.details).toHaveLength(1)
    const timeline = await on.portal.call(enquiries.timeline, { query: { orderNumber: number } }, on.me)
    expect(timeline.body.counts.order).toBe(1)
    const any = await on.portal.call(enquiries.reference, { query: { text: number } }, on.me)
    expect(any.body.tookItFor).toMatchObject([{ kind: 'order', count: 1 }])
    const judged = await on.portal.call(
      orders.preflight,
      { body: { action: 'suspend', orders: [{ clientCode: on.me.client, orderNumber: number }] } },
      on.me,
    )
    expect(judged.body).toMatchObject({ allowed: 1, rows: [{ orderNumber: 'Web-1' }] })
  })

  test('a command finds orders in any case', async () => {
    const suspended = await on.portal.call(
      orders.suspend,
      {
        body: {
          commandId: randomUUID(),
          orders: [{ clientCode: on.me.client, orderNumber: 'WEB-1' }],
          reason: 'Customer asked',
        },
      },
      on.me,
    )
    expect(suspended.body).toMatchObject({ done: 1, refused: 0, receipts: [{ orderNumber: 'Web-1' }] })
  })

  test.each(['Chair', 'CHAIR', 'chaIR'])('a SKU is found as %s', async (sku) => {
    const listed = await on.portal.call(orders.consolidated, { body: { skuCode: sku } }, on.me)
    expect(listed.body.Orders).toMatchObject([{ orderNumber: 'Web-1' }])
    const any = await on.portal.call(enquiries.reference, { query: { text: sku } }, on.me)
    expect(any.body.tookItFor).toMatchObject([{ kind: 'sku', reference: 'Chair', count: 1 }])
    const goods = await on.portal.call(multiBox.goods, { query: { SKU: sku } }, on.me)
    expect(goods.body.SKU).toBe('Chair')
    const serials = await on.portal.call(
      stock.serialsBySku,
      { query: { code: sku === 'Chair' ? 'Lamp' : sku === 'CHAIR' ? 'LAMP' : 'laMP' } },
      on.me,
    )
    expect(serials.body.serialDetails).toMatchObject([{ SKU: 'Lamp' }])
  })

  test('parcels are listed by their order number in any case', async () => {
    const { body } = await on.portal.call(parcels.list, { body: { reference: 'sHIP-1' } }, on.me)
    expect(body.rows).toMatchObject([{ orderNumber: 'Ship-1' }])
  })

  test('fixed routing and boxes find SKUs in any case', async () => {
    const added = await on.portal.call(
      fixedRouting.add,
      {
        body: {
          skus: ['CHAIR'],
          category: '',
          regionList: [],
          carrier: 'DPD',
          method: null,
          startDate: null,
          endDate: null,
        },
      },
      on.me,
    )
    expect(added.status).toBe(200)
    const kept = `select content #>> '{by,sku}' as sku from rule_book_items where client_code = $1 and kind = 'fixed-route'`
    expect(await on.rows(kept)).toEqual([{ sku: 'Chair' }])
    const none = { weight: null, length: null, volume: null, components: [] }
    const { status } = await on.portal.call(
      multiBox.setGoods,
      {
        body: {
          SKU: 'CHAIR',
          known: { ...none, categories: ['Seats'] },
          goods: { ...none, categories: ['Seats'], components: [{ Code: 'LEG', quantity: 4 }] },
        },
      },
      on.me,
    )
    expect(status).toBe(200)
    expect(await on.rows('select sku_code, component_code from sku_components where client_code = $1')).toEqual([
      { sku_code: 'Chair', component_code: 'Leg' },
    ])
  })
})
