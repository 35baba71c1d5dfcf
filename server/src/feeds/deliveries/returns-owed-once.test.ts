import { inClient } from '../../database/in-client.ts'
import { expireReturns } from '../../returns/portal/expire-returns.ts'
import { lockReturns } from '../../returns/portal/load-returns.ts'
import { withdrawReturn } from '../../returns/portal/change-returns.ts'
import { describe, expect, test } from 'vitest'
import { makeParcel } from '../../testing/parcels.ts'
import { returnsDesk } from '../../testing/returns/returns-desk.ts'

const { announced, feed, marked, on, onHand, order, read, refunded, returnable, settle } = returnsDesk()

const withdrawn = (reference: string) => {
  const { client } = on().me
  return inClient(on().portal.database, client, (transaction) =>
    withdrawReturn(transaction, { client, reference, by: '', now: new Date() }),
  )
}
/** Expires announced pieces of an order that were not sent, as happens after 28 days. */
async function expired(orderNumber: string) {
  await on().rows(
    `update announced_returns set announced_at = now() - interval '40 days' where client_code = $1 and order_number = '${orderNumber}'`,
  )
  await expireReturns(on().portal.database, new Date())
}

test('a piece refunded without return is not refunded again when it arrives', async () => {
  const of = await order('KEPT-1', 3)
  const reference = await announced('KEPT-1', 1)
  await marked(reference, 'kept')
  expect((await refunded(reference, '1.00', 1, { reason: 'As agreed' })).status).toBe(200)
  await feed(reference, of, [['received', '08:00']])
  expect(await read(reference)).toMatchObject({ pieces: { received: 1, refunded: 1 }, owed: 0, dueOn: null })
  expect(await returnable('KEPT-1')).toEqual([2])
})

test('the desk can receive expired pieces, like the warehouse', async () => {
  await order('DESK-9', 3)
  const [taken, kept] = [await announced('DESK-9', 1), await announced('DESK-9', 1)]
  await withdrawn(taken)
  expect((await marked(taken, 'received')).status).toBe(200)
  expect(await read(taken)).toMatchObject({ pieces: { received: 1 }, owed: 1, dueOn: expect.any(String) })
  await marked(kept, 'kept')
  expect((await refunded(kept, '1.00', 1, { reason: 'As agreed' })).status).toBe(200)
  expect((await marked(kept, 'received')).status).toBe(200)
  expect(await read(kept)).toMatchObject({ pieces: { received: 1, refunded: 1 }, owed: 0, dueOn: null })
  expect((await marked(kept, 'received')).status).toBe(422)
})

test('repeats under the warehouse’s reference belong to the matched pieces', async () => {
  const of = await order('OWN-1', 3)
  const references = [await announced('OWN-1', 1), await announced('OWN-1', 1)]
  await feed('WH-OWN', of, [['received', '06:00', 2]])
  expect(await feed('WH-OWN', of, [['received', '07:00', 2]])).toMatchObject({ created: 0, unchanged: 1 })
  for (const reference of references) expect(await read(reference)).toMatchObject({ pieces: { received: 1 }, owed: 1 })
  expect(await returnable('OWN-1')).toEqual([1])
})

test('a later row without the order still belongs to the matched return', async () => {
  const of = await order('OWN-2', 1)
  const reference = await announced('OWN-2', 1)
  await feed('WH-OWN-2', of, [['received', '06:00']])
  await feed('WH-OWN-2', { sku: of.sku }, [['restocked', '07:00']])
  expect(await read(reference)).toMatchObject({ pieces: { restocked: 1 }, owed: 1 })
})

