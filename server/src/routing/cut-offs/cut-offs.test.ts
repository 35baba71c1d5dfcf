import { randomUUID } from 'node:crypto'
import { contract } from '@despatch/contract/contract'
import { addDays, atMinute, dayOf, nextWorkingDay, weekday } from '@despatch/domain/calendar/day'
import { readMinute } from '@despatch/domain/routing/cut-offs/cut-off'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { commandedOrders, orderKeys } from '../../testing/commanded-orders.ts'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { capacityItem, carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { list, save, remove, saveTimes, today } = contract['cut-offs']
const { create, preflight } = contract.orders
let portal: TestPortal
let on: ReturnType<typeof commandedOrders>
let staff: SignedIn

/** A working day after today, so that tests do not depend on the day on which they run. */
const DAY = ((from) => {
  let day = addDays(from, 1)
  while (weekday(day) > 2) day = addDays(day, 1)
  return day
})(dayOf(new Date()))
const NEXT = nextWorkingDay(DAY)

beforeAll(async () => {
  portal = await openTestPortal()
  on = commandedOrders(portal)
})
afterAll(async () => {
  vi.useRealTimers()
  await portal.close()
})

/** Sets the operator's clock of the day. */
async function clock(time: string): Promise<void> {
  const now = atMinute(DAY, readMinute(time) ?? 0)
  vi.useFakeTimers({ toFake: ['Date'], now })
  await on.rows('update sessions set last_used_at = $1, created_at = $1, token_issued_at = $1', now)
}

/** Carriers are the operator's, so each test has its own. */
let codes: { early: string; late: string }
beforeEach(async () => {
  vi.useRealTimers()
  const of = randomUUID().slice(0, 6).toUpperCase()
  codes = { early: `E${of}`, late: `L${of}` }
  staff = { ...(await makeSession(portal.testDatabase, { type: 'Internal Administrator' })), client: 'All_client' }
})

const everyDay = (time: string) => Array.from({ length: 7 }, () => time)
async function cutOffs(times: { early?: string; late?: string }): Promise<void> {
  for (const [which, time] of Object.entries(times)) {
    const carrier = codes[which as keyof typeof codes]
    const { status, body } = await portal.call(save, { body: { carrier, weekdays: everyDay(time) } }, staff)
    expect(status, JSON.stringify(body)).toBe(200)
  }
}

type ServiceTypes = NonNullable<NonNullable<Parameters<typeof methodItem>[3]>['serviceTypes']>

/** A client with an early, cheap carrier and a late, dear one. */
async function shop(
  more: Parameters<typeof makeRuleBook>[2] = [],
  serviceTypes: ServiceTypes = ['STANDARD', 'NEXT DAY', 'NAMED DAY'],
) {
  const session = await makeSession(portal.testDatabase)
  await makeRuleBook(portal.testDatabase, session.client, [
    carrierItem(codes.early, { name: 'Early' }),
    carrierItem(codes.late, { name: 'Late' }),
    methodItem('EARLY', codes.early, 30_000),
    methodItem('LATE', codes.late, 90_000, { serviceTypes }),
    ...more,
  ])
  return { ...session, SKU: await makeSku(portal.testDatabase, { client: session.client }) }
}
type Shop = Awaited<ReturnType<typeof shop>>

const times = (of: Shop, set: { pickMinutes?: number; isSameDay?: boolean; promisedBy?: string | null }) =>
  portal.call(
    saveTimes,
    { body: { client: of.client, pickMinutes: 0, isSameDay: false, promisedBy: null, ...set } },
    staff,
  )

async function order(of: Shop, orderNo: string, body: Partial<Parameters<typeof orderBody>[0]> = {}) {
  const answer = await portal.call(create, { body: orderBody({ SKU: of.SKU, orderNo, ...body }) }, of)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

/** By order: its day, its method and that method's day. */
const routed = async ({ client }: Shop) =>
  Object.fromEntries(
    (
      await on.rows(
        `select o.order_number as o, o.despatch_date::text as day, c.client_method_id as method, c.despatch_day::text as c_day
          from orders o join consignments c using (client_code, order_number)
          where o.client_code = $1 and c.ended_at is null order by 1`,
        client,
      )
    ).map(({ o, day, method, c_day }) => {
      expect(c_day).toBe(day)
      return [String(o), `${String(method)} ${day === DAY ? 'today' : day === NEXT ? 'next' : String(day)}`]
    }),
  )
const decisions = async (of: Shop, orderNumber: string) =>
  (await portal.call(contract.allocation.decision, { body: { orderNumber } }, of)).body.consignments

test('cut-offs are set, listed, changed and removed by the operator alone', async () => {
  const of = await shop()
  const body = { carrier: codes.early, weekdays: [...everyDay('16:00').slice(2), null, '9:30'], exceptions: [] }
  expect(await portal.call(save, { body: { ...body, version: 0 } }, staff)).toMatchObject({ body: { version: 1 } })
  const found = async () =>
    (await portal.call(list, {}, staff)).body.cutOffs.filter(({ carrier }) => carrier === codes.early)
  expect(await found()).toEqual([
    {
      carrier: codes.early,
      carrierName: 'Early',
      service: '',
      weekdays: ['16:00', '16:00', '16:00', '16:00', '16:00', null, '09:30'],
      exceptions: [],
      version: 1,
    },
  ])
  expect((await portal.call(save, { body: { ...body, version: 0 } }, staff)).status).toBe(409)
  const exceptions = [
    { day: NEXT, time: null },
    { day: DAY, time: '12:00' },
    { day: '2020-01-01', time: '12:00' },
  ]
  expect((await portal.call(save, { body: { ...body, exceptions, version: 1 } }, staff)).status).toBe(200)
  expect((await found())[0]).toMatchObject({ version: 2, exceptions: [exceptions[1], exceptions[0]] })
  for (const [sent, message] of [
    [{ weekdays: everyDay('25:00') }, 'A time looks like 16:00'],
    [{ weekdays: ['16:00'] }, 'A week has seven days, Monday to Sunday'],
    [{ exceptions: [exceptions[0], exceptions[0]] }, 'Each day once'],
  ] as const) {
    const answer = await portal.send(save, { body: { ...body, ...sent } }, staff)
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining(message)])
  }
  for (const as of [of]) {
    expect((await portal.call(save, { body }, as)).status).toBe(403)
    expect((await portal.call(list, {}, as)).status).toBe(403)
    expect((await portal.call(remove, { query: { carrier: codes.early, service: '' } }, as)).status).toBe(403)
  }
  expect((await portal.call(remove, { query: { carrier: codes.early, service: '' } }, staff)).status).toBe(200)
  expect(await found()).toEqual([])
  expect((await portal.call(remove, { query: { carrier: codes.early, service: '' } }, staff)).status).toBe(404)
})

