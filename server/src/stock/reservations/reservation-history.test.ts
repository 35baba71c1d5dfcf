import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../../demo/seeded-random.ts'
import { checkFacts, foldFacts, rebuildFacts } from '../../figures/deltas.ts'
import { commandedOrders } from '../../testing/commanded-orders.ts'
import { csv } from '../../testing/feed-portal.ts'
import { makeSku } from '../../testing/factories.ts'
import { inNumber } from '../../testing/in-number.ts'
import { orderBody } from '../../testing/order-body.ts'
import { openTestPortal, type TestPortal } from '../../testing/test-portal.ts'
import { stockFacts } from '../ledger/stock-facts.ts'
import { endReservations } from './end-reservations.ts'

const { stock, orders } = contract
let portal: TestPortal
let on: ReturnType<typeof commandedOrders>
let as: Awaited<ReturnType<typeof on.shop>>
beforeAll(async () => {
  portal = await openTestPortal()
  on = commandedOrders(portal)
  as = await on.shop()
})
afterAll(() => portal.close())

async function feed(name: 'stock' | 'despatches', body: string) {
  const { status } = await fetch(`${portal.url}/api/feeds/${name}`, {
    method: 'POST',
    headers: { access_token: as.token, client: as.client, 'content-type': 'text/csv' },
    body,
  })
  expect(status).toBe(200)
}
const body = (sku: string, pieces: number, overrides: object = {}) => ({
  sku,
  type: 'SELLABLE',
  pieces,
  purpose: 'promotion' as const,
  until: '2099-12-31',
  orderNumber: '',
  customerAccount: '',
  note: '',
  ...overrides,
})
const balances = () =>
  on.rows(
    `select sku_code, code, on_hand, reserved, promised from stock_known where client_code = $1 order by 1, 2`,
    as.client,
  )

test('a reservation of a deleted SKU can still be changed, released and ended', async () => {
  const SKU = await makeSku(portal.testDatabase, { client: as.client, code: 'GONE' })
  await feed('stock', csv([[SKU, 9, '2026-03-01']], 'SKU,stockOnHand,asOf'))
  const ids: string[] = []
  for (const pieces of [2, 3])
    ids.push((await portal.call(stock.addReservation, { body: body(SKU, pieces) }, as)).body.reservation._id)
  await on.rows('delete from skus where client_code = $1 and sku_code = $2', as.client, SKU)

  const { body: listed } = await portal.call(stock.listReservations, { body: { sku: SKU } }, as)
  expect(listed.rows.map(({ sku, title }) => [sku, title])).toEqual([
    [SKU, ''],
    [SKU, ''],
  ])
  const detail = await portal.call(stock.stockDetail, { body: { sku: SKU, type: 'SELLABLE' } }, as)
  expect([detail.status, detail.body.reservationCount]).toEqual([200, 2])
  const refused = await portal.call(stock.addReservation, { body: body(SKU, 1) }, as)
  expect(refused).toMatchObject({ status: 400, body: { message: 'SKU GONE doesn’t exist' } })
  const [changed, ended] = [ids[0] ?? '', ids[1] ?? '']
  const { sku: _sku, type: _type, ...overrides } = body(SKU, 4)
  const put = { params: { id: changed }, body: { ...overrides, version: 1 } }
  expect((await portal.call(stock.changeReservation, put, as)).status).toBe(200)
  expect((await portal.call(stock.releaseReservation, { params: { id: changed }, query: {} }, as)).status).toBe(200)
  await on.rows(`update stock_reservations set until_day = '2026-01-01' where reservation_id = $1`, ended)
  expect(await endReservations(portal.database, new Date())).toBe(1)
  const after = await portal.call(stock.stockDetail, { body: { sku: SKU, type: 'SELLABLE' } }, as)
  expect(after.body.reservationCount).toBe(0)
  expect(after.body.ended.map(({ _id, state }) => [_id, state])).toEqual([
    [ended, 'expired'],
    [changed, 'released'],
  ])
  expect(await balances()).toContainEqual({
    sku_code: SKU,
    code: 'SELLABLE',
    on_hand: '9',
    reserved: '0',
    promised: '0',
  })
})

