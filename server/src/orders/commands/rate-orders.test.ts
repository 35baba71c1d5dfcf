import { randomUUID } from 'node:crypto'
import { contract } from '@despatch/contract/contract'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { commandedOrders } from '../../testing/commanded-orders.ts'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { capacityItem, carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { rateMatching, receipts, commandProgress } = contract.orders
let portal: TestPortal
let on: ReturnType<typeof commandedOrders>
let as: Awaited<ReturnType<typeof on.shop>>
beforeAll(async () => {
  portal = await openTestPortal()
  on = commandedOrders(portal)
})
/** Evri is cheaper and takes one parcel a day: A goes with Evri, the others with DPD. Then Evri takes three. */
beforeEach(async () => {
  const session = await makeSession(portal.testDatabase)
  as = { ...session, SKU: await makeSku(portal.testDatabase, { client: session.client }) }
  await makeRuleBook(portal.testDatabase, as.client, [
    carrierItem('EVRI', { name: 'Evri' }),
    carrierItem('DPD', { name: 'DPD UK' }),
    methodItem('M1', 'EVRI', 41_500),
    methodItem('M2', 'DPD', 45_700),
    capacityItem('EVRI', 1),
  ])
  await on.create(as, 'A', 'B', 'C', 'D', 'E')
  await on.act(as, 'suspend', ['E'])
  await makeRuleBook(portal.testDatabase, as.client, [capacityItem('EVRI', 3)])
})
afterAll(() => portal.close())

const rate = async (body: object, who: SignedIn = as) => portal.send(rateMatching, { body }, who)
const carriers = async () => {
  const rows = await on.rows(
    `select order_number as o, carrier as c from consignments where client_code = $1 and ended_at is null order by 1`,
    as.client,
  )
  return Object.fromEntries(rows.map(({ o, c }) => [o, c]))
}
const BEFORE = { A: 'EVRI', B: 'DPD', C: 'DPD', D: 'DPD' }
const AFTER = { A: 'EVRI', B: 'EVRI', C: 'EVRI', D: 'DPD' }

test('all matches are rated again within the capacity, with receipts, and undone', async () => {
  const commandId = randomUUID()
  const { body } = await rate({ commandId, matching: {}, most: 5 })
  expect(body).toMatchObject({
    message: '2 orders re-allocated, 2 keep their carrier, 1 failed.',
    done: 2,
    unchanged: 2,
    refused: 1,
  })
  expect(await carriers()).toEqual(AFTER)
  const stored = (await portal.call(receipts, { params: { commandId }, query: {} }, as)).body
  expect(stored).toMatchObject({ total: 5, done: 2, unchanged: 2, refused: 1 })
  expect(stored.rows.map(({ orderNumber, outcome, message }) => [orderNumber, outcome, message])).toEqual([
    ['E', 'refused', 'Order E is suspended and gets a carrier when it is released'],
    ['B', 'done', 'Order B has been re-allocated.'],
    ['C', 'done', 'Order C has been re-allocated.'],
    ['A', 'unchanged', 'Order A keeps its carrier.'],
    ['D', 'unchanged', 'Order D keeps its carrier.'],
  ])
  expect((await portal.call(commandProgress, { params: { commandId } }, as)).body).toEqual({ done: 5, total: 5 })
  expect(await on.undo(as, commandId)).toMatchObject({ done: 2, refused: 0 })
  expect(await carriers()).toEqual(BEFORE)
})

test('a repeated command resumes; after an undo it does nothing', async () => {
  const commandId = randomUUID()
  const send = () => rate({ commandId, matching: { orderRef: 'B' } })
  expect((await send()).body).toMatchObject({ done: 1, message: 'Order B has been re-allocated.' })
  const versions = () => on.rows(`select version from orders where client_code = $1 order by order_number`, as.client)
  const before = await versions()
  expect((await send()).body).toMatchObject({ done: 1 })
  expect(await versions()).toEqual(before)
  await on.undo(as, commandId)
  await send()
  expect(await carriers()).toEqual(BEFORE)
  expect((await rate({ commandId, matching: { orderRef: 'C' } })).status).toBe(422)
})

test('filter and exceptions apply; more matches than counted are refused', async () => {
  expect(await rate({ matching: {}, most: 4 })).toMatchObject({ status: 409 })
  expect(await carriers()).toEqual(BEFORE)
  const except = [{ clientCode: as.client, orderNumber: 'B' }]
  expect((await rate({ matching: { carrier: ['DPD'] }, except })).body).toMatchObject({
    done: 2,
    unchanged: 0,
    refused: 0,
  })
  expect(await carriers()).toEqual({ ...BEFORE, C: 'EVRI', D: 'EVRI' })
  expect((await rate({ matching: { carrier: ['NOBODY'] } })).body.message).toBe(
    'No orders matched: none was re-allocated.',
  )
})

test('named, late or untakeable orders keep their carrier, with the reason', async () => {
  await on.rows(
    `update orders set despatch_date = $2 where client_code = $1 and order_number = 'B'`,
    as.client,
    addDays(dayOf(new Date()), -1),
  )
  await makeRuleBook(portal.testDatabase, as.client, [
    carrierItem('DPD', { active: 'N' }),
    carrierItem('EVRI', { active: 'N' }),
  ])
  const orders = ['A', 'B', 'none'].map((orderNumber) => ({ clientCode: as.client, orderNumber }))
  const { body } = await rate({ orders })
  expect(body).toMatchObject({ done: 0, unchanged: 0, refused: 3 })
  expect(await carriers()).toEqual(BEFORE)
})

test('other clients’ orders are missing; prices and permission are required', async () => {
  const other = await on.shop()
  await on.create(other, 'X')
  const foreign = { orders: [{ clientCode: other.client, orderNumber: 'X' }] }
  expect((await rate(foreign)).body).toMatchObject({ done: 0, refused: 1 })
  const holds = (leaf: string) => leaf.startsWith('orderManagement')
  const clerk = await makeSession(portal.testDatabase, { clients: [as.client], holds })
  expect((await rate({ matching: {} }, clerk)).status).toBe(403)
  await on.rows(`update client_settings set settings = '{}' where client_code = $1`, as.client)
  const blind = await makeSession(portal.testDatabase, { clients: [as.client] })
  expect((await rate({ matching: {} }, blind)).status).toBe(403)
  expect(await carriers()).toEqual(BEFORE)
})
