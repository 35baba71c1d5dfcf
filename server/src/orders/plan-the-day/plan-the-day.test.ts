import { randomUUID } from 'node:crypto'
import { contract } from '@despatch/contract/contract'
import { addDays, type Day } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandedOrders } from '../../testing/commanded-orders.ts'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { capacityItem, carrierItem, heldItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type TestPortal } from '../../testing/test-portal.ts'

const { preview, apply, setMissedDayCost } = contract['plan-the-day']
const { create, undo, chooseCarrier, decision } = { ...contract.orders, ...contract.allocation }
let portal: TestPortal
let on: ReturnType<typeof commandedOrders>
beforeAll(async () => {
  portal = await openTestPortal()
  on = commandedOrders(portal)
})
afterAll(() => portal.close())

/** Evri is full after one parcel; only DPD and Yodel serve Scotland, and DPD costs a lot there and here. */
const usual = [
  carrierItem('EVRI', { name: 'Evri' }),
  carrierItem('DPD', { name: 'DPD' }),
  carrierItem('YODEL', { name: 'Yodel' }),
  methodItem('CHEAP', 'EVRI', 30_000),
  methodItem('MIDDLE', 'YODEL', 34_200, { regions: ['SW'] }),
  methodItem('DEAR', 'DPD', 90_000),
]
async function shop(items: Parameters<typeof makeRuleBook>[2] = [...usual, capacityItem('EVRI', 1)]) {
  const session = await makeSession(portal.testDatabase)
  const SKU = await makeSku(portal.testDatabase, { client: session.client })
  await makeRuleBook(portal.testDatabase, session.client, items)
  return { ...session, SKU }
}
type Shop = Awaited<ReturnType<typeof shop>>

async function order(of: Shop, orderNo: string, body: Partial<Parameters<typeof orderBody>[0]> = {}) {
  const answer = await portal.call(create, { body: orderBody({ SKU: of.SKU, orderNo, ...body }) }, of)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}
const methodsOf = async ({ client }: Shop) =>
  Object.fromEntries(
    (
      await on.rows(
        `select order_number as o, coalesce(client_method_id, 'none') as m from consignments
          where client_code = $1 and ended_at is null order by 1, number`,
        client,
      )
    ).map(({ o, m }) => [o, m]),
  )
const usedOf = async ({ client }: Shop) =>
  Object.fromEntries(
    (
      await on.rows(
        'select carrier, sum(parcels)::int as n from capacity_usage where client_code = $1 group by 1 having sum(parcels) > 0',
        client,
      )
    ).map(({ carrier, n }) => [carrier, n]),
  )
async function daysOf({ client }: Shop) {
  const [{ day } = { day: '' }] = (await on.rows(
    'select max(despatch_date)::text as day from orders where client_code = $1',
    client,
  )) as { day: Day }[]
  return { from: addDays(day, -3), to: day }
}
async function look(of: Shop) {
  const days = await daysOf(of)
  const { body } = await portal.call(preview, { body: days }, of)
  return { ...body, days, plan: body.clients.find(({ client }) => client === of.client) }
}
async function applyNow(of: Shop, commandId = randomUUID()) {
  const { fingerprint, days } = await look(of)
  return (await portal.call(apply, { body: { commandId, ...days, fingerprint } }, of)).body
}
const SCOTLAND = { postCode: 'AB10 1AA' }

