import { randomUUID } from 'node:crypto'
import { contract } from '@despatch/contract/contract'
import type { DraftInput } from '@despatch/contract/routing/rule-book/drafts'
import { addDays, dayOf, nextWorkingDay } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../../database/database.ts'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { capacityItem, carrierItem, limitsItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { orderBody } from '../../testing/order-body.ts'
import { makeAllocatedOrders } from '../../testing/allocated-orders.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'
import { runWhatIf } from '../what-if/what-if-run.ts'

let portal: TestPortal
let me: SignedIn & { client: string; userId: number }
const TODAY = dayOf(new Date())
const { startWhatIf, whatIf, cancelWhatIf, whatIfMoves, whatIfMove } = contract.allocation
const rows = (sql: string, values: unknown[] = [me.client]) => portal.testDatabase.asOwner(sql, values)

beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  me = await makeSession(portal.testDatabase)
  await makeRuleBook(portal.testDatabase, me.client, [
    carrierItem('DPD'),
    carrierItem('DHL'),
    methodItem('CHEAP', 'DPD', 30_000),
    methodItem('DEAR', 'DHL', 50_000),
  ])
})

const start = (draft: DraftInput, days = 7, as: SignedIn = me) =>
  portal.call(startWhatIf, { body: { draft, days } }, as)
/** Starts a what-if and waits for its result. */
const tried = async (draft: DraftInput) => {
  const { status, body } = await start(draft)
  expect({ status, body }).toMatchObject({ status: 200 })
  return finished(body.id)
}
const read = async (id: string) => (await portal.call(whatIf, { params: { id } }, me)).body
const finished = (id: string) =>
  vi.waitFor(
    async () => {
      const now = await read(id)
      expect(['Succeeded', 'Failed']).toContain(now.status)
      return now
    },
    { timeout: 60_000, interval: 50 },
  )
const slots = (each: number, version = 0, times = 1): DraftInput => ({
  change: 'capacity',
  body: {
    client: me.client,
    carrier: 'DPD',
    version,
    capacities: Array.from({ length: times }, () => ({
      quantityLimit: [each, each, each, each, each, each, each],
      effectiveDate: null,
      effectiveBetween: null,
    })),
  },
})
const fourToday = () =>
  makeAllocatedOrders(
    portal.testDatabase,
    me.client,
    // In order of creation, which differs from the order of their numbers.
    ['D', 'C', 'B', 'A'].map((orderNumber, index) => ({ orderNumber, day: TODAY, at: `2026-01-01T0${index}:00:00Z` })),
  )

