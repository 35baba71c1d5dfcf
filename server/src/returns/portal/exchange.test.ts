import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inClient } from '../../database/in-client.ts'
import { commandedOrders } from '../../testing/commanded-orders.ts'
import { orderBody } from '../../testing/order-body.ts'
import { addReturnsBook, makeDespatchedOrder, makeReturnsShop } from '../../testing/returns.ts'
import { makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type TestPortal } from '../../testing/test-portal.ts'
import { withdrawReturn } from './change-returns.ts'
import { onExchangesDue } from './exchange-due.ts'
import { settleExchanges } from './exchange-job.ts'

const { announce, mark, record, refund, review } = contract['announced-returns']

let portal: TestPortal
let on: ReturnType<typeof commandedOrders>
let as: Awaited<ReturnType<typeof on.shop>>
beforeAll(async () => {
  portal = await openTestPortal()
  on = commandedOrders(portal)
  as = await on.shop()
  await addReturnsBook(portal, as)
})
afterAll(() => portal.close())

const settle = (atOnce?: number) =>
  settleExchanges({ database: portal.database, services: portal.app.services, log: portal.app.log }, new Date(), atOnce)
const despatched = (orderNo: string) => makeDespatchedOrder(portal, { client: as.client, as, orderNo, quantity: 2 })
const BOTH = [{ lineNumber: 1, quantity: 2 }]
/**
 * Announces an exchange of both pieces.
 *
 * @returns the return reference
 */
async function exchanged(orderNumber: string, reason = 'MIND'): Promise<string> {
  const lines = [{ lineNumber: 1, quantity: 2, reason, resolution: 'exchange' as const }]
  const { status, body } = await portal.call(announce, { body: { orderNumber, lines } }, as)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.returnReference
}
const marked = (reference: string, state: 'received' | 'withdrawn' | 'expired', quantity: number) => {
  const body = { state, lines: [{ lineNumber: 1, quantity }], reason: 'told by the warehouse' }
  return portal.call(mark, { params: { reference }, body }, as)
}
const read = async (reference: string) => (await portal.call(record, { params: { reference } }, as)).body
const orderOf = async (reference: string) => {
  const [order] = await on.rows(
    `select status, suspended_for, quantity, total_value::float as value, email,
       (select array_agg(sku_code || ' ' || quantity) from order_lines l
         where l.client_code = o.client_code and l.order_number = o.order_number) as lines
     from orders o where client_code = $1 and order_number = $2`,
    as.client,
    `${reference}-X`,
  )
  return order
}
const timeline = async (orderNumber: string) => {
  const { body } = await portal.call(contract.enquiries.timeline, { query: { orderNumber } }, as)
  return body.entries.filter(({ kind }) => kind === 'exchange').map(({ title, record: of }) => `${title} ${of}`)
}

test('a replacement order is suspended, and released once everything has come back', async () => {
  const { sku } = await despatched('X-1')
  const reference = await exchanged('X-1')
  expect(await read(reference)).toMatchObject({ exchangeOrder: `${reference}-X`, exchange: 'waiting' })
  const waiting = { status: 'S', suspended_for: 'Waiting for a return', quantity: 2, lines: [`${sku} 2`] }
  expect(await orderOf(reference)).toMatchObject({ ...waiting, email: 'ada@example.com' })
  await marked(reference, 'received', 1)
  expect(await settle()).toBe(0)
  expect(await orderOf(reference)).toMatchObject(waiting)
  await marked(reference, 'received', 1)
  // Two servers run the job at once.
  await Promise.all([settle(), settle()])
  expect(await orderOf(reference)).toMatchObject({ status: 'R', suspended_for: '' })
  expect(await read(reference)).toMatchObject({ exchange: 'released', refundDueOn: null })
  const entries = [`Replacement released ${reference}`, `Replacement ordered ${reference}`]
  expect(await timeline('X-1')).toEqual(entries)
  expect(await timeline(`${reference}-X`)).toEqual(entries)
  expect((await on.historyOf(as.client, `${reference}-X`)).map(({ act, note }) => [act, note])).toEqual([
    ['Created', `Replaces what comes back of order X-1 with return ${reference}`],
    ['Released', `Received with return ${reference}`],
  ])
})

/** Orders without a carrier, by every list and count. */
const withoutCarrier = async () => {
  const { body } = await portal.call(contract.orders.list, { body: { noCarrier: true } }, as)
  const { body: counts } = await portal.call(contract.orders.listCounts, { query: {} }, as)
  const { body: open } = await portal.call(contract.allocation.exceptions, { query: { open: 'true' } }, as)
  const listed = body.Orders.map(({ orderNumber }) => orderNumber)
  expect([counts.views.noCarrier, open.total]).toEqual([listed.length, listed.length])
  return listed
}

