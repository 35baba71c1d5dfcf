import { contract } from '@despatch/contract/contract'
import type { RouteInput } from '@despatch/contract/route/types'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession } from '../testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../testing/test-portal.ts'

const { list, listTotal, listCounts, preflight, consolidated, total } = contract.orders
type Criteria = NonNullable<RouteInput<typeof preflight>['body']['matching']>
type Caller = SignedIn & { client: string }
const TODAY = dayOf(new Date())
let portal: TestPortal
let ours: Caller
let theirs: Caller
beforeAll(async () => {
  portal = await openTestPortal()
  ours = await shop()
  theirs = await shop()
})
afterAll(() => portal.close())

/** Five open orders and a despatched one, with their carriers. */
async function shop(): Promise<Caller> {
  const as = await makeSession(portal.testDatabase)
  const row = (...values: (string | number)[]) => `('${values.join("', '")}')`
  const rows = [
    row('PAST', 'N', 'NEXT DAY', addDays(TODAY, -1), 'GB', 'feed', '', 0),
    row('NOW', 'N', 'NEXT DAY', TODAY, 'GB', 'feed', '', 0),
    row('LATER', 'R', 'STANDARD', addDays(TODAY, 1), 'IE', 'portal', '', 0),
    row('NONE', 'R', 'STANDARD', addDays(TODAY, 5), 'FR', 'portal', '', 128),
    row('HELD', 'S', 'NAMED DAY', TODAY, 'GB', 'feed', 'Fraud check', 0),
    row('GONE', 'D', 'NEXT DAY', TODAY, 'GB', 'feed', '', 0),
  ]
  await portal.testDatabase.asOwner(
    `insert into orders (client_code, order_number, status, dispatch_service, despatch_date, country, source, suspended_for, lacks,
       ordered_at, quantity, item_count, total_value, currency_code, created_at, created_by)
     select $1, n, s, d, day::date, c, f, w, l::int, now(), 1, 1, 1, 'GBP', now(), 'test'
     from (values ${rows.join(', ')}) o (n, s, d, day, c, f, w, l)`,
    [as.client],
  )
  await portal.testDatabase.asOwner(
    `insert into consignments (client_code, order_number, attempt, number, at, by_name, state, ended_at, despatch_day,
       rule_book_version, parcels, consignment, usage_seen, carrier, client_method_id, cost)
     select $1, o, a::int, n::int, now(), 'x', 'allocated', case when c = 'OLD' then now() end, current_date, 1, 1, '{}', '{}', c, 'M', 1
     from (values ('PAST', '1', '1', 'DPD'), ('NOW', '1', '1', 'DPD'), ('NOW', '1', '2', 'EVRI'), ('LATER', '1', '1', 'OLD'),
       ('LATER', '2', '1', 'EVRI'), ('GONE', '1', '1', 'DPD')) k (o, a, n, c)`,
    [as.client],
  )
  await portal.testDatabase.asOwner(
    `update orders set post_code = 'ls1 1ur', total_value = 50 where client_code = $1 and order_number = 'NOW'`,
    [as.client],
  )
  await portal.testDatabase.asOwner(
    `update consignments set client_method_id = 'NEXT', consignment = '{"parcels": [{"weight": 2500}, {"weight": 500}]}'
     where client_code = $1 and order_number = 'PAST'`,
    [as.client],
  )
  return as
}

const NARROWED: readonly [Criteria, string[]][] = [
  [{ carrier: ['DPD'] }, ['NOW', 'PAST']],
  [{ carrier: ['DPD', 'EVRI'] }, ['LATER', 'NOW', 'PAST']],
  [{ carrier: ['DPD'], isNot: ['carrier'] }, ['HELD', 'LATER', 'NONE']],
  [{ carrier: ['OLD'] }, []],
  [{ dispatchService: ['NEXT DAY'] }, ['NOW', 'PAST']],
  [{ dispatchService: ['NEXT DAY'], isNot: ['dispatchService'] }, ['HELD', 'LATER', 'NONE']],
  [{ country: ['IE', 'FR'] }, ['LATER', 'NONE']],
  [{ source: ['feed'], isNot: ['country'] }, ['HELD', 'NOW', 'PAST']],
  [{ suspendedFor: ['Fraud check'] }, ['HELD']],
  [{ despatchTo: addDays(TODAY, -1) }, ['PAST']],
  [{ despatchFrom: TODAY, despatchTo: TODAY }, ['HELD', 'NOW']],
  [{ despatchFrom: addDays(TODAY, 1) }, ['LATER', 'NONE']],
  [{ noCarrier: true }, ['NONE']],
  [{ delay: 'pastDespatch' }, ['PAST']],
  [{ delay: 'pastDespatch', despatchTo: addDays(TODAY, -2) }, []],
  [{ delay: 'partSent', status: ['N'] }, []],
  [{ method: ['NEXT'] }, ['PAST']],
  [{ method: ['M'], isNot: ['method'] }, ['HELD', 'NONE', 'PAST']],
  [{ region: ['LS'] }, ['NOW']],
  [{ region: ['L'] }, []],
  [{ region: ['LS'], isNot: ['region'] }, ['HELD', 'LATER', 'NONE', 'PAST']],
  [{ valueFrom: 10 }, ['NOW']],
  [{ valueTo: 10 }, ['HELD', 'LATER', 'NONE', 'PAST']],
  [{ weightFrom: 3, weightTo: 3 }, ['PAST']],
  [{ weightFrom: 3.001 }, []],
  [{ clientCode: ['OTHER'] }, []],
  [{ status: ['N'], carrier: ['DPD'], dispatchService: ['NEXT DAY'], despatchFrom: TODAY, despatchTo: TODAY }, ['NOW']],
]
test.each(NARROWED)('work filtered by %j is %j, for commands too', async (body, orders) => {
  const { Orders } = (await portal.call(list, { body }, ours)).body
  expect(Orders.map(({ orderNumber }) => orderNumber).toSorted()).toEqual(orders)
  expect((await portal.call(listTotal, { body }, ours)).body.total).toBe(orders.length)
  const tried = await portal.call(preflight, { body: { action: 'suspend', matching: body } }, ours)
  expect(tried.body.total).toBe(orders.length)
})

