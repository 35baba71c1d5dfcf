import { randomUUID } from 'node:crypto'
import { contract } from '@despatch/contract/contract'
import { addDays, dayOf, nextWorkingDay } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { commandedOrders } from '../../testing/commanded-orders.ts'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { capacityItem, carrierItem, heldItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'
import { waitUntilBlocked } from '../../testing/wait-until-blocked.ts'

const { list, stop, end, undo, bringBackPreview } = contract['carrier-stops']
let portal: TestPortal
let on: ReturnType<typeof commandedOrders>
let staff: SignedIn
let codes: { cheap: string; dear: string }
beforeAll(async () => {
  portal = await openTestPortal()
  on = commandedOrders(portal)
})
afterAll(() => portal.close())

const TODAY = dayOf(new Date())
const makeStaff = async () => ({
  ...(await makeSession(portal.testDatabase, { type: 'Internal Administrator' })),
  client: 'All_client',
})
beforeEach(async () => {
  const of = randomUUID().slice(0, 6).toUpperCase()
  codes = { cheap: `C${of}`, dear: `D${of}` }
  staff = await makeStaff()
})

/** A client with two carriers; the dear one takes `slot` parcels a day. */
async function shop(slot = 1000) {
  const session = await makeSession(portal.testDatabase)
  const SKU = await makeSku(portal.testDatabase, { client: session.client })
  await makeRuleBook(portal.testDatabase, session.client, [
    carrierItem(codes.cheap, { name: 'Cheap' }),
    carrierItem(codes.dear, { name: 'Dear' }),
    methodItem('CHEAP', codes.cheap, 30_000),
    methodItem('DEAR', codes.dear, 90_000),
    capacityItem(codes.dear, slot),
  ])
  return { ...session, SKU }
}
type Shop = Awaited<ReturnType<typeof shop>>

async function order(of: Shop, orderNo: string) {
  const answer = await portal.call(contract.orders.create, { body: orderBody({ SKU: of.SKU, orderNo }) }, of)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}
const stopBody = (stopId: string, more: object = {}) => ({ stopId, carrier: codes.cheap, from: TODAY, ...more })
const methodsOf = async ({ client }: Shop) =>
  (
    await on.rows(
      `select coalesce(client_method_id, 'none') as m from consignments where client_code = $1 and ended_at is null
       order by order_number`,
      client,
    )
  ).map(({ m }) => m)

test('sent again, it says the same of the orders that have no carrier', async () => {
  const of = await shop(1)
  for (const number of ['A', 'B', 'C']) await order(of, number)
  const body = stopBody(randomUUID())
  const answers = []
  for (let times = 0; times < 2; times++) answers.push((await portal.call(stop, { body }, staff)).body.message)
  expect(answers).toEqual(['1 order moved, 2 have no carrier now.', '1 order moved, 2 have no carrier now.'])
})

test('the id of another user’s stop is refused, and nothing moves', async () => {
  const of = await shop()
  await order(of, 'A')
  const stopId = randomUUID()
  expect((await portal.call(stop, { body: stopBody(stopId, { from: addDays(TODAY, 300) }) }, staff)).status).toBe(200)
  const other = await portal.send(stop, { body: stopBody(stopId) }, await makeStaff())
  expect([other.status, await methodsOf(of)]).toEqual([422, ['CHEAP']])
})

test('sent again after it was undone, it moves nothing although another stop is in force', async () => {
  const of = await shop()
  const stopId = randomUUID()
  await portal.call(stop, { body: stopBody(stopId) }, staff)
  await portal.call(undo, { params: { stopId } }, staff)
  await order(of, 'A')
  await makeRuleBook(portal.testDatabase, of.client, [carrierItem(codes.cheap, { name: 'Cheap', active: 'N' })])
  expect((await portal.call(stop, { body: stopBody(stopId) }, staff)).body).toMatchObject({ done: 0 })
  expect(await methodsOf(of)).toEqual(['CHEAP'])
})

test('the end of one of two stops does not say that the carrier takes orders again', async () => {
  await shop()
  const [one, other] = [randomUUID(), randomUUID()]
  await portal.call(stop, { body: stopBody(one) }, staff)
  await portal.call(stop, { body: stopBody(other, { from: addDays(TODAY, 1), to: addDays(TODAY, 9) }) }, staff)
  const ended = async (stopId: string) => (await portal.call(end, { params: { stopId } }, staff)).body.message
  expect(await ended(one)).toBe('This stop of Cheap has ended. Another one is in force.')
  expect(await ended(other)).toBe('Cheap takes orders again.')
})

test('undo puts an order back whose other consignment had no carrier, and has one now', async () => {
  const of = await shop()
  const other = await makeSku(portal.testDatabase, { client: of.client })
  const dear = (active: 'Y' | 'N') => carrierItem(codes.dear, { name: 'Dear', active })
  await makeRuleBook(portal.testDatabase, of.client, [
    dear('N'),
    heldItem('1', other, codes.dear),
    heldItem('2', of.SKU, codes.cheap),
  ])
  const items = [of.SKU, other].map((SKU) => ({ SKU, quantity: 1 }))
  const body = { ...orderBody({ SKU: of.SKU, orderNo: 'A' }), items }
  expect((await portal.call(contract.orders.create, { body }, of)).status).toBe(200)
  expect((await methodsOf(of)).toSorted()).toEqual(['CHEAP', 'none'])
  const stopId = randomUUID()
  expect((await portal.call(stop, { body: stopBody(stopId) }, staff)).body).toMatchObject({ done: 1 })
  await makeRuleBook(portal.testDatabase, of.client, [dear('Y')])
  expect((await portal.call(undo, { params: { stopId } }, staff)).body).toMatchObject({ done: 1, refused: 0 })
  expect((await methodsOf(of)).toSorted()).toEqual(['CHEAP', 'DEAR'])
})

test('undo waits for the orders that are being moved, and puts them back too', async () => {
  const of = await shop()
  await order(of, 'A')
  const stopId = randomUUID()
  await on.rows('begin')
  await on.rows('select from orders where client_code = $1 for no key update', of.client)
  const stopping = portal.call(stop, { body: stopBody(stopId) }, staff)
  await waitUntilBlocked(portal.testDatabase)
  const undoing = portal.call(undo, { params: { stopId } }, staff)
  const waiting = () =>
    on.rows(
      'select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
    )
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(2), 60_000)
  await on.rows('commit')
  const [, undone] = await Promise.all([stopping, undoing])
  expect(undone.body).toMatchObject({ done: 1, refused: 0 })
  expect(await methodsOf(of)).toEqual(['CHEAP'])
})

