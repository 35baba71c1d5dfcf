import { randomUUID } from 'node:crypto'
import { contract } from '@despatch/contract/contract'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../../demo/seeded-random.ts'
import { commandedOrders } from '../../testing/commanded-orders.ts'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { inNumber } from '../../testing/in-number.ts'
import { orderBody } from '../../testing/order-body.ts'
import { capacityItem, carrierItem, heldItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const stops = contract['carrier-stops']
const TODAY = dayOf(new Date())
const CARRIERS = ['CHEAP', 'MIDDLE', 'DEAR']

let portal: TestPortal
let on: ReturnType<typeof commandedOrders>
let staff: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  on = commandedOrders(portal)
  staff = { ...(await makeSession(portal.testDatabase, { type: 'Internal Administrator' })), client: 'All_client' }
})
afterAll(() => portal.close())

/** A client whose orders have one consignment or, with goods that are held to a carrier, two. */
async function shop() {
  const session = await makeSession(portal.testDatabase)
  const skus = [
    await makeSku(portal.testDatabase, { client: session.client }),
    await makeSku(portal.testDatabase, { client: session.client }),
  ]
  await makeRuleBook(portal.testDatabase, session.client, [
    ...CARRIERS.map((code) => carrierItem(code)),
    methodItem('C1', 'CHEAP', 20_000, { carrierService: 'Road' }),
    methodItem('C2', 'CHEAP', 19_000, { carrierService: 'Air', serviceTypes: ['NEXT DAY'] }),
    methodItem('M1', 'MIDDLE', 30_000),
    methodItem('D1', 'DEAR', 60_000, { serviceTypes: ['STANDARD'] }),
    capacityItem('MIDDLE', 12),
    capacityItem('DEAR', 12),
    heldItem('1', skus[1] ?? '', 'MIDDLE'),
  ])
  return { ...session, skus }
}
type Shop = Awaited<ReturnType<typeof shop>>