describe('withdrawn pieces that arrive', () => {
  test('count one by one, also in stock', async () => {
    const of = await order('ENDED-1', 2)
    const before = (await onHand(of.sku))['SELLABLE'] ?? 0
    const reference = await announced('ENDED-1', 2)
    await withdrawn(reference)
    for (const time of ['08:00', '09:00']) await feed(reference, of, [['restocked', time]])
    expect(await read(reference)).toMatchObject({ pieces: { restocked: 2 }, owed: 2, dueOn: '2026-04-03' })
    expect(await onHand(of.sku)).toMatchObject({ SELLABLE: before + 2 })
  })
  test('belong to the return announced instead, under the earlier label', async () => {
    const of = await order('AGAIN-1', 1)
    const first = await announced('AGAIN-1', 1)
    await withdrawn(first)
    const then = await announced('AGAIN-1', 1)
    for (const time of ['08:00', '09:00']) await feed(first, of, [['received', time]])
    await feed(first, of, [['restocked', '10:00']])
    expect(await read(then)).toMatchObject({ pieces: { restocked: 1 }, owed: 1, dueOn: '2026-04-03' })
    expect(await read(first)).toMatchObject({ pieces: { withdrawn: 1 }, owed: 0, dueOn: null })
    await expired('AGAIN-1')
    expect(await read(then)).toMatchObject({ pieces: { restocked: 1 }, owed: 1, dueOn: '2026-04-03' })
  })
  test('release that return’s replacement without a refund', async () => {
    const of = await order('AGAIN-2', 3)
    const first = await announced('AGAIN-2', 1)
    await withdrawn(first)
    const then = await announced('AGAIN-2', 1, { resolution: 'exchange' })
    await feed(first, of, [['received', '08:00']])
    expect(await read(then)).toMatchObject({ pieces: { received: 1 }, exchange: 'release' })
    await settle()
    await feed(first, of, [['received', '09:00']])
    expect(await read(first)).toMatchObject({ pieces: { withdrawn: 1 }, owed: 0, dueOn: null })
    expect(await returnable('AGAIN-2')).toEqual([2])
  })
  test('are refunded once if the desk recorded them with the new return', async () => {
    const of = await order('AGAIN-3', 1)
    const first = await announced('AGAIN-3', 1)
    await expired('AGAIN-3')
    const then = await announced('AGAIN-3', 1)
    await marked(then, 'received')
    await feed(first, of, [['received', '08:00']])
    expect(await read(then)).toMatchObject({ pieces: { received: 1 }, owed: 1 })
    expect(await read(first)).toMatchObject({ owed: 0, dueOn: null })
  })
  test('and exceed the order are refunded when another return ends', async () => {
    const of = await order('AGAIN-4', 2)
    const [first, then] = [await announced('AGAIN-4', 1), await announced('AGAIN-4', 1)]
    await feed(first, of, [['received', '08:00', 2]])
    expect(await read(first)).toMatchObject({ pieces: { received: 2 }, owed: 1 })
    expect((await refunded(first, '1.00', 1, { reason: 'As agreed' })).status).toBe(200)
    expect(await read(first)).toMatchObject({ owed: 0, dueOn: null })
    await withdrawn(then)
    expect(await read(first)).toMatchObject({ owed: 1, dueOn: expect.any(String) })
  })
})

describe('pieces despatched beyond the order', () => {
  /** An order of two pieces of which three were despatched. */
  async function threeOfTwo(orderNumber: string) {
    const of = await order(orderNumber, 2)
    const contents = [{ sku: of.sku, quantity: 1 }]
    await makeParcel(on().portal.testDatabase, { client: on().me.client, orderNumber, contents })
    return of
  }
  test('come back without a refund', async () => {
    const of = await threeOfTwo('MORE-1')
    const reference = await announced('MORE-1', 3)
    await feed(reference, of, [['received', '08:00', 3]])
    expect(await read(reference)).toMatchObject({ pieces: { received: 3 }, owed: 2 })
    expect((await refunded(reference, '0.01', 3)).status).toBe(422)
    expect((await refunded(reference, '0.01', 2, { reason: 'As agreed' })).status).toBe(200)
    expect(await read(reference)).toMatchObject({ owed: 0, dueOn: null })
  })
  test('are those announced last, until another return ends', async () => {
    const of = await threeOfTwo('MORE-2')
    const [first, then] = [await announced('MORE-2', 2), await announced('MORE-2', 1)]
    await feed(then, of, [['received', '08:00']])
    expect(await read(then)).toMatchObject({ pieces: { received: 1 }, owed: 0, dueOn: null })
    await withdrawn(first)
    expect(await read(then)).toMatchObject({ owed: 1, dueOn: expect.any(String) })
    const again = await announced('MORE-2', 2)
    await feed(again, of, [['received', '09:00', 2]])
    expect(await read(then)).toMatchObject({ owed: 1 })
    expect(await read(again)).toMatchObject({ pieces: { received: 2 }, owed: 1 })
  })
})

