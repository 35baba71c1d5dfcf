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
/** Announces the exchange of both pieces. Gives its reference. */
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

test('an exchange is an order that waits suspended, and is released once all has come back', async () => {
  const { sku } = await despatched('X-1')
  const reference = await exchanged('X-1')
  expect(await read(reference)).toMatchObject({ exchangeOrder: `${reference}-X`, exchange: 'waiting' })
  const waiting = { status: 'S', suspended_for: 'Waiting for a return', quantity: 2, lines: [`${sku} 2`] }
  expect(await orderOf(reference)).toMatchObject({ ...waiting, email: 'ada@example.com' })
  await marked(reference, 'received', 1)
  expect(await settle()).toBe(0)
  expect(await orderOf(reference)).toMatchObject(waiting)
  await marked(reference, 'received', 1)
  // Two servers look at once.
  await Promise.all([settle(), settle()])
  expect(await orderOf(reference)).toMatchObject({ status: 'R', suspended_for: '' })
  expect(await read(reference)).toMatchObject({ exchange: 'released', refundDueOn: null })
  const told = [`Replacement released ${reference}`, `Replacement ordered ${reference}`]
  expect(await timeline('X-1')).toEqual(told)
  expect(await timeline(`${reference}-X`)).toEqual(told)
  expect((await on.historyOf(as.client, `${reference}-X`)).map(({ act, note }) => [act, note])).toEqual([
    ['Created', `Replaces what comes back of order X-1 with return ${reference}`],
    ['Released', `Received with return ${reference}`],
  ])
})

/** The orders that every list and count says have no carrier. */
const withoutCarrier = async () => {
  const { body } = await portal.call(contract.orders.list, { body: { noCarrier: true } }, as)
  const { body: counts } = await portal.call(contract.orders.listCounts, { query: {} }, as)
  const { body: open } = await portal.call(contract.allocation.exceptions, { query: { open: 'true' } }, as)
  const listed = body.Orders.map(({ orderNumber }) => orderNumber)
  expect([counts.views.noCarrier, open.total]).toEqual([listed.length, listed.length])
  return listed
}

test('an exchange with a carrier stands in no list of orders without one, and in all of them once it has lost it', async () => {
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

test('what a replacement lacks is known from the start: its goods, whatever of them comes back', async () => {
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

test('what never comes back is not replaced: the order goes with the rest, or is cancelled with the return', async () => {
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
  // The job is told at once, and does not wait for its next look.
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

test('it is made once a review allows it, and stays suspended with the reason where no carrier takes it', async () => {
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

test('what staff do to a replacement that still waits is kept with its return', async () => {
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

test('one that staff cancelled themselves stays cancelled', async () => {
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

test('a replacement whose address was corrected, or whose amendment was undone, goes without what never came', async () => {
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

test('a replacement whose lines staff amended goes as they are', async () => {
  const { sku } = await despatched('X-14')
  const reference = await exchanged('X-14')
  const { orderNo: _no, ...order } = orderBody({ SKU: sku, items: [{ SKU: sku, quantity: 3 }] })
  await portal.call(contract.orders.amend, { body: { ...order, orderNumber: `${reference}-X`, version: 1 } }, as)
  await marked(reference, 'received', 1)
  await marked(reference, 'withdrawn', 1)
  await settle()
  expect(await orderOf(reference)).toMatchObject({ status: 'R', quantity: 3 })
})

test('a piece that comes after its replacement went without it is owed', async () => {
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

test('goods whose replacement is cancelled after its release are owed, and no more once it goes after all', async () => {
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

test('one that fails again and again does not keep the next one waiting', async () => {
  await despatched('X-6')
  await despatched('X-7')
  const [failing = '', next = ''] = [await exchanged('X-6'), await exchanged('X-7')].toSorted()
  // Its order is there already, so that it cannot be made.
  await on.rows(`update announced_returns set exchange = 'make' where return_reference = $1`, failing)
  await marked(next, 'received', 2)
  expect([await settle(1), await settle(1)]).toEqual([0, 1])
  expect(await read(next)).toMatchObject({ exchange: 'released' })
})