test('the last place of a carrier goes to the order that saves most, and each says why', async () => {
  const of = await shop()
  await order(of, 'A')
  await order(of, 'B', SCOTLAND)
  expect(await methodsOf(of)).toEqual({ A: 'CHEAP', B: 'DEAR' })
  const { plan } = await look(of)
  expect(plan).toMatchObject({
    orders: 2,
    moved: 2,
    placed: 0,
    left: 0,
    saved: '5.58',
    isExact: true,
    paidBy: 'operator',
  })
  expect(plan?.days[0]?.carriers).toEqual([
    {
      carrier: 'EVRI',
      carrierName: 'Evri',
      limit: 1,
      before: 1,
      after: 1,
      price: '0.42',
      ask: expect.stringMatching(/^One more place with Evri on \w{3} \d+ \w+ is worth £0\.42$/u),
    },
  ])
  expect(plan?.moves.map(({ orderNumber, from, to, saved, reason }) => [orderNumber, from, to, saved, reason])).toEqual(
    [
      [
        'A',
        'Evri',
        'Yodel',
        '-0.42',
        'Moved to Yodel: Evri’s last places go to 1 order that has no other carrier as cheap; the last of them saves £0.42',
      ],
      ['B', 'DPD', 'Evri', '6.00', 'Moved to Evri: saves £6.00'],
    ],
  )
  expect(await methodsOf(of), 'nothing has changed yet').toEqual({ A: 'CHEAP', B: 'DEAR' })
  expect(await applyNow(of)).toMatchObject({ done: 2, refused: 0, message: '2 orders moved.' })
  expect(await methodsOf(of)).toEqual({ A: 'MIDDLE', B: 'CHEAP' })
  expect(await usedOf(of)).toEqual({ EVRI: 1, YODEL: 1 })
  expect((await look(of)).plan).toMatchObject({ moved: 0, saved: '0.00' })
})

test('the decision replays and tells a client user no price', async () => {
  const of = await shop()
  await order(of, 'A')
  await order(of, 'B', SCOTLAND)
  await applyNow(of)
  const { body } = await portal.call(decision, { body: { orderNumber: 'A' } }, of)
  const stands = body.consignments.find(({ state }) => state === 'allocated')
  expect(stands).toMatchObject({
    decided: { chosen: 'MIDDLE' },
    consignment: { assigned: { clientMethodID: 'MIDDLE', because: 'planned' } },
  })
  const notes = await on.rows(
    `select note from order_history where client_code = $1 and order_number = 'A' and act = 'Moved'`,
    of.client,
  )
  expect(notes).toEqual([
    { note: 'Moved to Yodel: places with Evri are kept for orders that have no other carrier as cheap' },
  ])
})

test('an order without a carrier gets the place of one that has another', async () => {
  const items = [...usual, capacityItem('EVRI', 1), methodItem('DEAR', 'DPD', 90_000, { regions: ['SW'] })]
  const of = await shop([...new Map(items.map((item) => [`${item.kind} ${item.key}`, item])).values()])
  await order(of, 'A')
  await order(of, 'B', SCOTLAND)
  expect(await methodsOf(of)).toEqual({ A: 'CHEAP', B: 'none' })
  const { plan } = await look(of)
  expect(plan).toMatchObject({ moved: 2, placed: 1, placedCost: '3.00', left: 0, saved: '-0.42' })
  expect(plan?.moves.find(({ orderNumber }) => orderNumber === 'B')).toMatchObject({
    from: null,
    reason: 'Goes with Evri: it had no carrier',
  })
  await applyNow(of)
  expect(await methodsOf(of)).toEqual({ A: 'MIDDLE', B: 'CHEAP' })
})

test('orders exchange the places of full carriers, and undo exchanges them back', async () => {
  const items = [
    ...usual.slice(0, 3),
    methodItem('CHEAP', 'EVRI', 30_000, { regions: ['SW', 'AB'] }),
    methodItem('MIDDLE', 'YODEL', 30_500),
    methodItem('EVRI-AB', 'EVRI', 20_000, { regions: ['AB'] }),
    methodItem('YODEL-SW', 'YODEL', 20_000, { regions: ['SW'] }),
  ]
  const of = await shop([...items, capacityItem('EVRI', 1), capacityItem('YODEL', 1)])
  const setBoth = async (cheap: string, middle: string) => {
    for (const [carrier, id, orderNumber] of [
      ['EVRI', 'CHEAP', cheap],
      ['YODEL', 'MIDDLE', middle],
    ])
      await on.rows(
        `update consignments set carrier = $2, client_method_id = $3, cost = 3
          where client_code = $1 and order_number = $4 and ended_at is null returning 1`,
        of.client,
        carrier,
        id,
        orderNumber,
      )
  }
  await order(of, 'A')
  await order(of, 'B', SCOTLAND)
  await setBoth('A', 'B')
  expect(await usedOf(of)).toEqual({ EVRI: 1, YODEL: 1 })
  const { commandId, ...done } = await applyNow(of)
  expect(done).toMatchObject({ done: 2, refused: 0 })
  expect(await methodsOf(of)).toEqual({ A: 'YODEL-SW', B: 'EVRI-AB' })
  expect((await portal.call(undo, { params: { commandId } }, of)).body).toMatchObject({ done: 2, refused: 0 })
  expect(await methodsOf(of)).toEqual({ A: 'CHEAP', B: 'MIDDLE' })
  expect(await usedOf(of)).toEqual({ EVRI: 1, YODEL: 1 })
})

