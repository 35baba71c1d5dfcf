import { randomUUID } from 'node:crypto'
import { contract } from '@despatch/contract/contract'
import { dayOf } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandedOrders } from '../../testing/commanded-orders.ts'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { inNumber } from '../../testing/in-number.ts'
import { orderBody } from '../../testing/order-body.ts'
import { capacityItem, carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type TestPortal } from '../../testing/test-portal.ts'

const { preview, stop, undo } = contract['carrier-stops']
const ORDERS = inNumber(150, 10_000)
/** Three times the aim of ten seconds: the machine may be busy. */
const PATIENCE_MS = 30_000
const CALLERS = 12

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

/** A client with carriers A to E, of which A is cheapest. The others have places for all orders, but only just. */
async function shop() {
  const session = await makeSession(portal.testDatabase)
  const { client } = session
  const skus: string[] = []
  for (let index = 0; index < 20; index++) {
    const sku = await makeSku(portal.testDatabase, { client })
    await portal.testDatabase.asOwner('update skus set weight = $3 where client_code = $1 and sku_code = $2', [
      client,
      sku,
      200 + index * 300,
    ])
    skus.push(sku)
  }
  const codes = ['A', 'B', 'C', 'D', 'E']
  const places = (share: number) => Math.ceil(ORDERS / share)
  await makeRuleBook(portal.testDatabase, client, [
    ...codes.map((code) => carrierItem(code, { name: `Carrier ${code}` })),
    ...codes.flatMap((code, index) => [
      methodItem(`${code}1`, code, 30_000 + index * 3000, { serviceTypes: ['STANDARD'] }),
      methodItem(`${code}2`, code, 50_000 + index * 2000, { serviceTypes: ['STANDARD', 'NEXT DAY'] }),
    ]),
    capacityItem('B', places(11)),
    capacityItem('C', places(11)),
    capacityItem('D', places(11)),
    capacityItem('E', places(11)),
  ])
  return { session, skus }
}

async function createAll(shops: Awaited<ReturnType<typeof shop>>[]): Promise<void> {
  let next = 0
  const work = async () => {
    for (let at = next++; at < ORDERS; at = next++) {
      const { session, skus } = shops[at % shops.length] ?? expect.fail('no shop')
      const SKU = skus[(at * 7) % skus.length] ?? ''
      const dispatchService = at % 4 === 0 ? ('NEXT DAY' as const) : ('STANDARD' as const)
      const body = {
        ...orderBody({ SKU, orderNo: `O-${at}`, dispatchService }),
        items: [{ SKU, quantity: 1 + (at % 3) }],
      }
      const answer = await portal.call(contract.orders.create, { body }, session)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, work))
}

test(`${ORDERS} orders of three clients leave a stopped carrier, each with a receipt, in good time`, async () => {
  const shops = [await shop(), await shop(), await shop()]
  const staff = {
    ...(await makeSession(portal.testDatabase, { type: 'Internal Administrator' })),
    client: 'All_client',
  }
  await createAll(shops)
  await portal.testDatabase.asOwner('analyze')
  const took: Record<string, number> = {}
  const timed = async <Answer>(what: string, call: Promise<Answer>): Promise<Answer> => {
    const began = performance.now()
    const answer = await call
    took[what] = Math.round(performance.now() - began)
    return answer
  }
  const from = dayOf(new Date())
  const stopId = randomUUID()
  const looked = await timed('preview', portal.call(preview, { body: { carrier: 'A', stop: { from } } }, staff))
  expect(looked.body.clients.reduce((sum, { moved }) => sum + moved, 0)).toBe(ORDERS)
  const { body: stopped } = await timed('stop', portal.call(stop, { body: { stopId, carrier: 'A', from } }, staff))
  expect(stopped).toMatchObject({ done: ORDERS, refused: 0 })
  expect(stopped.message).toMatch(/^[\d,]+ orders moved\.$/u)
  const [receipts] = await portal.testDatabase.asOwner(
    `select count(*)::int as count from order_receipts where command_id = $1 and outcome = 'done'`,
    [stopId],
  )
  expect(receipts).toEqual({ count: ORDERS })
  const undone = await timed('undo', portal.call(undo, { params: { stopId } }, staff))
  expect(undone.body).toMatchObject({ done: ORDERS, refused: 0 })
  const on = commandedOrders(portal)
  for (const { session } of shops) await on.capacityTaken(session.client)
  process.stdout.write(`${ORDERS} orders, ms: ${JSON.stringify(took)}\n`)
  for (const [what, ms] of Object.entries(took)) expect(ms, what).toBeLessThan(PATIENCE_MS)
}, 600_000)
