import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient, makeSession, makeSku } from '../testing/factories.ts'
import { orderBody } from '../testing/order-body.ts'
import { openTestPortal, type TestPortal } from '../testing/test-portal.ts'

const { create, items, searchByOrderNumber } = contract.orders
const { order } = contract.enquiries
let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

/** A shop with one order of several lines. */
async function shopWith(orderNo: string, lines: number, clients?: string[]) {
  const as = await makeSession(portal.testDatabase, clients && { clients })
  const SKU = await makeSku(portal.testDatabase, { client: as.client, unitValue: '1.50', description: 'A mug' })
  const body = {
    ...orderBody({ SKU, orderNo }),
    items: Array.from({ length: lines }, (_none, index) => ({ SKU, quantity: index + 1 })),
  }
  expect((await portal.call(create, { body }, as)).status).toBe(200)
  return { as, SKU }
}

describe('one order by its number', () => {
  test('has its first hundred lines; the rest come by page', async () => {
    const { as } = await shopWith('LONG', 130)
    const [found] = (await portal.call(searchByOrderNumber, { body: { orderNumber: 'LONG' } }, as)).body.Orders
    expect(found?.itemCount).toBe(130)
    expect(found?.items.map(({ lineNumber }) => lineNumber)).toEqual(
      Array.from({ length: 100 }, (_none, index) => index + 1),
    )
    const page = await portal.call(items, { body: { orderNumber: 'LONG', page: 3, limit: 50 } }, as)
    expect(page.body.total).toBe(130)
    expect(page.body.items.map(({ lineNumber }) => lineNumber)).toEqual(
      Array.from({ length: 30 }, (_none, index) => index + 101),
    )
    expect(page.body.items[0]).toMatchObject({
      quantity: 101,
      unitValue: '1.50',
      totalValue: '151.50',
      Item_Description: 'A mug',
      isUnknownSku: false,
    })
    expect((await portal.call(items, { body: { orderNumber: 'LONG', page: 4, limit: 50 } }, as)).body).toEqual({
      items: [],
      total: 130,
    })
  })

  test('missing, is reported in the words of specification 2', async () => {
    const { as } = await shopWith('THERE', 1)
    for (const call of [searchByOrderNumber, items])
      expect(await portal.call(call, { body: { orderNumber: 'A/1 b' } }, as)).toMatchObject({
        status: 404,
        body: { code: 'not_found', message: 'No data available for A/1 b' },
      })
    expect((await portal.call(searchByOrderNumber, { body: { orderNumber: 'there' } }, as)).status).toBe(200)
    for (const orderNumber of ['THER', 'THERE%'])
      expect((await portal.call(searchByOrderNumber, { body: { orderNumber } }, as)).status).toBe(404)
  })

  test('with a slash, space or quote is found as it is', async () => {
    for (const orderNo of ['A/1', 'A 2', "O'Neil; --", 'é-Ł-李', '100%', '1..']) {
      const { as } = await shopWith(orderNo, 1)
      expect(
        (await portal.call(searchByOrderNumber, { body: { orderNumber: orderNo } }, as)).body.Orders[0]?.orderNumber,
      ).toBe(orderNo)
      expect((await portal.call(order, { query: { customerReference: orderNo } }, as)).body.details).toHaveLength(1)
    }
  })

  test('at two clients is two orders with their own lines and history', async () => {
    const on = portal.testDatabase
    const [one, two] = [await makeClient(on), await makeClient(on)]
    await shopWith('SAME', 1, [one])
    await shopWith('SAME', 3, [two])
    await shopWith('BOTH LONG', 120, [one])
    await shopWith('BOTH LONG', 110, [two])
    const both = await makeSession(on, { clients: [one, two], client: 'All_client' })
    const { Orders } = (await portal.call(searchByOrderNumber, { body: { orderNumber: 'SAME' } }, both)).body
    const summary = Orders.map(({ clientCode, items: lines, history }) => [clientCode, lines.length, history.length])
    expect(summary.toSorted()).toEqual(
      [
        [one, 1, 1],
        [two, 3, 1],
      ].toSorted(),
    )
    const long = await portal.call(searchByOrderNumber, { body: { orderNumber: 'BOTH LONG' } }, both)
    expect(long.body.Orders.map(({ items: lines }) => lines.length)).toEqual([100, 100])
    const alone = (await portal.call(searchByOrderNumber, { body: { orderNumber: 'SAME' } }, { ...both, client: two }))
      .body.Orders
    expect(alone.map(({ clientCode }) => clientCode)).toEqual([two])
    expect((await portal.call(items, { body: { orderNumber: 'SAME' } }, { ...both, client: one })).body).toMatchObject({
      total: 1,
    })
  })

  test('has its history, newest first', async () => {
    const { as } = await shopWith('OLD', 1)
    await portal.testDatabase.asOwner(
      "insert into order_history (client_code, order_number, version, at, by_name, act, status) values ($1, 'OLD', 2, now(), 'bob', 'Released', 'R')",
      [as.client],
    )
    const [found] = (await portal.call(searchByOrderNumber, { body: { orderNumber: 'OLD' } }, as)).body.Orders
    expect(found?.history.map(({ version, act, by }) => [version, act, by])).toEqual([
      [2, 'Released', 'bob'],
      [1, 'Created', expect.any(String)],
    ])
  })
})