test('orders past their day move to a day whose capacity they hold against other orders', async () => {
  const of = await shop(6)
  for (let index = 0; index < 12; index++) await order(of, `O-${index}`)
  const past = addDays(TODAY, -40)
  for (const table of ['orders set despatch_date', 'consignments set despatch_day', 'capacity_usage set despatch_day'])
    await on.rows(`update ${table} = $2 where client_code = $1`, of.client, past)
  await on.rows(
    `update capacity_usage set parcels = 12 where client_code = $1 and carrier = $2`,
    of.client,
    codes.cheap,
  )
  const stopping = portal.call(stop, { body: stopBody(randomUUID()) }, staff)
  const creating = Array.from({ length: 6 }, (_, index) => order(of, `N-${index}`))
  const [stopped] = await Promise.all([stopping, ...creating])
  expect(stopped.status, JSON.stringify(stopped.body)).toBe(200)
  const used = await on.rows(
    `select despatch_day::text as day, parcels from capacity_usage where client_code = $1 and carrier = $2 and parcels > 0`,
    of.client,
    codes.dear,
  )
  for (const { parcels } of used) expect(parcels).toBeLessThanOrEqual(6)
  expect(used.every(({ day }) => String(day) >= nextWorkingDay(addDays(TODAY, -1)))).toBe(true)
  await on.capacityTaken(of.client)
})

test('orders come back after a stop whose last day has passed, without ending it', async () => {
  const of = await shop()
  await order(of, 'A')
  const stopId = randomUUID()
  await portal.call(stop, { body: stopBody(stopId, { to: addDays(TODAY, 9) }) }, staff)
  await on.rows('update carrier_stops set first_day = $2, last_day = $2 where stop_id = $1', stopId, addDays(TODAY, -1))
  const { body } = await portal.call(bringBackPreview, { params: { stopId } }, staff)
  expect(body.clients).toMatchObject([{ client: of.client, orders: 1, saved: '6.00' }])
  expect((await portal.call(list, {}, staff)).body.off.filter(({ carrier }) => carrier === codes.cheap)).toEqual([])
})
