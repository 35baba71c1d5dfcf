import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkFacts } from '../../figures/facts.ts'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'
import { stockFacts } from './stock-facts.ts'

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
  await on.portal.testDatabase.asOwner(
    `insert into carrier_event_codes (carrier, code, state, reason, changed_at, changed_by)
     values ('DPD', 'DL', 'delivered', '', now(), 'test')`,
  )
})
afterAll(() => on.portal.close())

type Rows = (string | number)[][]
async function fed(feed: Parameters<FeedPortal['feedRows']>[0], header: string, rows: Rows) {
  const answer = await on.feedRows(feed, csv(rows, header))
  expect(answer).toMatchObject({ status: 200, refused: [] })
  return answer.summary
}
const counted = (...rows: Rows) => fed('stock', 'SKU,stockOnHand,asOf', rows)
const despatched = (...rows: Rows) =>
  fed('despatches', 'orderNumber,trackingNumber,carrier,despatchedAt,SKU,quantity', rows)
const arrived = (...numbers: string[]) =>
  fed(
    'delivery-events',
    'trackingNumber,carrier,code,occurredAt',
    numbers.map((number) => [number, 'DPD', 'DL', '2026-03-04 09:00']),
  )
const ordered = async (...rows: Rows) => expect((await on.feed(csv(rows))).status).toBe(200)

/** On hand, promised and available of a SKU, which agree with the records. */
async function figures(sku: string) {
  expect(await checkFacts(on.portal.database, [stockFacts])).toEqual({ stock: 0 })
  const { body } = await on.portal.call(contract.stock.listStock, { body: { sku } }, on.me)
  const { stock_on_hand, promised_stock, available_stock } = body.rows[0] ?? expect.fail('no row')
  return [stock_on_hand, promised_stock, available_stock]
}
async function read(orderNumber: string) {
  const { body } = await on.portal.call(contract.orders.searchByOrderNumber, { body: { orderNumber } }, on.me)
  const { Status, shortfall } = body.Orders[0] ?? expect.fail(`no ${orderNumber}`)
  return [Status, shortfall?.items.map(({ SKU, quantity }) => `${quantity} ${SKU}`).join(', ') ?? null]
}

describe('a SKU in a parcel that was not ordered', () => {
  test('hides nothing that was not sent: it stays promised, and the order waits for it or is closed short', async () => {
    await counted(['MUG', 100, '2026-03-01'], ['JUG', 10, '2026-03-01'])
    await ordered(['WRONG', 'MUG', 4, 1], ['HALF', 'MUG', 4, 1])
    await despatched(['WRONG', 'TWRONG', 'DPD', '2026-03-02 12:00', 'JUG', 1])
    await despatched(
      ['HALF', 'THALF', 'DPD', '2026-03-02 12:00', 'MUG', 1],
      ['HALF', 'THALF', 'DPD', '2026-03-02 12:00', 'JUG', 1],
    )
    expect([await figures('MUG'), await figures('JUG')]).toEqual([
      [99, 7, 92],
      [8, 0, 8],
    ])
    await arrived('TWRONG', 'THALF')
    expect([await read('WRONG'), await read('HALF')]).toEqual([
      ['D', '4 MUG'],
      ['D', '3 MUG'],
    ])
    const closed = await on.portal.call(contract.orders.closeShort, { body: { orderNumber: 'WRONG', note: '' } }, on.me)
    expect(closed.body.message).toContain('4 of SKU MUG were not sent. It is delivered.')
    expect(await figures('MUG')).toEqual([99, 3, 96])
  })

  test('is a box of an ordered product or an extra, also when the boxes of the product change', async () => {
    const boxes = (text: string) => fed('skus', 'SKU,title,boxes', [['TABLE', 'Table', text]])
    await fed('skus', 'SKU,title', [
      ['TOP', 'Table top'],
      ['LEG', 'Leg'],
      ['FOOT', 'Foot'],
    ])
    await boxes('TOP; LEG x 4')
    await counted(['TOP', 10, '2026-03-01'], ['LEG', 40, '2026-03-01'])
    await ordered(['WHOLE', 'TABLE', 2, 1], ['LESS', 'TABLE', 2, 1])
    for (const order of ['WHOLE', 'LESS'])
      await despatched(
        [order, `T${order}`, 'DPD', '2026-03-02 12:00', 'TOP', 2],
        [order, `T${order}`, 'DPD', '2026-03-02 12:00', 'LEG', order === 'WHOLE' ? 8 : 6],
      )
    expect([await read('WHOLE'), await read('LESS')]).toEqual([
      ['D', null],
      ['D', '2 LEG'],
    ])
    expect([await figures('TOP'), await figures('LEG')]).toEqual([
      [6, 0, 6],
      [26, 2, 24],
    ])
    await boxes('TOP; LEG x 3; FOOT')
    expect([await read('WHOLE'), await read('LESS')]).toEqual([
      ['D', '2 FOOT'],
      ['D', '2 FOOT'],
    ])
    expect(await figures('LEG')).toEqual([26, 0, 26])
    await boxes('TOP; LEG x 4')
    expect(await figures('LEG')).toEqual([26, 2, 24])
    await arrived('TWHOLE', 'TLESS')
    expect([await read('WHOLE'), await read('LESS')]).toEqual([
      ['V', null],
      ['D', '2 LEG'],
    ])
  })
})