test('a draft is tried on current consignments in order of creation without changing anything', async () => {
  await fourToday()
  await makeAllocatedOrders(portal.testDatabase, me.client, [
    { orderNumber: 'BEFORE', day: addDays(TODAY, -7) },
    { orderNumber: 'YESTERDAY', day: addDays(TODAY, -1) },
    { orderNumber: 'GIVEN BACK', day: TODAY },
  ])
  await rows(
    "update consignments set state = 'given-back', ended_at = now() where client_code = $1 and order_number = 'GIVEN BACK'",
  )
  const everything = () =>
    rows(
      `select (select jsonb_agg(to_jsonb(i)) from rule_book_items i where client_code = $1) as items,
         (select version from rule_book_heads where client_code = $1) as head,
         (select jsonb_agg(to_jsonb(c) order by order_number) from consignments c where client_code = $1) as consignments,
         (select count(*) from capacity_usage where client_code = $1) as usage`,
    )
  const was = await everything()
  const { body: begun } = await start(slots(2))
  expect(begun).toMatchObject({ status: 'NotStarted', days: 7, ruleBookVersion: 1, done: 0, summary: null, error: '' })
  const done = await finished(begun.id)
  expect(done).toMatchObject({
    status: 'Succeeded',
    done: 5,
    total: 5,
    percentComplete: 100,
    summary: {
      consignments: 5,
      moved: 2,
      moves: [{ from: 'CHEAP', to: 'DEAR', count: 2 }],
      costBefore: '15.00',
      costAfter: '19.00',
      fullDays: [{ carrier: 'DPD', day: TODAY, count: 2 }],
      newExceptions: 0,
      endedExceptions: 0,
    },
  })
  expect(await everything()).toEqual(was)

  const moves = (given: { from?: string | null; to?: string | null } = {}) =>
    portal.call(whatIfMoves, { params: { id: begun.id }, body: { page: 1, limit: 50, ...given } }, me)
  const { body } = await moves()
  expect(body.total).toBe(2)
  // D and C were created first. When they are rated again, the current consignments still fill the limit.
  expect(body.rows.map(({ orderNumber }) => orderNumber)).toEqual(['D', 'C'])
  expect(body.rows[0]).toEqual({
    position: 1,
    orderNumber: 'D',
    number: 1,
    despatchDay: TODAY,
    from: 'CHEAP',
    to: 'DEAR',
    costBefore: '3.00',
    costAfter: '5.00',
  })
  expect((await moves({ from: 'CHEAP', to: 'DEAR' })).body.total).toBe(2)
  expect((await moves({ from: 'DEAR' })).body.total).toBe(0)
  expect((await moves({ to: null })).body.total).toBe(0)

  const one = await portal.call(whatIfMove, { params: { id: begun.id, position: '2' } }, me)
  expect(one.body).toMatchObject({ move: { orderNumber: 'C' }, before: { chosen: 'CHEAP' }, after: { chosen: 'DEAR' } })
  const capacity = (side: (typeof one.body)['before']) =>
    side.candidates
      .find(({ clientMethodID }) => clientMethodID === 'CHEAP')
      ?.verdicts.find(({ constraint }) => constraint === 'capacity')
  // Before: as decided. After: under the draft, the two orders not yet rated again fill the limit.
  expect(capacity(one.body.before)).toMatchObject({ isMet: true, actual: 1, limit: null })
  expect(capacity(one.body.after)).toMatchObject({ isMet: false, actual: 3, limit: 2 })
  expect((await portal.call(whatIfMove, { params: { id: begun.id, position: '3' } }, me)).status).toBe(404)
  expect(await rows("select object from audit where client_code = $1 and act = 'rule-book.tried'")).toEqual([
    { object: 'Capacity of DPD: 7 days' },
  ])
})

test('orders are planned again if a draft may split them; exceptions start and end', async () => {
  const { client } = me
  const [lamp, desk] = await Promise.all(['LAMP', 'DESK'].map((code) => makeSku(portal.testDatabase, { client, code })))
  const lines = [
    { sku: lamp ?? '', quantity: 1 },
    { sku: desk ?? '', quantity: 1 },
  ]
  await makeAllocatedOrders(portal.testDatabase, client, [
    { orderNumber: 'BOTH', day: TODAY, lines },
    { orderNumber: 'LAMP', day: TODAY, lines: lines.slice(0, 1) },
  ])
  const held = (skus: string[], method: string): DraftInput => ({
    change: 'fixed-routes-added',
    body: { category: '', skus, regionList: [], carrier: 'DHL', method, startDate: null, endDate: null },
  })
  expect(await tried(held(['DESK'], 'DEAR'))).toMatchObject({
    status: 'Succeeded',
    done: 2,
    // The lamp of BOTH travels with the desk: free lines travel with the first held line.
    summary: { consignments: 2, moved: 1, moves: [{ from: 'CHEAP', to: 'DEAR', count: 1 }], costAfter: '8.00' },
  })
  await makeRuleBook(portal.testDatabase, client, [
    {
      kind: 'fixed-route',
      key: 'F1',
      content: {
        by: { sku: 'LAMP' },
        regions: [],
        carrier: 'DPD',
        clientMethodID: 'CHEAP',
        startDate: null,
        endDate: null,
      },
    },
  ])
  const split = await tried(held(['DESK'], 'DEAR'))
  // BOTH becomes two consignments: before, the first had the cost of both.
  expect(split).toMatchObject({
    summary: {
      consignments: 3,
      moves: [{ from: 'CHEAP', to: 'DEAR', count: 1 }],
      costBefore: '6.00',
      costAfter: '11.00',
    },
  })
  const { body: row } = await portal.call(whatIfMoves, { params: { id: split.id }, body: { page: 1, limit: 9 } }, me)
  expect(row.rows).toMatchObject([{ orderNumber: 'BOTH', number: 1, costBefore: '3.00', costAfter: '5.00' }])
})

