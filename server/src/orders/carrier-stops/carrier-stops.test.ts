import { randomUUID } from 'node:crypto'
import { contract } from '@despatch/contract/contract'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { commandedOrders } from '../../testing/commanded-orders.ts'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { capacityItem, carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { list, preview, stop, move, end, undo, bringBackPreview, bringBack } = contract['carrier-stops']
const { create, chooseCarrier } = { ...contract.orders, ...contract.allocation }
let portal: TestPortal
let on: ReturnType<typeof commandedOrders>
let staff: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  on = commandedOrders(portal)
})
afterAll(() => portal.close())

const TODAY = dayOf(new Date())
/** Carriers are the operator's, so each test has its own. */
let codes: { cheap: string; middle: string; dear: string }
beforeEach(async () => {
  const of = randomUUID().slice(0, 6).toUpperCase()
  codes = { cheap: `C${of}`, middle: `M${of}`, dear: `D${of}` }
  staff = { ...(await makeSession(portal.testDatabase, { type: 'Internal Administrator' })), client: 'All_client' }
})

/** A client with three carriers; STANDARD orders cost 3.00, 4.00 and 9.00. */
async function shop(more: Parameters<typeof makeRuleBook>[2] = []) {
  const session = await makeSession(portal.testDatabase)
  const SKU = await makeSku(portal.testDatabase, { client: session.client })
  const items = [
    carrierItem(codes.cheap, { name: `Cheap ${codes.cheap}` }),
    carrierItem(codes.middle, { name: `Middle ${codes.middle}` }),
    carrierItem(codes.dear, { name: `Dear ${codes.dear}` }),
    methodItem('CHEAP', codes.cheap, 30_000),
    methodItem('MIDDLE', codes.middle, 40_000, { serviceTypes: ['STANDARD', 'NEXT DAY'] }),
    methodItem('DEAR', codes.dear, 90_000, { serviceTypes: ['STANDARD'] }),
    ...more,
  ]
  const byKey = new Map(items.map((item) => [`${item.kind} ${item.key}`, item]))
  await makeRuleBook(portal.testDatabase, session.client, [...byKey.values()])
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
const stopNow = async (more: object = {}, stopId = randomUUID()) => {
  const body = { stopId, carrier: codes.cheap, from: TODAY, ...more }
  const answer = await portal.call(stop, { body }, staff)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { ...answer.body, stopId }
}

test('a stopped carrier loses its new and released orders of all clients, and new ones avoid it', async () => {
  const [one, other] = [await shop(), await shop()]
  await order(one, 'A')
  await order(one, 'B')
  await order(other, 'C')
  await on.act(one, 'release', ['B'])
  const looked = (await portal.call(preview, { body: { carrier: codes.cheap, stop: { from: TODAY } } }, staff)).body
  expect(looked.clients.map(({ client, ...rest }) => [client, rest])).toEqual(
    [
      [one.client, { currency: 'GBP', new: 1, released: 1, moved: 2, left: 0, extra: '2.00', atWarehouse: 0 }],
      [other.client, { currency: 'GBP', new: 1, released: 0, moved: 1, left: 0, extra: '1.00', atWarehouse: 0 }],
    ].toSorted(),
  )
  expect(looked.takers.map(({ orders }) => orders).toSorted()).toEqual([1, 2])
  expect(await methodsOf(one), 'nothing has changed yet').toEqual({ A: 'CHEAP', B: 'CHEAP' })

  const done = await stopNow({ reason: 'Strike' })
  expect(done).toMatchObject({ done: 3, refused: 0, message: '3 orders moved.' })
  expect(await methodsOf(one)).toEqual({ A: 'MIDDLE', B: 'MIDDLE' })
  expect(await usedOf(one)).toEqual({ [codes.middle]: 2 })
  await order(one, 'D')
  expect((await methodsOf(one))['D']).toBe('MIDDLE')
  const { body: decision } = await portal.call(contract.allocation.decision, { body: { orderNumber: 'D' } }, one)
  const cheap = decision.consignments[0]?.decided.candidates.find(({ clientMethodID }) => clientMethodID === 'CHEAP')
  expect(cheap?.verdicts.find(({ constraint }) => constraint === 'stopped')).toMatchObject({ isMet: false })
})

test('the last places go to orders that have no other carrier; no reason names the stopped one as the closest', async () => {
  const of = await shop([
    capacityItem(codes.middle, 1),
    methodItem('DEAR', codes.dear, 90_000, { serviceTypes: ['STANDARD'], regions: ['ZE'] }),
  ])
  await order(of, 'A')
  await order(of, 'B', { dispatchService: 'NEXT DAY' })
  await order(of, 'C')
  const looked = (await portal.call(preview, { body: { carrier: codes.cheap, stop: { from: TODAY } } }, staff)).body
  expect(looked.clients).toMatchObject([{ moved: 1, left: 2 }])
  expect(looked.left).toMatchObject([{ orders: 2, cause: expect.stringContaining('No capacity left'.toLowerCase()) }])
  expect(await stopNow()).toMatchObject({ message: '1 order moved, 2 have no carrier now.' })
  expect(await methodsOf(of)).toEqual({ A: 'none', B: 'MIDDLE', C: 'none' })
  const [why] = await on.rows(
    `select why from consignments where client_code = $1 and order_number = 'A' and ended_at is null`,
    of.client,
  )
  expect(why?.['why']).not.toContain('stopped')
  expect(why?.['why']).not.toContain(`Cheap ${codes.cheap}`)
})

test('an order leaves the cheaper place to one that has no other, and its decision replays', async () => {
  const of = await shop([
    capacityItem(codes.middle, 1),
    methodItem('DEAR', codes.dear, 90_000, { serviceTypes: ['STANDARD'], regions: ['SW'] }),
  ])
  await order(of, 'A')
  await order(of, 'B', { postCode: 'AB10 1AA' })
  await stopNow()
  expect(await methodsOf(of)).toEqual({ A: 'DEAR', B: 'MIDDLE' })
  const { body } = await portal.call(contract.allocation.decision, { body: { orderNumber: 'A' } }, of)
  const stands = body.consignments.find(({ state }) => state === 'allocated')
  expect(stands).toMatchObject({
    decided: { chosen: 'DEAR' },
    consignment: { assigned: { clientMethodID: 'DEAR', because: 'carrier-off' } },
  })
  // The two eligible methods are shown with their ranks: the dearer one is chosen, and the text says why.
  expect(stands?.decided.candidates.map(({ clientMethodID, rank }) => [clientMethodID, rank])).toEqual([
    ['MIDDLE', 1],
    ['DEAR', 2],
    ['CHEAP', null],
  ])
})

test('undo ends the stop and puts every order back, but not those that a user has changed since', async () => {
  const of = await shop()
  await order(of, 'A')
  await order(of, 'B')
  const { stopId } = await stopNow()
  await on.act(of, 'release', ['B'])
  const answer = await portal.call(undo, { params: { stopId } }, staff)
  expect(answer.body).toMatchObject({ done: 1, refused: 1 })
  expect(await methodsOf(of)).toEqual({ A: 'CHEAP', B: 'MIDDLE' })
  expect(await usedOf(of)).toEqual({ [codes.cheap]: 1, [codes.middle]: 1 })
  await order(of, 'C')
  expect((await methodsOf(of))['C']).toBe('CHEAP')
})

test('sent again it moves what is left and repeats nothing', async () => {
  const of = await shop()
  await order(of, 'A')
  const { stopId } = await stopNow()
  const before = await on.rows('select version from orders where client_code = $1', of.client)
  expect(await stopNow({}, stopId)).toMatchObject({ done: 1 })
  expect(await on.rows('select version from orders where client_code = $1', of.client)).toEqual(before)
  const other = await portal.send(stop, { body: { stopId, carrier: codes.middle, from: TODAY } }, staff)
  expect(other.status).toBe(422)
})

test('a choice by hand of the stopped carrier lapses with that reason, and undo brings it back', async () => {
  const of = await shop()
  await order(of, 'A')
  const chosen = { orderNumber: 'A', number: 1, version: 1, attempt: 1, clientMethodID: 'DEAR', reason: 'Asked' }
  expect((await portal.call(chooseCarrier, { body: chosen }, of)).status).toBe(200)
  const { stopId } = await stopNow({ carrier: codes.dear })
  expect(await methodsOf(of)).toEqual({ A: 'CHEAP' })
  const byHand = async () =>
    (await on.rows(`select by_hand from consignments where client_code = $1 and ended_at is null`, of.client))[0]?.[
      'by_hand'
    ]
  expect(await byHand()).toMatchObject({ ended: expect.stringContaining('is stopped on') })
  await portal.call(undo, { params: { stopId } }, staff)
  expect(await methodsOf(of)).toEqual({ A: 'DEAR' })
  expect(await byHand()).not.toHaveProperty('ended')
})

test('only the stopped services and despatch dates are concerned', async () => {
  const of = await shop([
    methodItem('CHEAP', codes.cheap, 30_000, { carrierService: 'Road' }),
    methodItem('AIR', codes.cheap, 29_000, { carrierService: 'Air' }),
  ])
  await order(of, 'A')
  expect(await methodsOf(of)).toEqual({ A: 'AIR' })
  expect(await stopNow({ from: addDays(TODAY, 200), to: addDays(TODAY, 201) })).toMatchObject({ done: 0 })
  await stopNow({ services: ['Air'] })
  expect(await methodsOf(of)).toEqual({ A: 'CHEAP' })
})

test('after the stop, orders that save enough are brought back', async () => {
  const of = await shop([
    methodItem('DEAR', codes.dear, 31_000, { serviceTypes: ['NAMED DAY', 'NEXT DAY'] }),
    methodItem('MIDDLE', codes.middle, 40_000, { serviceTypes: ['STANDARD'] }),
  ])
  await order(of, 'A')
  await order(of, 'B', { dispatchService: 'NEXT DAY' })
  const { stopId } = await stopNow()
  expect(await methodsOf(of)).toEqual({ A: 'MIDDLE', B: 'DEAR' })
  expect((await portal.send(bringBackPreview, { params: { stopId } }, staff)).status).toBe(404)
  expect((await portal.call(end, { params: { stopId } }, staff)).status).toBe(200)
  const looked = (await portal.call(bringBackPreview, { params: { stopId } }, staff)).body
  // B would save 0.10, less than 0.20.
  expect(looked).toEqual({ clients: [{ client: of.client, currency: 'GBP', orders: 1, saved: '1.00' }], stay: 1 })
  const done = await portal.call(bringBack, { params: { stopId }, body: { commandId: randomUUID() } }, staff)
  expect(done.body).toMatchObject({ done: 1, refused: 0 })
  expect(await methodsOf(of)).toEqual({ A: 'CHEAP', B: 'DEAR' })
})

test('a carrier switched off elsewhere is listed with its orders until they are moved', async () => {
  const of = await shop()
  await order(of, 'A')
  await order(of, 'B')
  await on.act(of, 'suspend', ['B'])
  const off = async () => (await portal.call(list, {}, staff)).body.off.filter(({ carrier }) => carrier === codes.cheap)
  expect(await off()).toEqual([])
  await makeRuleBook(portal.testDatabase, of.client, [carrierItem(codes.cheap, { name: 'Cheap', active: 'N' })])
  expect(await off()).toMatchObject([{ because: 'not-active', clients: [of.client], orders: 1 }])
  const commandId = randomUUID()
  expect((await portal.call(move, { body: { commandId, carrier: codes.cheap } }, staff)).body).toMatchObject({
    done: 1,
  })
  expect(await off()).toEqual([])
  expect(await methodsOf(of)).toEqual({ A: 'MIDDLE' })
})

test('a carrier whose active dates do not cover an order’s day is off on that day only', async () => {
  const of = await shop()
  await order(of, 'A')
  const [{ day } = { day: '' }] = (await on.rows(
    'select despatch_day::text as day from consignments where client_code = $1',
    of.client,
  )) as { day: string }[]
  const off = async () => (await portal.call(list, {}, staff)).body.off.filter(({ carrier }) => carrier === codes.cheap)
  const active = (from: string, to: string | null) =>
    makeRuleBook(portal.testDatabase, of.client, [
      carrierItem(codes.cheap, { name: 'Cheap', activeDates: [{ from, to }] }),
    ])
  await active(day, null)
  expect(await off()).toEqual([])
  await active(addDays(day, -9), day)
  expect(await off()).toEqual([])
  await active(addDays(day, 1), null)
  expect(await off()).toMatchObject([{ because: 'not-active', orders: 1 }])
})

test('orders at the warehouse keep the carrier and are listed', async () => {
  const of = await shop()
  await order(of, 'A')
  await on.rows(`update orders set status = 'P' where client_code = $1`, of.client)
  const looked = (await portal.call(preview, { body: { carrier: codes.cheap, stop: { from: TODAY } } }, staff)).body
  expect(looked).toMatchObject({
    clients: [{ new: 0, released: 0, atWarehouse: 1 }],
    atWarehouse: [{ client: of.client, orderNumber: 'A', status: 'P' }],
  })
  expect(await stopNow()).toMatchObject({ done: 0 })
  expect(await methodsOf(of)).toEqual({ A: 'CHEAP' })
})

test('client users may not stop carriers', async () => {
  const of = await shop()
  const body = { stopId: randomUUID(), carrier: codes.cheap, from: TODAY }
  expect((await portal.send(stop, { body }, of)).status).toBe(403)
})