test('despatch times are set for a client that the caller sees', async () => {
  const of = await shop()
  expect((await times(of, { pickMinutes: 30, promisedBy: '14:00' })).body).toMatchObject({ version: 1 })
  const found = async () => (await portal.call(list, {}, staff)).body.clients.find(({ client }) => client === of.client)
  expect(await found()).toEqual({
    client: of.client,
    pickMinutes: 30,
    isSameDay: false,
    promisedBy: '14:00',
    version: 1,
  })
  const body = { client: of.client, pickMinutes: 0, isSameDay: true, promisedBy: null, version: 0 }
  expect((await portal.call(saveTimes, { body }, staff)).status).toBe(409)
  expect((await portal.call(saveTimes, { body: { ...body, client: 'NOSUCH' } }, staff)).status).toBe(404)
  expect((await portal.call(saveTimes, { body: { ...body, version: 1 } }, of)).status).toBe(403)
})

test('a carrier whose cut-off has passed takes nothing today, and the decision says why and replays', async () => {
  const of = await shop()
  await cutOffs({ early: '16:00' })
  await times(of, { pickMinutes: 30 })
  await clock('15:30')
  await order(of, 'REACHED', { date: DAY })
  await clock('15:31')
  await order(of, 'MISSED', { date: DAY })
  await order(of, 'LATER', { date: NEXT })
  expect(await routed(of)).toEqual({ REACHED: 'EARLY today', MISSED: 'LATE today', LATER: 'EARLY next' })
  const before = await decisions(of, 'MISSED')
  expect(before[0]?.consignment.clock).toMatchObject({ pickMinutes: 30, cutOffs: [{ minute: 960, left: -1 }] })
  const early = before[0]?.decided?.candidates.find(({ clientMethodID }) => clientMethodID === 'EARLY')
  expect(early?.verdicts.find(({ constraint }) => constraint === 'cutOff')).toEqual({
    constraint: 'cutOff',
    isMet: false,
    actual: '16:01',
    limit: '16:00',
    rule: codes.early,
  })
  expect(early?.changes).toEqual([{ kind: 'despatch-on', day: NEXT }])
  // Neither later cut-offs nor a later minute change what was decided.
  await cutOffs({ early: '18:00' })
  await clock('19:00')
  expect(await decisions(of, 'MISSED')).toEqual(before)
})