describe('a row with only the customer’s account', () => {
  test('belongs to that customer’s announced return', async () => {
    const of = await order('ACC-1', 1)
    await order('ACC-0', 1)
    await on().rows(
      `update orders set customer_account = 'ACC' where client_code = $1 and order_number in ('ACC-0', 'ACC-1')`,
    )
    await on().rows(`update order_lines set sku_code = '${of.sku}' where client_code = $1 and order_number = 'ACC-0'`)
    const reference = await announced('ACC-1', 1)
    expect(await feed('WH-ACC', { sku: of.sku, account: 'ACC' }, [['received', '']])).toMatchObject({
      created: 1,
      noted: {},
    })
    expect(await read(reference)).toMatchObject({ pieces: { received: 1 }, owed: 1 })
    await feed('WH-ACC', { sku: of.sku, account: 'ACC' }, [['restocked', '']])
    expect(await read(reference)).toMatchObject({ pieces: { restocked: 1 }, owed: 1 })
  })
})

test('a row with an account locks no unrelated returns', async () => {
  const [of, other] = [await order('HELD-1', 1), await order('HELD-2', 1)]
  await on().rows(
    `update orders set customer_account = 'HELD' where client_code = $1 and order_number in ('HELD-1', 'HELD-2')`,
  )
  const [reference, held] = [await announced('HELD-1', 1), await announced('HELD-2', 1)]
  const { client } = on().me
  await inClient(on().portal.database, client, async (transaction) => {
    expect(await lockReturns(transaction, client, [held])).toHaveLength(1)
    await feed('WH-HELD', { sku: of.sku, account: 'HELD' }, [['received', '']])
  })
  expect(await read(reference)).toMatchObject({ pieces: { received: 1 }, owed: 1 })
  await feed('WH-OTHER', { sku: other.sku, account: 'HELD' }, [['received', '']])
  expect(await read(held)).toMatchObject({ pieces: { received: 1 }, owed: 1 })
})

test('pieces returned unannounced cannot be refunded with another return', async () => {
  const of = await order('FEED-1', 2)
  await feed('WH-FEED', of, [
    ['received', '07:00'],
    ['refunded', '08:00'],
  ])
  const reference = await announced('FEED-1', 1)
  await feed(reference, of, [['received', '09:00', 2]])
  expect(await read(reference)).toMatchObject({ pieces: { received: 2 }, owed: 1 })
  expect((await refunded(reference, '2.00', 2)).status).toBe(422)
})

test('an unannounced refund reduces what can still be refunded', async () => {
  const of = await order('FEED-2', 2)
  const reference = await announced('FEED-2', 2)
  await feed(reference, of, [['received', '06:00', 2]])
  await feed('WH-FEED-2', of, [
    ['received', '07:00'],
    ['refunded', '08:00'],
  ])
  const [line] = await on().rows(
    `select total_value / quantity as value from order_lines where client_code = $1 and order_number = 'FEED-2'`,
  )
  const paid = Number(line?.['value'])
  expect(await refunded(reference, (2 * paid).toFixed(2), 2)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining(`at most £${paid.toFixed(2)} is left`) },
  })
})
