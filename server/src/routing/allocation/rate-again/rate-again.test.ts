import { contract } from '@despatch/contract/contract'
import type { CreateOrderInput } from '@despatch/contract/orders/create/create-order'
import type { BookItem } from '@despatch/domain/routing/rule-book/book-items'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession, makeSku } from '../../../testing/factories.ts'
import { orderBody } from '../../../testing/order-body.ts'
import { capacityItem, carrierItem, heldItem, makeRuleBook, methodItem } from '../../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../../testing/test-portal.ts'

const { create, cancel, undo } = contract.orders
const { passedOver, passedOverOrders, ratePreview, rateAgain, decision, chooseCarrier } = contract.allocation

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

/** Evri is cheaper but takes one parcel a day; DPD takes any number. */
const BOOK = [
  carrierItem('EVRI', { name: 'Evri' }),
  carrierItem('DPD', { name: 'DPD UK' }),
  methodItem('M1', 'EVRI', 41_500, { methodDescription: 'Evri Standard' }),
  methodItem('M2', 'DPD', 45_700, { methodDescription: 'DPD Next Day' }),
  capacityItem('EVRI', 1),
]

type Shop = { as: SignedIn & { client: string }; SKU: string }
async function shop(items: readonly BookItem[] = BOOK): Promise<Shop> {
  const as = await makeSession(portal.testDatabase)
  const SKU = await makeSku(portal.testDatabase, { client: as.client })
  await makeRuleBook(portal.testDatabase, as.client, items)
  return { as, SKU }
}
async function order({ as, SKU }: Shop, given: Partial<CreateOrderInput> = {}): Promise<string> {
  const body = orderBody({ SKU, ...given })
  const answer = await portal.call(create, { body }, as)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return body.orderNo
}
const preview = async ({ as }: Shop, ...orderNumbers: string[]) => {
  const orders = orderNumbers.map((orderNumber) => ({ clientCode: as.client, orderNumber }))
  return (await portal.call(ratePreview, { body: { orders } }, as)).body.orders
}
type PreviewedOrder = Awaited<ReturnType<typeof preview>>[number]
const accept = async ({ as }: Shop, looked: readonly PreviewedOrder[]) => {
  const orders = looked.map(({ clientCode, orderNumber, version, now }) => ({
    clientCode,
    orderNumber,
    version,
    methods: now?.methods ?? [],
    cost: now?.cost ?? '',
  }))
  return (await portal.call(rateAgain, { body: { orders } }, as)).body
}
const undoRating = async ({ as }: Shop, commandId: string) =>
  (await portal.call(undo, { params: { commandId } }, as)).body
const carrierOf = async ({ as }: Shop, orderNumber: string) => {
  const { body } = await portal.call(decision, { body: { orderNumber } }, as)
  return body.consignments[0]?.decided?.chosen
}

test('the preview shows the current and the new method; accepting it moves the order', async () => {
  const of = await shop()
  const [first, second] = [await order(of), await order(of)]
  await makeRuleBook(portal.testDatabase, of.as.client, [capacityItem('EVRI', 5)])
  const looked = await preview(of, first, second)
  expect(looked).toMatchObject([
    { orderNumber: first, outcome: 'same', kept: { text: 'Evri: Evri Standard', cost: '4.15' } },
    {
      orderNumber: second,
      outcome: 'changes',
      kept: { text: 'DPD UK: DPD Next Day', methods: ['M2'], cost: '4.57' },
      now: { text: 'Evri: Evri Standard', methods: ['M1'], cost: '4.15' },
    },
  ])
  expect(await carrierOf(of, second), 'the look changes nothing').toBe('M2')
  expect((await accept(of, looked.slice(1))).receipts).toEqual([
    { clientCode: of.as.client, orderNumber: second, outcome: 'allocated', message: 'Evri: Evri Standard' },
  ])
  expect(await carrierOf(of, second)).toBe('M1')
  expect(await preview(of, second)).toMatchObject([{ outcome: 'same', version: (looked[1]?.version ?? 0) + 1 }])
})