test('a cut-off is overruled by hand with a reason', async () => {
  const of = await shop()
  await cutOffs({ early: '16:00' })
  await clock('16:20')
  await order(of, 'A', { date: DAY })
  const [one] = await decisions(of, 'A')
  const { version } = (await portal.call(contract.allocation.decision, { body: { orderNumber: 'A' } }, of)).body
  const choice = {
    orderNumber: 'A',
    number: 1,
    version,
    attempt: one?.attempt ?? 0,
    clientMethodID: 'EARLY',
    reason: 'The driver waits',
  }
  expect((await portal.call(contract.allocation.chooseCarrier, { body: choice }, of)).status).toBe(200)
  expect(await routed(of)).toEqual({ A: 'EARLY today' })
  expect((await decisions(of, 'A'))[0]?.byHand).toMatchObject({ overruled: ['cutOff'], reason: 'The driver waits' })
})

test('an order without a date leaves today if the client has same-day despatch and a carrier takes it', async () => {
  const of = await shop([capacityItem(codes.late, 1)])
  await cutOffs({ early: '12:00', late: '16:00' })
  await clock('10:00')
  await order(of, 'NO-SAME-DAY')
  await times(of, { isSameDay: true })
  await order(of, 'MORNING')
  await clock('13:00')
  expect((await order(of, 'NOON')).routing.consignments).toMatchObject([{ despatchDay: DAY }])
  // The late carrier is full.
  expect((await order(of, 'FULL')).routing.consignments).toMatchObject([{ despatchDay: NEXT }])
  await clock('17:00')
  await order(of, 'EVENING')
  // A date that was asked for stays.
  expect((await order(of, 'ASKED', { date: DAY })).routing.exception).toContain('after the cut-off of')
  expect(await routed(of)).toEqual({
    'NO-SAME-DAY': 'EARLY next',
    MORNING: 'EARLY today',
    NOON: 'LATE today',
    FULL: 'EARLY next',
    EVENING: 'EARLY next',
    ASKED: 'null today',
  })
  const history = await on.rows(
    "select version, act from order_history where client_code = $1 and order_number = 'EVENING'",
    of.client,
  )
  expect(history).toEqual([{ version: 1, act: 'Created' }])
})