test('a replacement is listed as without carrier only while it has none', async () => {
  await makeRuleBook(portal.testDatabase, as.client, [methodItem('M1', 'DPD', 45_000, { countries: ['GB'] })])
  await despatched('X-9')
  const reference = await exchanged('X-9')
  await marked(reference, 'received', 2)
  await settle()
  const orderNumber = `${reference}-X`
  const listed = (await portal.call(contract.orders.list, { body: { orderRef: orderNumber } }, as)).body.Orders
  expect(listed).toMatchObject([{ orderNumber, Status: 'R', carrier: 'DPD UK' }])
  expect(await withoutCarrier()).toEqual([])
  const order = { ...orderBody({ SKU: '' }), orderNumber, version: listed[0]?.version ?? 0 }
  const { orderNo: _no, items: _items, ...amended } = order
  const body = { ...amended, country: 'FR', postCode: '75001' }
  expect((await portal.send(contract.orders.amend, { body }, as)).status).toBe(200)
  expect(await withoutCarrier()).toEqual([orderNumber])
})

test('a replacement’s missing data is known from the start', async () => {
  await despatched('X-10')
  const reference = await exchanged('X-10')
  const lacking = async () =>
    (await portal.call(contract.orders.list, { body: { orderRef: `${reference}-X` } }, as)).body.Orders[0]
      ?.needsAttention
  expect(await lacking()).toEqual(['weight', 'size'])
  await marked(reference, 'expired', 1)
  await marked(reference, 'received', 1)
  await settle()
  expect(await lacking()).toEqual(['weight', 'size'])
})

test('goods that never come back are not replaced, and an empty replacement is cancelled', async () => {
  const { sku } = await despatched('X-2')
  const part = await exchanged('X-2')
  await marked(part, 'expired', 1)
  await marked(part, 'received', 1)
  await settle()
  expect(await orderOf(part)).toMatchObject({ status: 'R', quantity: 1, lines: [`${sku} 1`] })
  await despatched('X-3')
  const whole = await exchanged('X-3')
  const isDue = vi.fn<() => void>()
  const deafen = onExchangesDue(isDue)
  await inClient(portal.database, as.client, (transaction) =>
    withdrawReturn(transaction, { client: as.client, reference: whole, by: '', now: new Date() }),
  )
  deafen()
  // The job is woken at once, and does not wait for its next run.
  expect(isDue).toHaveBeenCalledOnce()
  await settle()
  expect(await orderOf(whole)).toMatchObject({ status: 'C' })
  expect((await read(whole)).steps.map(({ title }) => title)).toEqual([
    'Announced',
    'Replacement ordered',
    'Withdrawn',
    'Replacement cancelled',
  ])
})

test('a replacement follows the review, and stays suspended if no carrier takes it', async () => {
  const bare = await makeReturnsShop(portal)
  await makeDespatchedOrder(portal, { ...bare, orderNo: 'X-4' })
  const lines = [{ lineNumber: 1, quantity: 1, reason: 'DAMAGED', resolution: 'exchange' as const }]
  const announced = await portal.call(announce, { body: { orderNumber: 'X-4', lines } }, bare.as)
  const params = { reference: announced.body.returnReference }
  const exchange = async () => (await portal.call(record, { params }, bare.as)).body
  expect(await exchange()).toMatchObject({ review: 'waiting', exchangeOrder: '', exchange: 'none' })
  await portal.call(review, { params, body: { answer: 'allowed', reason: 'Sorry' } }, bare.as)
  expect(await exchange()).toMatchObject({ exchange: 'waiting' })
  const body = { state: 'received' as const, lines: [{ lineNumber: 1, quantity: 1 }], reason: '' }
  await portal.call(mark, { params, body }, bare.as)
  await settle()
  const { exchange: state, exchangeOrder, steps } = await exchange()
  expect(state).toBe('held')
  expect(steps.at(-1)).toMatchObject({
    title: 'Replacement needs attention',
    reason: expect.stringMatching(/carrier/i),
  })
  expect((await on.historyOf(bare.client, exchangeOrder)).at(-1)).toMatchObject({
    status: 'S',
    note: expect.stringMatching(new RegExp(`^Return ${params.reference} was received. .*carrier`, 'i')),
  })
  expect(await settle()).toBe(0)
  await on.send(bare.as, 'cancel', { orders: [{ clientCode: bare.client, orderNumber: exchangeOrder }] })
  await settle()
  expect(await exchange()).toMatchObject({ exchange: 'cancelled', refundDueOn: expect.any(String) })
  expect(await settle()).toBe(0)
})

test('the return records what staff do to a waiting replacement', async () => {
  await despatched('X-8')
  const reference = await exchanged('X-8')
  await on.act(as, 'cancel', [`${reference}-X`])
  await settle()
  const { exchange, steps, refundDueOn } = await read(reference)
  expect({ exchange, refundDueOn, last: steps.at(-1)?.title }).toEqual({
    exchange: 'cancelled',
    refundDueOn: null,
    last: 'Replacement cancelled',
  })
  await marked(reference, 'received', 2)
  expect(await read(reference)).toMatchObject({ exchange: 'cancelled', refundDueOn: expect.any(String) })
})