/** All that a step may do. Refusals (4xx) are right answers; faults of the server are not. */
function acts(shops: readonly Shop[], random: ReturnType<typeof seededRandom>) {
  const numbers = new Map<Shop, string[]>(shops.map((of) => [of, []]))
  const stopIds: string[] = []
  const commandIds: string[] = []
  /** The most that a carrier could take at any time since the last check. */
  const slots = new Map<string, number>()
  const slotOf = (of: Shop, carrier: string) => `${of.client} ${carrier}`
  for (const of of shops) for (const code of ['MIDDLE', 'DEAR']) slots.set(slotOf(of, code), 12)
  const check = ({ status, body }: { status: number; body: unknown }) => {
    expect(status, JSON.stringify(body)).toBeLessThan(500)
    return status === 200
  }
  const anyOrders = (of: Shop) => Array.from({ length: random.whole(1, 4) }, () => random.of(numbers.get(of) ?? []))
  const command = (action: 'release' | 'suspend' | 'cancel') => async () => {
    const of = random.of(shops)
    if (numbers.get(of)?.length === 0) return
    const keys = [...new Set(anyOrders(of))].map((orderNumber) => ({ clientCode: of.client, orderNumber }))
    check(await on.send(of, action, { orders: keys }))
  }
  const oneOf = (ids: readonly string[]) => (ids.length === 0 ? randomUUID() : random.of(ids))
  const all = {
    async create() {
      const of = random.of(shops)
      const orderNo = `O-${randomUUID().slice(0, 8)}`
      const items = random.happens(0.3) ? of.skus : of.skus.slice(0, 1)
      const body = {
        ...orderBody({ SKU: '', orderNo, dispatchService: random.of(['STANDARD', 'STANDARD', 'NEXT DAY']) }),
        items: items.map((SKU) => ({ SKU, quantity: 1 })),
      }
      if (check(await portal.send(contract.orders.create, { body }, of))) numbers.get(of)?.push(orderNo)
    },
    release: command('release'),
    suspend: command('suspend'),
    cancel: command('cancel'),
    async stop() {
      const stopId = random.happens(0.2) ? oneOf(stopIds) : randomUUID()
      stopIds.push(stopId)
      const body = {
        stopId,
        carrier: random.of(CARRIERS),
        services: random.happens(0.2) ? ['Air'] : [],
        from: addDays(TODAY, random.whole(-2, 2)),
        to: random.happens(0.4) ? addDays(TODAY, random.whole(3, 9)) : null,
        reason: 'Strike',
      }
      check(await portal.send(stops.stop, { body }, staff))
    },
    async move() {
      const commandId = randomUUID()
      commandIds.push(commandId)
      check(await portal.send(stops.move, { body: { commandId, carrier: random.of(CARRIERS) } }, staff))
    },
    async undoStop() {
      check(await portal.send(stops.undo, { params: { stopId: oneOf(stopIds) } }, staff))
    },
    async undoMove() {
      check(await portal.send(contract.orders.undo, { params: { commandId: oneOf(commandIds) } }, staff))
    },
    async end() {
      check(await portal.send(stops.end, { params: { stopId: oneOf(stopIds) } }, staff))
    },
    async bringBack() {
      const commandId = randomUUID()
      commandIds.push(commandId)
      const params = { stopId: oneOf(stopIds) }
      check(await portal.send(stops.bringBack, { params, body: { commandId } }, staff))
    },
    async plan() {
      const days = { from: TODAY, to: addDays(TODAY, 6) }
      const looked = await portal.send(contract['plan-the-day'].preview, { body: days }, staff)
      if (!check(looked)) return
      const commandId = randomUUID()
      commandIds.push(commandId)
      const { fingerprint } = looked.body as { fingerprint: string }
      check(await portal.send(contract['plan-the-day'].apply, { body: { commandId, ...days, fingerprint } }, staff))
    },
    async preview() {
      const body = { carrier: random.of(CARRIERS), stop: { services: [], from: TODAY, to: null } }
      check(await portal.send(stops.preview, { body }, staff))
    },
  }
  /** Changes of rules, one at a time: publishing has its own tests. */
  const rules = {
    async switchCarrier() {
      await makeRuleBook(portal.testDatabase, random.of(shops).client, [
        carrierItem(random.of(CARRIERS), { active: random.of(['Y', 'Y', 'N']) }),
      ])
    },
    async changeCapacity() {
      const [of, code, slot] = [random.of(shops), random.of(['MIDDLE', 'DEAR']), random.whole(4, 16)]
      await makeRuleBook(portal.testDatabase, of.client, [capacityItem(code, slot)])
      slots.set(slotOf(of, code), Math.max(slot, slots.get(slotOf(of, code)) ?? 0))
    },
  }
  return { all, rules, numbers, slotOf: (of: Shop, carrier: string) => slots.get(slotOf(of, carrier)) ?? Infinity }
}

/** What must be true after every step. */
async function checkTruth(of: Shop, slotOf: (of: Shop, carrier: string) => number): Promise<void> {
  await on.capacityTaken(of.client)
  const used = await on.rows(
    'select carrier, parcels, despatch_day::text from capacity_usage where client_code = $1',
    of.client,
  )
  for (const { carrier, parcels } of used)
    expect(parcels, String(carrier)).toBeLessThanOrEqual(slotOf(of, String(carrier)))
  const orders = await on.rows(
    `select o.order_number, o.status, o.version,
       (select count(*)::int from order_history h
         where h.client_code = o.client_code and h.order_number = o.order_number) as entries,
       (select (count(*) + count(undone_at))::int from order_receipts r where r.client_code = o.client_code
         and r.order_number = o.order_number and r.outcome = 'done') as done,
       (select count(*)::int from consignments c where c.client_code = o.client_code
         and c.order_number = o.order_number and c.ended_at is null) as standing
     from orders o where o.client_code = $1`,
    of.client,
  )
  for (const { order_number, status, version, entries, done, standing } of orders) {
    expect([version, done], String(order_number)).toEqual([entries, Number(entries) - 1])
    expect(Number(standing) > 0, String(order_number)).toBe(status === 'N' || status === 'R')
  }
}