test('releasing an order after its cut-off finds a later carrier today, else the next day', async () => {
  const of = await shop()
  await cutOffs({ early: '12:00', late: '16:00' })
  await clock('10:00')
  for (const name of ['A', 'B', 'C']) await order(of, name, { date: DAY })
  await order(of, 'NAMED', { date: DAY, dispatchService: 'NAMED DAY' })
  await on.act(of, 'suspend', ['C'])
  await clock('13:00')
  const look = async () =>
    (await portal.call(preflight, { body: { action: 'release', orders: orderKeys(of.client, 'A', 'B', 'C') } }, of))
      .body
  expect(await look()).toMatchObject({
    goesAtOnce: false,
    allowed: 3,
    rows: [
      { verdict: expect.stringMatching(/^Its cut-off has passed: will be allocated again and released if/) },
      { verdict: expect.stringMatching(/^Its cut-off has passed: /) },
      { verdict: expect.stringMatching(/^Will be allocated and released if/) },
    ],
  })
  expect(await on.act(of, 'release', ['A'])).toMatchObject({ done: 1 })
  expect(await routed(of)).toMatchObject({ A: 'LATE today', B: 'EARLY today' })
  await clock('17:00')
  expect(await on.act(of, 'release', ['B', 'C', 'NAMED'])).toMatchObject({ done: 2, refused: 1 })
  expect(await routed(of)).toEqual({ A: 'LATE today', B: 'EARLY next', C: 'EARLY next', NAMED: 'EARLY today' })
  const notes = await on.rows(
    "select order_number, note from order_history where client_code = $1 and act = 'Released' order by 1",
    of.client,
  )
  expect(notes).toEqual([
    { order_number: 'A', note: '' },
    { order_number: 'B', note: expect.stringMatching(/^Despatched on .* instead of .*$/) },
    { order_number: 'C', note: expect.stringMatching(/^Despatched on .* instead of .*$/) },
  ])
  const [taken] = await on.rows(
    `select coalesce(sum(parcels) filter (where despatch_day = $2), 0)::int as today,
      coalesce(sum(parcels) filter (where despatch_day = $3), 0)::int as next
    from capacity_usage where client_code = $1`,
    of.client,
    DAY,
    NEXT,
  )
  expect(taken).toEqual({ today: 2, next: 2 })
})

test('capacity alone moves no order to another day', async () => {
  const of = await shop([capacityItem(codes.early, 1)], [])
  await clock('10:00')
  await order(of, 'A', { date: DAY })
  await order(of, 'B', { date: DAY })
  await cutOffs({ late: '12:00' })
  expect(await on.act(of, 'release', ['B'])).toMatchObject({ refused: 1 })
  expect(await routed(of)).toEqual({ A: 'EARLY today', B: 'null today' })
})

test('an order that nobody takes on the next day either keeps its day', async () => {
  const of = await shop([capacityItem(codes.early, 1)], [])
  await cutOffs({ early: '12:00' })
  await clock('10:00')
  await order(of, 'FULL', { date: NEXT })
  await clock('13:00')
  await order(of, 'A', { date: DAY })
  expect(await on.act(of, 'release', ['A'])).toMatchObject({ refused: 1 })
  expect(await routed(of)).toEqual({ FULL: 'EARLY next', A: 'null today' })
  expect((await decisions(of, 'A'))[0]?.why).toContain('after the cut-off of 12:00')
})

test('an exception after its cut-off is allocated again for the next day, with its history', async () => {
  const of = await shop()
  await cutOffs({ early: '12:00', late: '12:00' })
  await clock('13:00')
  await order(of, 'A', { date: DAY })
  const orders = orderKeys(of.client, 'A')
  const { receipts } = (await portal.call(contract.allocation.allocateAgain, { body: { orders } }, of)).body
  expect(receipts).toMatchObject([{ outcome: 'allocated' }])
  expect(await routed(of)).toEqual({ A: 'EARLY next' })
  expect(
    await on.rows('select version, act, changes from order_history where client_code = $1 order by version', of.client),
  ).toMatchObject([{ version: 1 }, { version: 2, act: 'Amended', changes: { date: {} } }])
})

