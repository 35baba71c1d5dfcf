import { contract } from '@despatch/contract/contract'
import type { AmendOrder } from '@despatch/contract/orders/amend/amend-order'
import type { Order } from '@despatch/contract/orders/order'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { create, amend, amendPreview, searchByOrderNumber } = contract.orders

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

type Mine = SignedIn & { client: string; SKU: string }
type Items = NonNullable<AmendOrder['items']>

/** An order with one SKU, whose price is 11.99, on two lines: 2 for 40.00 and 1 for 10.00. */
async function twoPrices(): Promise<{ mine: Mine; one: Order; SKU: string }> {
  const as = await makeSession(portal.testDatabase)
  const SKU = await makeSku(portal.testDatabase, { client: as.client, unitValue: '11.99' })
  const mine = { ...as, SKU }
  const items = [
    { SKU, quantity: 2, totalValue: '40' },
    { SKU, quantity: 1, totalValue: '10' },
  ]
  const { orderNo, SKU: _single, ...body } = { ...orderBody({ SKU }), SKU, items }
  const answer = await portal.call(create, { body: { ...body, orderNo } }, mine)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { mine, one: await found(mine, orderNo), SKU }
}

async function found(mine: Mine, orderNumber: string): Promise<Order> {
  const [one] = (await portal.call(searchByOrderNumber, { body: { orderNumber } }, mine)).body.Orders
  if (!one) throw new Error(`There is no order ${orderNumber}`)
  return one
}

/** The line values in the preview, and then as saved. */
async function amended(mine: Mine, one: Order, items: Items) {
  const body = { orderNumber: one.orderNumber, version: one.version, items }
  const preview = await portal.call(amendPreview, { body }, mine)
  expect(preview.status, JSON.stringify(preview.body)).toBe(200)
  expect((await portal.call(amend, { body }, mine)).status).toBe(200)
  const now = await found(mine, one.orderNumber)
  expect(preview.body.after.totalValue).toBe(now.totalValue)
  return now.items.map(({ quantity, totalValue }) => `${quantity} for ${totalValue}`)
}

test.each<[string, { n?: number | null; quantity: number; totalValue?: string }[], string[]]>([
  [
    'less of the first line',
    [
      { n: 1, quantity: 1 },
      { n: 2, quantity: 1 },
    ],
    ['1 for 20.00', '1 for 10.00'],
  ],
  [
    'quantities swapped',
    [
      { n: 1, quantity: 1 },
      { n: 2, quantity: 2 },
    ],
    ['1 for 20.00', '2 for 20.00'],
  ],
  ['the first line taken out, more of the second', [{ n: 2, quantity: 2 }], ['2 for 20.00']],
  [
    'the lines in another order',
    [
      { n: 2, quantity: 1 },
      { n: 1, quantity: 2 },
    ],
    ['1 for 10.00', '2 for 40.00'],
  ],
  [
    'a value given for the second',
    [
      { n: 1, quantity: 2 },
      { n: 2, quantity: 1, totalValue: '12.50' },
    ],
    ['2 for 40.00', '1 for 12.50'],
  ],
  [
    'a new line, at what a piece costs in the order',
    [
      { n: 1, quantity: 2 },
      { n: 2, quantity: 1 },
      { n: null, quantity: 1 },
    ],
    ['2 for 40.00', '1 for 10.00', '1 for 20.00'],
  ],
  [
    'less of the first line, by a caller that does not number lines',
    [{ quantity: 1 }, { quantity: 1 }],
    ['1 for 20.00', '1 for 10.00'],
  ],
])('lines of one SKU with two prices keep their own: %s', async (_title, requested, worth) => {
  const { mine, one, SKU } = await twoPrices()
  const items = requested.map(({ n, ...line }) => ({ SKU, ...line, ...(n !== undefined && { lineNumber: n }) }))
  expect(await amended(mine, one, items)).toEqual(worth)
})

test('a line number with another SKU means a new line', async () => {
  const { mine, one, SKU } = await twoPrices()
  const other = await makeSku(portal.testDatabase, { client: mine.client, code: `LAMP-${SKU}`, unitValue: '3.00' })
  expect(
    await amended(mine, one, [
      { SKU: other, quantity: 2, lineNumber: 1 },
      { SKU, quantity: 1, lineNumber: 2 },
    ]),
  ).toEqual(['2 for 6.00', '1 for 10.00'])
})

test.each([
  ['a number that the order has not', [1, 3], 'items.1.lineNumber', 'The order has no line 3'],
  ['a number given twice', [2, 2], 'items.1.lineNumber', 'Line 2 is given twice'],
])('%s is refused at its line', async (_title, numbers, path, message) => {
  const { mine, one, SKU } = await twoPrices()
  const items = numbers.map((lineNumber) => ({ SKU, quantity: 1, lineNumber }))
  const body = { orderNumber: one.orderNumber, version: one.version, items }
  const { status, body: answer } = await portal.call(amend, { body }, mine)
  expect(status).toBe(400)
  expect(answer).toMatchObject({ fields: [{ path, message }] })
})