/** Orders whose carrier is off, counted from the stops and rules themselves, are those that the list counts. */
async function checkNoneStaysSilently(shops: readonly Shop[]): Promise<void> {
  const clients = shops.map(({ client }) => client)
  const rows = await on.rows(
    `select c.carrier, count(distinct (c.client_code, c.order_number))::int as orders
     from consignments c
     join orders o on o.client_code = c.client_code and o.order_number = c.order_number and o.status in ('N', 'R')
     join rule_book_items i on i.client_code = c.client_code and i.kind = 'carrier' and i.item_key = c.carrier
       and i.to_version is null
     join rule_book_items m on m.client_code = c.client_code and m.kind = 'method' and m.item_key = c.client_method_id
       and m.to_version is null
     where c.client_code = any ($1::text[]) and c.ended_at is null and (i.content ->> 'active' = 'N' or exists (
       select from carrier_stops s where s.carrier = c.carrier and s.ended_at is null and s.first_day <= c.despatch_day
         and (s.last_day is null or c.despatch_day <= s.last_day)
         and (s.services = '{}' or m.content ->> 'carrierService' = any (s.services))))
     group by 1 order by 1`,
    clients,
  )
  const { off } = (await portal.call(stops.list, {}, staff)).body
  const listed = off
    .filter(({ clients: of }) => of.some((client) => clients.includes(client)))
    .map(({ carrier, orders }) => ({ carrier, orders }))
  expect(listed.toSorted((one, other) => (one.carrier < other.carrier ? -1 : 1))).toEqual(rows)
}

/** The stored result of every decision is the one that its stored inputs give. */
async function checkReplays(of: Shop, orderNumbers: readonly string[]): Promise<number> {
  let replayed = 0
  for (const orderNumber of orderNumbers) {
    const kept = await on.rows(
      `select attempt, number, state, client_method_id from consignments
       where client_code = $1 and order_number = $2 order by attempt desc, number`,
      of.client,
      orderNumber,
    )
    const { body } = await portal.call(contract.allocation.decision, { body: { orderNumber } }, of)
    expect(
      body.consignments.map(({ attempt, number, state, decided }) => [attempt, number, state, decided.chosen]),
      orderNumber,
    ).toEqual(kept.map((row) => [row['attempt'], row['number'], row['state'], row['client_method_id']]))
    replayed += kept.length
  }
  return replayed
}

test.each(inNumber([5], [5, 6]))(
  'stops, moves, undos and commands at once keep orders, capacity and decisions consistent (seed %i)',
  async (seed) => {
    // Stops are the operator's: those of another seed would keep all orders from the carriers.
    await on.rows('update carrier_stops set ended_at = now() where ended_at is null')
    const shops = [await shop(), await shop()]
    const random = seededRandom(seed)
    const { all, rules, numbers, slotOf } = acts(shops, random)
    const { create, stop, undoStop, end, ...others } = all
    const choices = [create, create, create, stop, stop, undoStop, end, end, ...Object.values(others)]
    for (let count = 0; count < 30; count++) await create()
    for (let round = 0; round < inNumber(60, 300); round++) {
      if (random.happens(0.3)) await random.of(Object.values(rules))()
      await Promise.all(Array.from({ length: random.whole(1, 5) }, () => random.of(choices)()))
      for (const of of shops) await checkTruth(of, slotOf)
      await checkNoneStaysSilently(shops)
    }
    const receipts = await on.rows(
      `select action, count(*)::int as count, count(undone_at)::int as undone from order_receipts
       where client_code = any ($1::text[]) group by 1 order by 1`,
      shops.map(({ client }) => client),
    )
    let replayed = 0
    for (const of of shops) replayed += await checkReplays(of, numbers.get(of) ?? [])
    process.stdout.write(`receipts ${JSON.stringify(receipts)}, ${replayed} decisions replayed\n`)
    expect(receipts.map(({ action }) => action)).toContain('leave-carrier')
    expect(replayed).toBeGreaterThan(50)
  },
  inNumber(240_000, 900_000),
)