test.each([
  [{ dispatchService: ['BY PIGEON'] }],
  [{ country: ['gb'] }],
  [{ source: ['post'] }],
  [{ isNot: ['status'] }],
  [{ delay: 'late' }],
  [{ despatchFrom: 'soon' }],
  [{ region: ['Leeds'] }],
  [{ valueFrom: -1 }],
  [{ weightTo: 'heavy' }],
])('%j is refused', async (body) => {
  expect((await portal.call(list, { body: body as object }, ours)).status).toBe(400)
})

test('open orders are counted by value and view, for one or both clients', async () => {
  const counts = async (as: SignedIn) => {
    const { values, views } = (await portal.call(listCounts, { query: {} }, as)).body
    return {
      values: Object.fromEntries(values.map(({ choice, value, count }) => [`${choice} ${value}`, count])),
      views,
    }
  }
  const mine = {
    values: {
      'carrier DPD': 2,
      'carrier EVRI': 2,
      'country FR': 1,
      'country GB': 3,
      'country IE': 1,
      'method M': 2,
      'method NEXT': 1,
      'region LS': 1,
      'dispatchService NAMED DAY': 1,
      'dispatchService NEXT DAY': 2,
      'dispatchService STANDARD': 2,
      'source feed': 3,
      'source portal': 2,
      'suspendedFor Fraud check': 1,
    },
    views: {
      toRelease: 2,
      pastDespatch: 1,
      pickingLate: 0,
      partSent: 0,
      dueToday: 2,
      noCarrier: 1,
      suspended: 1,
      needsAttention: 1,
      assignedToMe: 0,
    },
  }
  expect(await counts(ours)).toEqual(mine)
  const { body: ofNew } = await portal.call(listCounts, { query: { of: 'new' } }, ours)
  expect(ofNew.views).toEqual({
    toRelease: 2,
    pastDespatch: 1,
    pickingLate: 0,
    partSent: 0,
    dueToday: 1,
    // A released order: its problems count in both lists.
    noCarrier: 1,
    suspended: 0,
    needsAttention: 1,
    assignedToMe: 0,
  })
  const clients = [ours.client, theirs.client]
  const staff = await makeSession(portal.testDatabase, { clients, type: 'Internal User', client: 'All_client' })
  expect((await counts(staff)).values).toMatchObject(
    Object.fromEntries(clients.map((client) => [`clientCode ${client}`, 5])),
  )
  const { body: of } = await portal.call(
    listTotal,
    { body: { clientCode: [ours.client], dispatchService: ['STANDARD'] } },
    staff,
  )
  expect(of.total).toBe(2)
  expect((await counts(staff)).views).toEqual({
    toRelease: 4,
    pastDespatch: 2,
    pickingLate: 0,
    partSent: 0,
    dueToday: 4,
    noCarrier: 2,
    suspended: 2,
    needsAttention: 2,
    assignedToMe: 0,
  })
})

test('the same filters apply to all orders, including despatched ones', async () => {
  const found = async (body: Criteria) =>
    (await portal.call(consolidated, { body }, ours)).body.Orders.map(({ orderNumber }) => orderNumber).toSorted()
  expect(await found({ carrier: ['DPD'] })).toEqual(['GONE', 'NOW', 'PAST'])
  expect(await found({ dispatchService: ['NEXT DAY'], isNot: ['dispatchService'] })).toEqual(['HELD', 'LATER', 'NONE'])
  expect((await portal.call(total, { body: { country: ['GB'], valueTo: 10 } }, ours)).body.total).toBe(3)
})

test('each built-in view lists as many orders as it counts', async () => {
  const { views } = (await portal.call(listCounts, { query: {} }, ours)).body
  const counted = async (body: object) => (await portal.call(listTotal, { body }, ours)).body.total
  expect({
    toRelease: await counted({ status: ['N'] }),
    pastDespatch: await counted({ delay: 'pastDespatch' }),
    pickingLate: await counted({ delay: 'pickingLate' }),
    partSent: await counted({ delay: 'partSent' }),
    dueToday: await counted({ despatchFrom: TODAY, despatchTo: TODAY }),
    noCarrier: await counted({ noCarrier: true }),
    suspended: await counted({ status: ['S'] }),
    needsAttention: await counted({ needsAttention: true }),
    assignedToMe: await counted({ assignee: [(await portal.call(contract.session.current, {}, ours)).body._id] }),
  }).toEqual(views)
})