test('an order that is planned again uses the client’s days off', async () => {
  const { client } = me
  const SKU = await makeSku(portal.testDatabase, { client })
  await makeRuleBook(portal.testDatabase, client, [capacityItem('DPD', 1)])
  const goes = nextWorkingDay(TODAY)
  const off = nextWorkingDay(goes)
  const closed = [{ from: off, to: off, name: 'Stocktaking' }]
  await rows('update clients set calendar = $2 where client_code = $1', [
    client,
    JSON.stringify({ holidays: '', closed, worked: [] }),
  ])
  // The second order finds the limit of its day used up.
  for (const orderNo of ['A', 'B']) {
    const body = orderBody({ SKU, orderNo, items: [{ SKU, quantity: 1 }] })
    expect((await portal.call(contract.orders.create, { body }, me)).status).toBe(200)
  }
  type Candidates = readonly { clientMethodID: string; changes: readonly unknown[] }[]
  const changesOf = (candidates: Candidates = []) =>
    candidates.find(({ clientMethodID }) => clientMethodID === 'CHEAP')?.changes
  const live = await portal.call(contract.allocation.decision, { body: { orderNumber: 'B' } }, me)
  const expected = [{ kind: 'despatch-on', day: nextWorkingDay(off) }]
  expect(changesOf(live.body.consignments[0]?.decided?.candidates)).toEqual(expected)

  const { id } = await tried({
    change: 'fixed-routes-added',
    body: {
      category: '',
      skus: [SKU],
      regionList: [],
      carrier: 'DPD',
      method: 'CHEAP',
      startDate: null,
      endDate: null,
    },
  })
  const { body: move } = await portal.call(whatIfMove, { params: { id, position: '1' } }, me)
  expect(move).toMatchObject({ move: { orderNumber: 'B', from: 'DEAR', to: null }, consignment: { daysOff: [off] } })
  expect(changesOf(move.before.candidates)).toEqual(expected)
  expect(changesOf(move.after.candidates)).toEqual(expected)
})