test('after mixed concurrent work balances equal the records and a rebuild', async () => {
  const random = seededRandom(14)
  const skus = [as.SKU, await makeSku(portal.testDatabase, { client: as.client, code: 'OTHER' })]
  const codes = ['SELLABLE', 'SELLABLE', 'QUARANTINE']
  const reserved: string[] = []
  let orderCount = 0
  const numbers: string[] = []
  const count = () =>
    feed(
      'stock',
      csv(
        [
          [random.of(skus), 'count', random.whole(0, 300), '', random.of(['', 'Quarantine']), ''],
          [random.of(skus), 'goods-in', '', random.whole(1, 9), '', ''],
          [random.of(skus), 'adjustment', '', -random.whole(1, 3), '', 'Broken'],
        ].map((row) => [...row, `2026-03-0${random.whole(1, 9)}`]),
        'SKU,kind,stockOnHand,quantity,type,reason,asOf',
      ),
    )
  const acts: Record<string, () => Promise<unknown>> = {
    count,
    async reserve() {
      const purpose = random.of([
        { purpose: 'order', orderNumber: `N-${orderCount + random.whole(1, 4)}` },
        { purpose: 'wholesale', customerAccount: 'ACCOUNT' },
        { purpose: 'promotion' },
      ])
      const overrides = { type: random.of(codes), ...purpose }
      const answer = await portal.call(
        stock.addReservation,
        { body: body(random.of(skus), random.whole(1, 12), overrides) },
        as,
      )
      expect([200, 400, 422]).toContain(answer.status)
      if (answer.status === 200) reserved.push(answer.body.reservation._id)
    },
    async reserveByFile() {
      const rows = [1, 2, 3].map(() => ({
        sku: random.of(skus),
        pieces: String(random.whole(0, 20)),
        purpose: 'quality',
        until: '2099-01-01',
      }))
      expect((await portal.call(stock.importReservations, { body: { rows } }, as)).status).toBe(200)
    },
    async change() {
      const id = random.of(reserved)
      const [row] = await on.rows(`select version, pieces from stock_reservations where reservation_id = $1`, id)
      const { sku: _sku, type: _type, ...overrides } = body('', Number(row?.['pieces']) + random.whole(-2, 3))
      const put = { params: { id }, body: { ...overrides, version: Number(row?.['version']) } }
      expect([200, 400, 409, 422]).toContain((await portal.call(stock.changeReservation, put, as)).status)
    },
    async release() {
      const params = { id: random.of(reserved) }
      expect([200, 422]).toContain((await portal.call(stock.releaseReservation, { params, query: {} }, as)).status)
    },
    async order() {
      const orderNo = `N-${++orderCount}`
      const items = [{ SKU: random.of(skus), quantity: random.whole(1, 6) }]
      const order = { ...orderBody({ SKU: as.SKU, orderNo, customerAccount: random.of(['ACCOUNT', '']) }), items }
      expect((await portal.call(orders.create, { body: order }, as)).status).toBe(200)
      numbers.push(orderNo)
    },
    async cancel() {
      const { commandId } = await on.act(as, 'cancel', [random.of(numbers)])
      if (random.happens(0.5)) await on.undo(as, commandId)
    },
    despatch() {
      const order = random.of(numbers)
      const row = [order, `T-${order}-${random.whole(1, 3)}`, 'DPD', random.of(skus), random.whole(1, 3)]
      return feed('despatches', csv([row], 'orderNumber,trackingNumber,carrier,SKU,quantity'))
    },
    async end() {
      await on.rows(
        `update stock_reservations set until_day = '2026-01-01' where client_code = $1 and reservation_id = $2`,
        as.client,
        random.of(reserved),
      )
      await endReservations(portal.database, new Date())
    },
    fold: () => foldFacts(portal.database, [stockFacts]),
  }
  await count()
  await feed(
    'stock',
    csv(
      skus.map((sku) => [sku, 200]),
      'SKU,stockOnHand',
    ),
  )
  while (reserved.length < 2) await acts['reserve']?.()
  // The outcome of this one does not depend on timing.
  const certain = body(as.SKU, 5, { purpose: 'order', orderNumber: 'CERTAIN' })
  expect((await portal.call(stock.addReservation, { body: certain }, as)).status).toBe(200)
  expect((await portal.call(orders.create, { body: orderBody({ SKU: as.SKU, orderNo: 'CERTAIN' }) }, as)).status).toBe(
    200,
  )
  await acts['order']?.()
  let left = inNumber(100, 2000)
  const work = async () => {
    while (left-- > 0) await acts[random.of(Object.keys(acts))]?.()
  }
  await Promise.all(Array.from({ length: 8 }, work))

  const agree = async () => expect(await checkFacts(portal.database, [stockFacts])).toEqual({ stock: 0 })
  await agree()
  const [drawn] = await on.rows(
    `select (select coalesce(sum(drawn), 0)::int from stock_reservations where client_code = $1) as reservations,
       (select coalesce(sum(pieces), 0)::int from stock_reservation_draws where client_code = $1) as orders,
       (select count(*)::int from stock_reservations where client_code = $1 and drawn > 0) as some`,
    as.client,
  )
  expect(drawn?.['reservations']).toBe(drawn?.['orders'])
  expect(Number(drawn?.['some'])).toBeGreaterThan(0)
  const before = await balances()
  await foldFacts(portal.database, [stockFacts])
  await rebuildFacts(portal.database, stockFacts)
  expect(await balances()).toEqual(before)
  await agree()
}, 120_000)