test('an order that changed, or would now get another method, stays as it is', async () => {
  const of = await shop()
  const [, second] = [await order(of), await order(of)]
  await makeRuleBook(portal.testDatabase, of.as.client, [capacityItem('EVRI', 5)])
  const looked = await preview(of, second)
  await makeRuleBook(portal.testDatabase, of.as.client, [methodItem('M1', 'EVRI', 42_000)])
  expect((await accept(of, looked)).receipts).toMatchObject([
    { outcome: 'refused', message: expect.stringContaining('would now get another carrier') },
  ])
  const newer = looked.map((one) => ({ ...one, version: 7 }))
  expect((await accept(of, newer)).receipts).toMatchObject([
    { outcome: 'refused', message: expect.stringContaining('has changed since') },
  ])
  expect(await carrierOf(of, second)).toBe('M2')
})

test('an order without a carrier gets one; an order that none takes keeps its own', async () => {
  const of = await shop([carrierItem('EVRI', { name: 'Evri', active: 'N' }), methodItem('M1', 'EVRI', 41_500)])
  const waiting = await order(of)
  expect(await preview(of, waiting)).toMatchObject([{ outcome: 'refused', kept: null, now: null }])
  await makeRuleBook(portal.testDatabase, of.as.client, [carrierItem('EVRI', { name: 'Evri' })])
  const looked = await preview(of, waiting)
  expect(looked).toMatchObject([{ outcome: 'changes', kept: null, now: { methods: ['M1'] } }])
  expect((await accept(of, looked)).receipts).toMatchObject([{ outcome: 'allocated' }])
  await makeRuleBook(portal.testDatabase, of.as.client, [carrierItem('EVRI', { name: 'Evri', active: 'N' })])
  expect(await preview(of, waiting)).toMatchObject([{ outcome: 'refused', kept: { methods: ['M1'] }, now: null }])
})

test('a carrier chosen by hand stays', async () => {
  const of = await shop(BOOK.slice(0, 4))
  const orderNumber = await order(of)
  const body = { orderNumber, number: 1, version: 1, attempt: 1, clientMethodID: 'M2', reason: 'Asked for' }
  expect((await portal.call(chooseCarrier, { body }, of.as)).status).toBe(200)
  expect(await preview(of, orderNumber)).toMatchObject([{ outcome: 'same', kept: { methods: ['M2'] } }])
})

test('webhooks report choosing, clearing and rating a carrier, and undoing each', async () => {
  const of = await shop()
  await portal.testDatabase.asOwner(
    `insert into webhooks (client_code, name, url, secret, events, created_at, created_by)
      values ($1, 'Shop', 'https://hooks.invalid', '', '{order.carrier_changed,order.undone}', now(), 'test')`,
    [of.as.client],
  )
  const [first, second] = [await order(of), await order(of)]
  const choice = { orderNumber: first, number: 1, version: 1, attempt: 1, reason: 'Asked for' }
  const chosen = await portal.call(chooseCarrier, { body: { ...choice, clientMethodID: 'M2' } }, of.as)
  expect(await undoRating(of, chosen.body.commandId)).toMatchObject({ done: 1 })
  await makeRuleBook(portal.testDatabase, of.as.client, [capacityItem('EVRI', 2)])
  const { commandId } = await accept(of, await preview(of, second))
  expect(await undoRating(of, commandId)).toMatchObject({ done: 1 })
  const told = (orderNumber: string) =>
    portal.testDatabase.asOwner(
      `select event, (payload ->> 'version')::int as version from webhook_deliveries
        where client_code = $1 and payload ->> 'orderNumber' = $2 order by 2`,
      [of.as.client, orderNumber],
    )
  for (const orderNumber of [first, second])
    expect(await told(orderNumber)).toEqual([
      { event: 'order.carrier_changed', version: 2 },
      { event: 'order.undone', version: 3 },
    ])
})

test('undoing a rating restores the method by allocation, or else as a choice by hand', async () => {
  const of = await shop()
  const [, second] = [await order(of), await order(of)]
  await makeRuleBook(portal.testDatabase, of.as.client, [capacityItem('EVRI', 2)])
  const { commandId } = await accept(of, await preview(of, second))
  expect(await carrierOf(of, second)).toBe('M1')
  expect(await undoRating(of, commandId)).toMatchObject({
    done: 1,
    message: `Order ${second} ships with DPD Next Day (DPD UK) again.`,
  })
  expect(await carrierOf(of, second)).toBe('M2')
  const { body } = await portal.call(decision, { body: { orderNumber: second } }, of.as)
  expect(body.consignments.find(({ state }) => state === 'allocated')?.byHand).toMatchObject({
    reason: 'Rating again was undone',
    instead: { clientMethodID: 'M1' },
  })
  // The second undo finds nothing to do.
  expect((await undoRating(of, commandId)).refused).toBe(0)
  expect(await carrierOf(of, second)).toBe('M2')
})