test('today’s cut-offs name the orders that have to reach them, to the minute', async () => {
  const [of, other] = [await shop(), await shop()]
  await cutOffs({ early: '12:00', late: '16:00' })
  await times(of, { pickMinutes: 45 })
  await clock('10:00')
  for (const name of ['A', 'B']) await order(of, name, { date: DAY })
  await on.act(of, 'release', ['B'])
  const seen = async (as: SignedIn = of) => (await portal.call(today, {}, as)).body.cutOffs
  const startBy = atMinute(DAY, 11 * 60 + 15).toISOString()
  expect(await seen()).toEqual([
    { client: of.client, carrier: codes.early, carrierName: 'Early', time: '12:00', startBy, orders: 2 },
  ])
  expect(await seen(other)).toEqual([])
  const listed = async (cutOff?: 'soon' | 'missed') =>
    (
      await portal.call(contract.orders.list, { body: { page: 1, limit: 10, ...(cutOff && { cutOff }) } }, of)
    ).body.Orders.map(({ orderNumber, startBy: by }) => [orderNumber, by]).toSorted()
  const both = [
    ['A', startBy],
    ['B', startBy],
  ]
  const count = async (name: string) =>
    (await portal.call(contract.home.counts, {}, of)).body.counts.find((one) => one.name === name)?.count ?? 0
  await clock('09:14')
  expect(await count('orders-cut-off-soon')).toBe(0)
  await clock('09:15')
  expect(await count('orders-cut-off-soon')).toBe(2)
  await clock('11:15')
  expect([await count('orders-cut-off-soon'), await count('orders-past-cut-off')]).toEqual([2, 0])
  expect([await listed(), await listed('soon'), await listed('missed')]).toEqual([both, both, []])
  await clock('11:16')
  expect([await count('orders-cut-off-soon'), await count('orders-past-cut-off')]).toEqual([0, 2])
  expect([await listed('soon'), await listed('missed')]).toEqual([[], both])
  // A command by the same filter finds the same orders.
  const held = await on.act(of, 'suspend', { matching: { cutOff: 'missed' }, reason: 'Customer asked' })
  expect(held).toMatchObject({ done: 2 })
  expect(await listed('missed')).toEqual([])
})

test('Key Metrics say how many orders received in time left on the same day, with their list', async () => {
  const of = await shop()
  await times(of, { isSameDay: true, promisedBy: '14:00' })
  await clock('13:59')
  for (const name of ['KEPT', 'LATE', 'CANCELLED']) await order(of, name)
  await clock('14:01')
  await order(of, 'AFTER')
  await on.act(of, 'cancel', ['CANCELLED'])
  await on.rows(
    `update orders set despatched_on = case order_number when 'KEPT' then $2::date else $3::date end
      where client_code = $1 and order_number in ('KEPT', 'LATE', 'AFTER')`,
    of.client,
    DAY,
    NEXT,
  )
  const period = { startDate: DAY, endDate: DAY }
  const metrics = async () => (await portal.call(contract.reports.keyMetrics, { body: period }, of)).body.now.sameDay
  expect(await metrics()).toEqual([])
  vi.useFakeTimers({ toFake: ['Date'], now: atMinute(NEXT, 600) })
  await on.rows('update sessions set last_used_at = $1, created_at = $1, token_issued_at = $1', new Date())
  expect(await metrics()).toEqual([{ client: of.client, promised: 2, kept: 1 }])
  const listed = async (figure: 'ordersSameDay' | 'ordersSameDayKept') =>
    (
      await portal.call(
        contract.reports.orders,
        { body: { ...period, figure, client: of.client, page: 1, limit: 50 } },
        of,
      )
    ).body.rows.map(({ orderNumber }) => orderNumber)
  expect(await listed('ordersSameDay')).toEqual(['KEPT', 'LATE'])
  expect(await listed('ordersSameDayKept')).toEqual(['KEPT'])
})