test('a replacement cancelled by staff stays cancelled', async () => {
  await despatched('X-5')
  const reference = await exchanged('X-5')
  await on.act(as, 'cancel', [`${reference}-X`])
  await marked(reference, 'received', 2)
  const refunded = async () =>
    (
      await portal.call(
        refund,
        { params: { reference }, body: { lines: BOTH, amount: '9.00', reason: 'As agreed' } },
        as,
      )
    ).status
  expect(await refunded()).toBe(422)
  await settle()
  expect(await orderOf(reference)).toMatchObject({ status: 'C' })
  expect(await read(reference)).toMatchObject({ exchange: 'cancelled', refundDueOn: expect.any(String) })
  expect(await refunded()).toBe(200)
  expect(await read(reference)).toMatchObject({ refundDueOn: null })
})

test('a replacement with a corrected address is released without missing goods', async () => {
  const { sku } = await makeDespatchedOrder(portal, { client: as.client, as, orderNo: 'X-13', quantity: 3 })
  const lines = [{ lineNumber: 1, quantity: 3, reason: 'MIND', resolution: 'exchange' as const }]
  const reference = (await portal.call(announce, { body: { orderNumber: 'X-13', lines } }, as)).body.returnReference
  const { orderNo: _no, ...order } = orderBody({ SKU: sku, items: [{ SKU: sku, quantity: 3 }] })
  const amended = (version: number, more: object) =>
    portal.call(
      contract.orders.amend,
      { body: { ...order, orderNumber: `${reference}-X`, version, addressLine1: '2 Corrected Street', ...more } },
      as,
    )
  await amended(1, {})
  const { commandId } = (await amended(2, { items: [{ SKU: sku, quantity: 1 }] })).body
  expect(await orderOf(reference)).toMatchObject({ quantity: 1 })
  await on.undo(as, commandId)
  expect(await orderOf(reference)).toMatchObject({ quantity: 3 })
  await marked(reference, 'received', 1)
  await marked(reference, 'withdrawn', 1)
  await marked(reference, 'expired', 1)
  await settle()
  expect(await orderOf(reference)).toMatchObject({ status: 'R', quantity: 1, lines: [`${sku} 1`] })
  expect(await read(reference)).toMatchObject({ exchange: 'released', refundDueOn: null, details: [{ owed: 0 }] })
})

test('a replacement with lines amended by staff is released unchanged', async () => {
  const { sku } = await despatched('X-14')
  const reference = await exchanged('X-14')
  const { orderNo: _no, ...order } = orderBody({ SKU: sku, items: [{ SKU: sku, quantity: 3 }] })
  await portal.call(contract.orders.amend, { body: { ...order, orderNumber: `${reference}-X`, version: 1 } }, as)
  await marked(reference, 'received', 1)
  await marked(reference, 'withdrawn', 1)
  await settle()
  expect(await orderOf(reference)).toMatchObject({ status: 'R', quantity: 3 })
})

test('a piece that arrives after its replacement left is owed', async () => {
  await makeDespatchedOrder(portal, { client: as.client, as, orderNo: 'X-11', quantity: 3 })
  const lines = [{ lineNumber: 1, quantity: 3, reason: 'MIND', resolution: 'exchange' as const }]
  const reference = (await portal.call(announce, { body: { orderNumber: 'X-11', lines } }, as)).body.returnReference
  await marked(reference, 'received', 1)
  await marked(reference, 'withdrawn', 1)
  await marked(reference, 'expired', 1)
  await settle()
  expect(await orderOf(reference)).toMatchObject({ status: 'R', quantity: 1 })
  expect(await read(reference)).toMatchObject({ exchange: 'released', refundDueOn: null, details: [{ owed: 0 }] })
  await marked(reference, 'received', 1)
  const late = { exchange: 'released', refundDueOn: expect.any(String), details: [{ owed: 1 }] }
  expect(await read(reference)).toMatchObject(late)
  const refunded = async () =>
    (
      await portal.call(
        refund,
        {
          params: { reference },
          body: { lines: [{ lineNumber: 1, quantity: 1 }], amount: '4.50', reason: 'As agreed' },
        },
        as,
      )
    ).status
  expect([await refunded(), await refunded()]).toEqual([200, 422])
})

test('goods are owed while their released replacement is cancelled', async () => {
  await despatched('X-12')
  const reference = await exchanged('X-12')
  await marked(reference, 'received', 2)
  await settle()
  const { commandId } = await on.act(as, 'cancel', [`${reference}-X`])
  await settle()
  const cancelled = { exchange: 'cancelled', refundDueOn: expect.any(String), details: [{ owed: 2 }] }
  expect(await read(reference)).toMatchObject(cancelled)
  await on.undo(as, commandId)
  await settle()
  expect(await read(reference)).toMatchObject({ exchange: 'released', refundDueOn: null, details: [{ owed: 0 }] })
})

test('a repeatedly failing exchange does not delay the next one', async () => {
  await despatched('X-6')
  await despatched('X-7')
  const [failing = '', next = ''] = [await exchanged('X-6'), await exchanged('X-7')].toSorted()
  // The order number is taken, so it cannot be created.
  await on.rows(`update announced_returns set exchange = 'make' where return_reference = $1`, failing)
  await marked(next, 'received', 2)
  expect([await settle(1), await settle(1)]).toEqual([0, 1])
  expect(await read(next)).toMatchObject({ exchange: 'released' })
})