describe('publishing the draft and rating the orders gives the predicted result', () => {
  const price = (method: string, baseCost: string): DraftInput => ({
    change: 'single-costing',
    params: { id: method },
    body: {
      pricingMethod: 'By Parcel',
      primaryCosting: { fromParcel: 1, baseCost, incrementalCost: '0', incrementStart: 0, increment: 0 },
    },
  })
  const saved = (draft: DraftInput) => {
    if (draft.change !== 'single-costing') throw new Error('Only prices are saved here')
    return portal.call(contract.prices.updateSingle, draft, me)
  }
  /** Creates orders of one piece, one after the other. */
  async function ordered(count: number): Promise<string[]> {
    const SKU = await makeSku(portal.testDatabase, { client: me.client })
    const numbers: string[] = []
    for (let index = 0; index < count; index++) {
      const body = orderBody({ SKU, items: [{ SKU, quantity: 1 }] })
      expect((await portal.call(contract.orders.create, { body }, me)).status).toBe(200)
      numbers.push(body.orderNo)
    }
    return numbers
  }
  const stands = async () => {
    const [row] = await rows(
      `select coalesce(sum(cost), 0)::float as cost, jsonb_object_agg(order_number, client_method_id) as methods
       from consignments where client_code = $1 and ended_at is null`,
    )
    return row as { cost: number; methods: Record<string, string> }
  }
  /** Rates orders again, one after the other, and counts those with a new method. */
  async function ratedAgain(orders: readonly string[]): Promise<number> {
    const was = await stands()
    for (const orderNumber of orders) {
      const asked = { clientCode: me.client, orderNumber }
      const { body } = await portal.call(contract.allocation.ratePreview, { body: { orders: [asked] } }, me)
      const { now, version } = body.orders[0] ?? {}
      if (body.orders[0]?.outcome !== 'changes' || !now || version === undefined) continue
      const looked = { ...asked, version, methods: now.methods, cost: now.cost }
      const rated = await portal.call(contract.allocation.rateAgain, { body: { orders: [looked] } }, me)
      expect(rated.body.receipts).toMatchObject([{ outcome: 'allocated' }])
    }
    const is = await stands()
    return orders.filter((number) => was.methods[number] !== is.methods[number]).length
  }

  test.each([
    ['nothing binds', [], '6.00'],
    ['capacities bind', [capacityItem('DPD', 3), capacityItem('DHL', 6)], '6.00'],
    ['the cheap one becomes cheaper than it was', [capacityItem('DPD', 3)], '2.00'],
  ])('where %s', async (_title, items, to) => {
    await makeRuleBook(portal.testDatabase, me.client, items)
    const orders = await ordered(8)
    const draft = price('CHEAP', to)
    const { summary } = await tried(draft)
    expect(summary?.costBefore).toBe((await stands()).cost.toFixed(2))
    expect((await saved(draft)).status).toBe(200)
    expect(await ratedAgain(orders)).toBe(summary?.moved)
    expect((await stands()).cost.toFixed(2)).toBe(summary?.costAfter)
    // The result also holds right after rating.
    expect((await tried(draft)).summary?.costBefore).toBe((await stands()).cost.toFixed(2))
  })

  test('until orders are rated, their current cost uses the old prices', async () => {
    await ordered(3)
    await saved(price('CHEAP', '6.00'))
    const { summary } = await tried(price('CHEAP', '6.10'))
    expect(summary).toMatchObject({ costBefore: '9.00', costAfter: '15.00', moved: 3 })
  })

  test('an order that is being picked keeps its carrier', async () => {
    const [first] = await ordered(2)
    await rows(`update orders set status = 'P' where client_code = $1 and order_number = '${first}'`)
    expect((await tried(price('CHEAP', '6.00'))).summary).toMatchObject({
      moved: 1,
      costBefore: '6.00',
      costAfter: '8.00',
    })
  })
})

test('a full limit without another carrier makes an exception', async () => {
  await fourToday()
  await rows("delete from rule_book_items where client_code = $1 and kind = 'method' and item_key = 'DEAR'")
  const { body } = await start(slots(3))
  const { summary } = await finished(body.id)
  expect(summary).toMatchObject({ newExceptions: 1, moves: [{ from: 'CHEAP', to: null, count: 1 }], costAfter: '9.00' })
  const { body: moved } = await portal.call(
    whatIfMoves,
    { params: { id: body.id }, body: { to: null, page: 1, limit: 9 } },
    me,
  )
  expect(moved.rows).toMatchObject([{ to: null, costAfter: '0.00' }])
})