test('undoing records no choice by hand if allocation would choose the same method', async () => {
  const of = await shop()
  const [, second] = [await order(of), await order(of)]
  await makeRuleBook(portal.testDatabase, of.as.client, [capacityItem('EVRI', 2)])
  const { commandId } = await accept(of, await preview(of, second))
  await makeRuleBook(portal.testDatabase, of.as.client, [carrierItem('EVRI', { name: 'Evri', active: 'N' })])
  expect(await undoRating(of, commandId)).toMatchObject({ done: 1, refused: 0 })
  const { body } = await portal.call(decision, { body: { orderNumber: second } }, of.as)
  const stands = body.consignments.find(({ state }) => state === 'allocated')
  expect(stands).toMatchObject({ decided: { chosen: 'M2' } })
  expect(stands?.byHand ?? null).toBeNull()
})

test('undoing fails as a whole if the former method may not carry the order now', async () => {
  const of = await shop()
  const [, second] = [await order(of), await order(of)]
  await makeRuleBook(portal.testDatabase, of.as.client, [capacityItem('EVRI', 2)])
  const { commandId } = await accept(of, await preview(of, second))
  await makeRuleBook(portal.testDatabase, of.as.client, [carrierItem('DPD', { name: 'DPD UK', active: 'N' })])
  const before = await preview(of, second)
  expect(await undoRating(of, commandId)).toMatchObject({
    done: 0,
    refused: 1,
    message: expect.stringContaining('DPD Next Day (DPD UK) is not eligible any more. DPD UK is not active'),
  })
  expect(await preview(of, second), 'its version too').toEqual(before)
})

test('an order that changed since, or had no carrier, is not undone', async () => {
  const of = await shop([carrierItem('EVRI', { name: 'Evri', active: 'N' }), methodItem('M1', 'EVRI', 41_500)])
  const [waiting, changed] = [await order(of), await order(of)]
  await makeRuleBook(portal.testDatabase, of.as.client, [carrierItem('EVRI', { name: 'Evri' })])
  const { commandId } = await accept(of, await preview(of, waiting, changed))
  await portal.call(cancel, { body: { orderNumber: changed } }, of.as)
  const undone = await undoRating(of, commandId)
  expect(undone).toMatchObject({ done: 0, refused: 2 })
  expect(Object.fromEntries(undone.receipts.map(({ orderNumber, message }) => [orderNumber, message]))).toEqual({
    [waiting]: 'It had no carrier before, so it keeps the new one',
    [changed]: 'It has changed since, so it was left unchanged',
  })
})

test('only the user who rated may undo it', async () => {
  const of = await shop()
  const [, second] = [await order(of), await order(of)]
  await makeRuleBook(portal.testDatabase, of.as.client, [capacityItem('EVRI', 2)])
  const { commandId } = await accept(of, await preview(of, second))
  const other = await makeSession(portal.testDatabase, { clients: [of.as.client] })
  expect((await portal.call(undo, { params: { commandId } }, other)).status).toBe(404)
  expect(await carrierOf(of, second)).toBe('M1')
})

test('other clients’ and cancelled orders are refused; the rest of the call succeeds', async () => {
  const [of, others] = [await shop(), await shop()]
  const [mine, cancelled, theirs] = [await order(of), await order(of), await order(others)]
  await portal.call(cancel, { body: { orderNumber: cancelled } }, of.as)
  const orders = [
    { clientCode: of.as.client, orderNumber: mine },
    { clientCode: of.as.client, orderNumber: cancelled },
    { clientCode: others.as.client, orderNumber: theirs },
  ]
  const { body } = await portal.call(ratePreview, { body: { orders } }, { ...of.as, client: 'All_client' })
  expect(body.orders.map(({ outcome }) => outcome)).toEqual(['same', 'refused', 'refused'])
  const asked = { clientCode: others.as.client, orderNumber: theirs, version: 1, methods: ['M1'], cost: '4.15' }
  const taken = await portal.call(rateAgain, { body: { orders: [asked] } }, { ...of.as, client: 'All_client' })
  expect(taken.body.receipts).toMatchObject([{ outcome: 'refused' }])
})