test('chosen by hand, fixed and suspended orders, and those being picked, take their places and stay', async () => {
  const of = await shop()
  await order(of, 'A')
  const byHand = { orderNumber: 'A', number: 1, version: 1, attempt: 1, clientMethodID: 'DEAR', reason: 'Asked' }
  const chosen = await portal.call(chooseCarrier, { body: byHand }, of)
  expect(chosen.status, JSON.stringify(chosen.body)).toBe(200)
  await order(of, 'B', SCOTLAND)
  await order(of, 'C')
  expect(await methodsOf(of)).toEqual({ A: 'DEAR', B: 'CHEAP', C: 'MIDDLE' })
  expect((await look(of)).plan).toMatchObject({ orders: 2, moved: 0, saved: '0.00' })
  const fixed = await shop()
  await makeRuleBook(portal.testDatabase, fixed.client, [heldItem('1', fixed.SKU, 'DPD')])
  await order(fixed, 'A')
  expect((await look(fixed)).plan).toMatchObject({ orders: 0, moved: 0 })
  for (const status of ['P', 'S']) {
    const other = await shop()
    await order(other, 'A')
    await order(other, 'B', SCOTLAND)
    await on.rows(
      `update orders set status = $2 where client_code = $1 and order_number = 'A' returning 1`,
      other.client,
      status,
    )
    expect((await look(other)).plan).toMatchObject({ orders: 1, moved: 0 })
  }
})

test('a plan that has changed since it was shown is refused, and nothing moves', async () => {
  const of = await shop()
  await order(of, 'A')
  await order(of, 'B', SCOTLAND)
  const { fingerprint, days } = await look(of)
  await on.act(of, 'release', ['B'])
  const answer = await portal.send(apply, { body: { commandId: randomUUID(), ...days, fingerprint } }, of)
  expect(answer.status).toBe(409)
  expect(await methodsOf(of)).toEqual({ A: 'CHEAP', B: 'DEAR' })
})

test('sent again it repeats nothing, and after an undo it moves nothing', async () => {
  const of = await shop()
  await order(of, 'A')
  await order(of, 'B', SCOTLAND)
  const { fingerprint, days } = await look(of)
  const body = { commandId: randomUUID(), ...days, fingerprint }
  expect((await portal.call(apply, { body }, of)).body).toMatchObject({ done: 2 })
  const versions = () =>
    on.rows('select order_number, version from orders where client_code = $1 order by 1', of.client)
  const before = await versions()
  expect((await portal.call(apply, { body }, of)).body).toMatchObject({ done: 2 })
  expect(await versions()).toEqual(before)
  const undone = await portal.call(undo, { params: { commandId: body.commandId } }, of)
  expect(undone.body).toMatchObject({ done: 2, refused: 0 })
  await portal.call(apply, { body }, of)
  expect(await methodsOf(of)).toEqual({ A: 'CHEAP', B: 'DEAR' })
  const other = await portal.send(apply, { body: { ...body, to: addDays(body.to, 1) } }, of)
  expect(other.status).toBe(422)
})

test('no order is given a later delivery', async () => {
  const items = [
    ...usual.slice(0, 3),
    methodItem('CHEAP', 'EVRI', 30_000, { transitDays: 3 }),
    methodItem('DEAR', 'DPD', 90_000, { transitDays: 1 }),
    capacityItem('EVRI', 1),
  ]
  const of = await shop(items)
  await order(of, 'A')
  await order(of, 'B')
  await on.rows(`update orders set status = 'C' where client_code = $1 and order_number = 'A' returning 1`, of.client)
  await on.rows(
    `update capacity_usage set parcels = 0 where client_code = $1 and carrier = 'EVRI' returning 1`,
    of.client,
  )
  expect(await methodsOf(of)).toMatchObject({ B: 'DEAR' })
  expect((await look(of)).plan).toMatchObject({ moved: 0 })
})