test('a draft that could not be saved is refused: bad field, old version, no permission', async () => {
  // The second capacity would never apply.
  expect(await start(slots(2, 0, 2))).toMatchObject({
    status: 400,
    body: { fields: [{ path: 'capacities.1.effectiveDate' }] },
  })
  expect(await start(slots(2, 5))).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
  expect(await start({ change: 'method-ended', params: { id: 'NOBODYS' } })).toMatchObject({ status: 404 })
  const poor = await makeSession(portal.testDatabase, {
    clients: [me.client],
    holds: (leaf, right) => right !== 'Edit' || leaf === 'carrierRoutingControl.multiBoxProductsRouting',
  })
  expect(await start(slots(2), 7, poor)).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('Capacity') },
  })
  // Ending a method needs Edit of prices, and removes its limits.
  await makeRuleBook(portal.testDatabase, me.client, [limitsItem('DEAR', { Length: 100 })])
  const pricing = await makeSession(portal.testDatabase, {
    clients: [me.client],
    holds: (leaf, right) => right !== 'Edit' || leaf === 'carrierRoutingControl.carrierPrices',
  })
  expect((await start({ change: 'method-ended', params: { id: 'DEAR' } }, 7, pricing)).status).toBe(200)
  await rows('delete from what_ifs where client_code = $1')
  expect(await start(slots(2), 91)).toMatchObject({ status: 400, body: { fields: [{ path: 'days' }] } })
  expect(await rows('select 1 from what_ifs where client_code = $1')).toEqual([])
})

test('a draft without a version is tried, as it would be saved', async () => {
  const draft = slots(2)
  if (draft.change !== 'capacity') throw new Error('It is of capacity')
  const { version: _version, ...body } = draft.body
  expect((await tried({ change: 'capacity', body })).status).toBe('Succeeded')
  await makeRuleBook(portal.testDatabase, me.client, [capacityItem('DPD', 9)])
  expect((await tried({ change: 'capacity', body })).status).toBe('Succeeded')
})

test('a user may run two at once; cancelled ones do not count', async () => {
  const data = JSON.stringify({ client: me.client, whatIfId: randomUUID() })
  // Jobs scheduled for a day far in the future.
  const waiting = async () => {
    const id = randomUUID()
    await rows(
      `insert into jobs.job (id, name, data, group_id, start_after, retry_limit, retry_delay, retry_backoff, expire_seconds, keep_until, deletion_seconds, policy)
       values ($1, 'what-if', $2, $3, now() + interval '1 day', 0, 0, false, 60, now() + interval '2 days', 60, 'standard')`,
      [id, data, String(me.userId)],
    )
    await rows(
      `insert into what_ifs (client_code, what_if_id, user_id, at, draft, changes, rule_book_version, days, since)
       values ($1, $2, $3, now(), '{}', '[]', 1, 7, '2026-01-01')`,
      [me.client, id, me.userId],
    )
    return id
  }
  const [first] = [await waiting(), await waiting()]
  expect(await start(slots(2))).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
  const cancel = (as: SignedIn) => portal.call(cancelWhatIf, { params: { id: first } }, as)
  expect((await cancel(await makeSession(portal.testDatabase))).status).toBe(404)
  expect((await start(slots(2))).status).toBe(429)
  expect((await cancel(me)).body).toMatchObject({ status: 'Cancelled' })
  expect((await cancel(me)).body).toMatchObject({ status: 'Cancelled' })
  const { status, body } = await start(slots(2))
  expect(status).toBe(200)
  expect(await finished(body.id)).toMatchObject({ status: 'Succeeded', total: 0 })
})

test('a new run deletes the moves of an earlier run; a cancelled run stops early', async () => {
  await fourToday()
  const { body } = await start(slots(2))
  await finished(body.id)
  // The state after a server was killed half-way.
  await rows("update what_ifs set status = 'Running' where client_code = $1")
  const ref = { client: me.client, whatIfId: body.id }
  // As with DATABASE_URL, the owner takes the role in each transaction.
  const borrowed = openDatabase({ appUrl: portal.testDatabase.ownerUrl, role: 'despatch_app' })
  await runWhatIf(borrowed, ref)
  await borrowed.close()
  expect(await read(body.id)).toMatchObject({ status: 'Succeeded', summary: { moved: 2 } })
  expect(await rows('select run, count(*)::int from what_if_moves where client_code = $1 group by run')).toEqual([
    { run: 2, count: 2 },
  ])
  await rows("update what_ifs set status = 'Cancelled' where client_code = $1")
  await runWhatIf(portal.database, ref)
  expect(await read(body.id)).toMatchObject({ status: 'Cancelled' })
})