test('orders that cost more because the cheapest carrier was full are listed until rated again', async () => {
  const of = await shop()
  const [, second, third, cancelled] = [await order(of), await order(of), await order(of), await order(of)]
  await portal.call(cancel, { body: { orderNumber: cancelled } }, of.as)
  const group = {
    clientCode: of.as.client,
    clientMethodID: 'M1',
    carrier: 'EVRI',
    carrierName: 'Evri',
    methodDescription: 'Evri Standard',
  }
  const listed = async () => (await portal.call(passedOver, {}, of.as)).body
  const ordersOf = async () => {
    const { clientCode = '', clientMethodID = '', despatchDay = '' } = (await listed()).groups[0] ?? {}
    const query = { clientCode, clientMethodID, despatchDay }
    return (await portal.call(passedOverOrders, { query }, of.as)).body.orderNumbers
  }
  expect(await listed()).toMatchObject({ groups: [{ ...group, orders: 2 }], others: 0 })
  expect(await ordersOf()).toEqual([second, third].toSorted())
  expect(Number((await listed()).groups[0]?.extra)).toBe(0.84)

  // Other clients' orders are not listed.
  expect((await portal.call(passedOver, {}, (await shop()).as)).body).toEqual({ groups: [], others: 0 })

  await makeRuleBook(portal.testDatabase, of.as.client, [capacityItem('EVRI', 5)])
  await accept(of, await preview(of, second))
  expect(await listed()).toMatchObject({ groups: [{ orders: 1 }] })
  expect(await ordersOf()).toEqual([third])
})

test('an order with a carrier chosen by hand is not in that list', async () => {
  const of = await shop([...BOOK, methodItem('M3', 'DPD', 50_000, { methodDescription: 'DPD by 12' })])
  await order(of)
  const orderNumber = await order(of)
  const chosen = { orderNumber, number: 1, version: 1, attempt: 1, clientMethodID: 'M3', reason: 'Before noon' }
  expect((await portal.call(passedOver, {}, of.as)).body.groups).toHaveLength(1)
  expect((await portal.call(chooseCarrier, { body: chosen }, of.as)).status).toBe(200)
  expect((await portal.call(passedOver, {}, of.as)).body.groups).toEqual([])
})

test('an order with one consignment without a carrier counts as changed, and rating completes it', async () => {
  const of = await shop(BOOK.slice(0, 4))
  const held = await makeSku(portal.testDatabase, { client: of.as.client })
  await makeRuleBook(portal.testDatabase, of.as.client, [
    carrierItem('DPD', { name: 'DPD UK', active: 'N' }),
    heldItem('fixed', held, 'DPD'),
  ])
  const orderNumber = await order(of, {
    items: [
      { SKU: of.SKU, quantity: 1 },
      { SKU: held, quantity: 1 },
    ],
  })
  const rest = { text: 'Evri: Evri Standard, and no carrier for the rest', cost: '4.15' }
  const before = await preview(of, orderNumber)
  expect(before).toMatchObject([{ outcome: 'refused', kept: rest, now: null }])
  const asItIs = before.map((one) => ({ ...one, now: one.kept }))
  expect((await accept(of, asItIs)).receipts).toMatchObject([{ outcome: 'refused' }])

  await makeRuleBook(portal.testDatabase, of.as.client, [heldItem('fixed', of.SKU, 'EVRI')])
  const looked = await preview(of, orderNumber)
  const whole = { text: 'Evri: Evri Standard', methods: ['M1'], cost: '4.15' }
  expect(looked).toMatchObject([{ outcome: 'changes', kept: rest, now: whole }])
  expect((await accept(of, looked)).receipts).toMatchObject([{ outcome: 'allocated', message: whole.text }])
  expect(await preview(of, orderNumber)).toMatchObject([{ outcome: 'same', kept: whole }])
})