test('the client’s cost of a missed day counts, and who pays carriage is shown', async () => {
  const of = await shop([...usual.slice(0, 4), capacityItem('EVRI', 1)])
  await order(of, 'A')
  await order(of, 'B')
  expect((await look(of)).plan).toMatchObject({ left: 1, total: '28.00', missedDayCost: '25.00' })
  const staff = { ...(await makeSession(portal.testDatabase, { type: 'Internal Administrator' })), client: of.client }
  expect((await portal.call(setMissedDayCost, { body: { cost: '40' } }, staff)).body).toMatchObject({
    missedDayCost: '40.00',
  })
  const settings = { client: of.client, settings: { paysCarriage: true } }
  expect((await portal.call(contract.clients.setSettings, { body: settings }, staff)).status).toBe(200)
  const { plan } = await look(of)
  expect(plan).toMatchObject({ left: 1, total: '43.00', paidBy: 'client', days: [{ carriers: [{ price: '37.00' }] }] })
  expect((await portal.send(setMissedDayCost, { body: { cost: '1' } }, of)).status).toBe(403)
})

test('undo leaves an order that was changed since, and the one whose place it has', async () => {
  const of = await shop()
  await order(of, 'A')
  await order(of, 'B', SCOTLAND)
  const { commandId } = await applyNow(of)
  await on.act(of, 'release', ['B'])
  expect((await portal.call(undo, { params: { commandId } }, of)).body).toMatchObject({ done: 0, refused: 2 })
  expect(await methodsOf(of)).toEqual({ A: 'MIDDLE', B: 'CHEAP' })
})

test('users who may not see costs get no plan', async () => {
  const of = await shop()
  await order(of, 'A')
  const { days } = await look(of)
  const staff = { ...(await makeSession(portal.testDatabase, { type: 'Internal Administrator' })), client: of.client }
  const settings = { client: of.client, settings: { showCosts: false } }
  expect((await portal.call(contract.clients.setSettings, { body: settings }, staff)).status).toBe(200)
  expect((await portal.send(preview, { body: days }, of)).status).toBe(403)
})

test('undo of a plan whose orders were all cancelled restores none', async () => {
  const of = await shop()
  await order(of, 'A')
  await order(of, 'B', SCOTLAND)
  const { commandId } = await applyNow(of)
  await on.act(of, 'cancel', ['A', 'B'])
  expect((await portal.call(undo, { params: { commandId } }, of)).body).toMatchObject({ done: 0, refused: 2 })
})

test('a plan of several pieces moves all its orders to full carriers, and undo brings all back', async () => {
  const of = await shop([...usual, capacityItem('EVRI', 55)])
  for (let at = 0; at < 55; at++) await order(of, `A${at}`)
  for (let at = 0; at < 55; at++) await order(of, `B${at}`, SCOTLAND)
  const before = await methodsOf(of)
  const { commandId, ...done } = await applyNow(of)
  expect(done).toMatchObject({ done: 110, refused: 0 })
  expect(await usedOf(of)).toEqual({ EVRI: 55, YODEL: 55 })
  expect((await portal.call(undo, { params: { commandId } }, of)).body).toMatchObject({ done: 110, refused: 0 })
  expect(await methodsOf(of)).toEqual(before)
  expect(await usedOf(of)).toEqual({ EVRI: 55, DPD: 55 })
})

test('Home counts orders of the next days that miss their best carrier, until a plan gives them theirs', async () => {
  const of = await shop()
  const counted = async () =>
    (await portal.call(contract.home.counts, {}, of)).body.counts.find(({ name }) => name === 'orders-to-plan')?.count
  await order(of, 'A')
  await order(of, 'B', SCOTLAND)
  expect(await counted()).toBe(1)
  await applyNow(of)
  expect((await counted()) ?? 0).toBe(0)
})
