import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { commandedOrders, orderKeys } from '../../testing/commanded-orders.ts'
import { makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { openTestPortal, type TestPortal } from '../../testing/test-portal.ts'

const { preflight, receipts } = contract.orders
let portal: TestPortal
let on: ReturnType<typeof commandedOrders>
let as: Awaited<ReturnType<typeof on.shop>>
let mug: string
beforeAll(async () => {
  portal = await openTestPortal()
  on = commandedOrders(portal)
})
beforeEach(async () => {
  as = await on.shop()
  mug = await makeSku(portal.testDatabase, { client: as.client, code: 'MUG' })
  const order = async (orderNo: string, ...skus: string[]) => {
    const items = skus.map((SKU) => ({ SKU, quantity: 2 }))
    const body = { ...orderBody({ SKU: '', orderNo }), items }
    expect((await portal.call(contract.orders.create, { body }, as)).status).toBe(200)
  }
  await order('A', as.SKU)
  await order('B', as.SKU, mug)
  await order('C', mug)
  await short(mug, -3)
})
afterAll(() => portal.close())

/** A counted SKU with this many pieces left. */
const short = (sku: string, left: number) =>
  on.rows(
    `insert into stock_balances (client_code, sku_code, code, on_hand, promised, counted_at, counted)
     values ($1, $2, 'SELLABLE', greatest($3::int, 0), greatest(-$3::int, 0), now(), 0)
     on conflict (client_code, sku_code, code) do update set counted_at = now(), counted = 0,
       on_hand = stock_balances.promised + $3`,
    as.client,
    sku,
    left,
  )
const look = async (body: object) => (await portal.send(preflight, { body: { action: 'release', ...body } }, as)).body

test('the pre-flight names short orders and SKUs, and prevents immediate release', async () => {
  for (const body of [{ matching: { status: ['N'] } }, { orders: orderKeys(as.client, 'A', 'B', 'C') }]) {
    const { short: found, goesAtOnce, rows, allowed } = await look(body)
    expect({ found, goesAtOnce, allowed }).toEqual({
      allowed: 3,
      goesAtOnce: false,
      found: { orders: 2, SKUs: [{ clientCode: as.client, SKU: mug, pieces: 3, orders: 2 }], moreSKUs: 0 },
    })
    expect(
      rows.map(({ orderNumber, verdict }) => [orderNumber, verdict.endsWith('. SKU MUG is short of stock')]),
    ).toEqual([
      ['A', false],
      ['B', true],
      ['C', true],
    ])
  }
  await short(as.SKU, -1)
  expect((await look({ orderNumber: 'B' })).rows[0]?.verdict).toMatch(/ SKUs MUG and SKU-\w+ are short of stock$/)
  // Suspending promises nothing, so shortages do not matter.
  const suspending = await portal.call(preflight, { body: { action: 'suspend', matching: {} } }, as)
  expect(suspending.body.short).toEqual({ orders: 0, SKUs: [], moreSKUs: 0 })
})

test('an order says by how many units it is short: of what it needs, or of all that is missing', async () => {
  const shortOf = async (orderNumber: string) =>
    (await portal.call(contract.orders.searchByOrderNumber, { body: { orderNumber } }, as)).body.Orders[0]?.shortOfStock
  expect(await shortOf('A')).toBeNull()
  expect(await shortOf('B')).toEqual({ items: [{ SKU: mug, quantity: 2 }], SKUs: 1 })
  await short(mug, -1)
  await short(as.SKU, -9)
  expect(await shortOf('B')).toEqual({
    items: [
      { SKU: as.SKU, quantity: 2 },
      { SKU: mug, quantity: 1 },
    ],
    SKUs: 2,
  })
  await on.act(as, 'cancel', ['B'])
  expect(await shortOf('B')).toBeNull()
})

test('refused orders do not count as short', async () => {
  await on.rows(`update orders set lacks = lacks | 2 where client_code = $1 and order_number = 'C'`, as.client)
  const { short: found, rows } = await look({ matching: {} })
  expect(found).toMatchObject({ orders: 1, SKUs: [{ SKU: mug, orders: 1 }] })
  expect(rows[0]).toMatchObject({ orderNumber: 'C', isAllowed: false, verdict: expect.not.stringContaining('stock') })
})

test('receipts mark short releases with their SKUs, by name or filter', async () => {
  const one = await on.act(as, 'release', ['C'])
  expect(one).toMatchObject({ message: 'Order C has been released. SKU MUG is short of stock.', done: 1, short: 1 })
  const all = await on.act(as, 'release', { matching: {} })
  expect(all).toMatchObject({ message: '2 orders released, 1 short of stock, 1 failed.', done: 2, short: 1 })
  const stored = (await portal.call(receipts, { params: { commandId: all.commandId }, query: {} }, as)).body
  expect(stored).toMatchObject({ total: 3, done: 2, refused: 1, short: 1 })
  expect(stored.rows.map(({ orderNumber, outcome, shortOf }) => [orderNumber, outcome, shortOf])).toEqual([
    ['C', 'refused', []],
    ['B', 'done', ['MUG']],
    ['A', 'done', []],
  ])
})

test('suspended orders count too; undone ones are no longer short', async () => {
  await on.act(as, 'suspend', ['B'])
  expect((await look({ orderNumber: 'B' })).short.orders).toBe(1)
  const released = await on.act(as, 'release', ['B'])
  expect(released).toMatchObject({ done: 1, short: 1 })
  expect(await on.undo(as, released.commandId)).toMatchObject({ done: 1, short: 0 })
})
