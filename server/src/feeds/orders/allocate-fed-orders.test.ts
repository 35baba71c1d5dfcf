import { randomUUID } from 'node:crypto'
import { contract } from '@despatch/contract/contract'
import { addDays, dayOf, nextWorkingDay } from '@despatch/domain/calendar/day'
import {
  CAME_AFTER_NAMED_DAY,
  CAME_LATE,
  CHANGED_AFTER_NAMED_DAY,
} from '@despatch/domain/routing/allocation/exception-reasons'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeSession } from '../../testing/factories.ts'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'
import { waitUntilBlocked } from '../../testing/wait-until-blocked.ts'
import { capacityItem, carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { allocateFedOrders } from './allocate-fed-orders.ts'
import { TableStatistics } from '../rows/table-statistics.ts'

const SLOT = 40
const HEADER = 'orderNumber,SKU,quantity,unitValue,orderDate'
const TODAY = dayOf(new Date())

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
  await makeRuleBook(on.portal.testDatabase, on.me.client, [
    carrierItem('DPD'),
    carrierItem('DHL'),
    methodItem('M1', 'DPD', 10_000),
    methodItem('M2', 'DHL', 20_000),
    capacityItem('DPD', SLOT),
  ])
})
beforeEach(async () => {
  await on.rows('delete from capacity_usage where client_code = $1')
})
afterAll(() => on.portal.close())

/** Counts orders of a prefix by their current carrier; `''` is none. */
async function standing(prefix: string): Promise<Record<string, number>> {
  const rows = await on.rows(`
    select coalesce(c.carrier, '') as carrier, count(*)::int as count
    from orders o left join consignments c
      on c.client_code = o.client_code and c.order_number = o.order_number and c.ended_at is null
    where o.client_code = $1 and o.order_number like '${prefix}%' group by 1`)
  return Object.fromEntries(rows.map(({ carrier, count }) => [carrier, count]))
}

const used = async () =>
  Object.fromEntries(
    (
      await on.rows(
        'select carrier, sum(parcels)::int as parcels from capacity_usage where client_code = $1 group by 1',
      )
    ).map(({ carrier, parcels }) => [carrier, parcels]),
  )

const orders = (prefix: string, count: number, date = '') =>
  Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 'RED', 1, 2, date])

test('orders still to be despatched are allocated, once even if sent again', async () => {
  const file = csv(orders('A', 250), HEADER)
  await on.feed(file)
  expect(await standing('A')).toEqual({ DPD: SLOT, DHL: 250 - SLOT })
  expect(await used()).toEqual({ DPD: SLOT, DHL: 250 - SLOT })
  await on.feed(file)
  expect(await standing('A')).toEqual({ DPD: SLOT, DHL: 250 - SLOT })
  expect(await used()).toEqual({ DPD: SLOT, DHL: 250 - SLOT })
})

test('past orders are not allocated; others in the file are', async () => {
  await on.feed(csv([...orders('OLD', 5, '2011-11-28'), ...orders('NEW', 3, TODAY)], HEADER))
  expect(await standing('OLD')).toEqual({ '': 5 })
  expect(await standing('NEW')).toEqual({ DPD: 3 })
})

test('an order fed a day late becomes a routing exception with this reason', async () => {
  await on.feed(csv(orders('SLOW', 2, addDays(TODAY, -4)), HEADER))
  expect(
    await on.rows(
      `select order_number, why from consignments where client_code = $1 and order_number like 'SLOW%' and ended_at is null
       order by 1`,
    ),
  ).toEqual(['SLOW0', 'SLOW1'].map((order_number) => ({ order_number, why: CAME_LATE })))
})

test('late orders are counted alike in all lists and allocated for the next working day', async () => {
  const as = await makeSession(on.portal.testDatabase)
  await makeRuleBook(on.portal.testDatabase, as.client, [carrierItem('DPD'), methodItem('M1', 'DPD', 10_000)])
  const address = ['Ada', '1 High Street', 'SW1Y 4JH']
  const rows = [4, 27].map((days) => [`LATE${days}`, 'RED', 1, 2, addDays(TODAY, -days), ...address])
  const fed = await on.feed(csv(rows, `${HEADER},customerLastName,addressLine1,postCode`), { as })
  expect(fed).toMatchObject({ refused: [], summary: { ordersCreated: 2 } })
  const { orders, home, allocation } = contract

  const open = async () => (await on.portal.call(allocation.exceptions, { query: { open: 'true' } }, as)).body
  const listed = async () => (await on.portal.call(orders.list, { body: {} }, as)).body.Orders
  const withoutCarrier = async () => (await on.portal.call(orders.listCounts, { query: {} }, as)).body.views.noCarrier
  const onHome = async () =>
    (await on.portal.call(home.counts, {}, as)).body.counts.find(({ name }) => name === 'routing-exceptions')?.count
  const counts = async () => [(await open()).total, await withoutCarrier(), await onHome()]

  expect((await open()).rows.map(({ orderNumber, why }) => [orderNumber, why]).toSorted()).toEqual([
    ['LATE27', CAME_LATE],
    ['LATE4', CAME_LATE],
  ])
  expect((await listed()).toSorted((one, other) => (one.orderNumber < other.orderNumber ? -1 : 1))).toMatchObject(
    ['LATE27', 'LATE4'].map((orderNumber) => ({
      orderNumber,
      routingException: CAME_LATE,
      needsAttention: expect.arrayContaining(['carrier']) as string[],
    })),
  )
  expect(await counts()).toEqual([2, 2, 2])

  const named = rows.map(([orderNumber]) => ({ clientCode: as.client, orderNumber: String(orderNumber) }))
  const preflight = await on.portal.send(orders.preflight, { body: { action: 'release', orders: named } }, as)
  expect(preflight.body).toMatchObject({ allowed: 2, refused: 0 })
  for (const { verdict } of preflight.body.rows)
    expect(verdict).toMatch(/^Will be allocated for the next working day and released/)

  const { receipts } = (await on.portal.call(allocation.allocateAgain, { body: { orders: named } }, as)).body
  expect(receipts.map(({ outcome }) => outcome)).toEqual(['allocated', 'allocated'])
  const next = nextWorkingDay(TODAY)
  for (const order of await listed())
    expect(order).toMatchObject({ despatchDate: next, carrier: 'DPD', routingException: '' })
  expect(await counts()).toEqual([0, 0, undefined])
})

test('capacity goes to the earliest order, wherever it is in the file', async () => {
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
  await on.feed(csv([...orders('LATE', SLOT, ago(1)), ...orders('EARLY', SLOT, ago(2))], HEADER))
  expect([await standing('EARLY'), await standing('LATE')]).toEqual([{ DPD: SLOT }, { DHL: SLOT }])
})

test('sending a broken file again allocates the rest', async () => {
  const file = csv(orders('B', 200), HEADER)
  await on.breakOff(Buffer.from(file), file.indexOf('B120'))
  const part = await standing('B')
  expect(part['']).toBeUndefined()
  await on.feed(file)
  expect(await standing('B')).toEqual({ DPD: SLOT, DHL: 200 - SLOT })
})

test('orders that a killed run left unallocated are allocated by the next', async () => {
  const file = csv(orders('C', 3), HEADER)
  await on.feed(file)
  // Simulates a server killed between saving the orders and allocating them.
  await on.rows(`delete from consignments where client_code = $1 and order_number like 'C%'`)
  await on.rows('delete from capacity_usage where client_code = $1')
  await on.feed(file)
  expect(await standing('C')).toEqual({ DPD: 3 })
  expect(await used()).toEqual({ DPD: 3 })
})

test('the same file sent twice at once allocates each order once', async () => {
  const file = csv(orders('D', 150), HEADER)
  await Promise.all([on.feed(file), on.feed(file)])
  expect(await standing('D')).toEqual({ DPD: SLOT, DHL: 150 - SLOT })
  expect(await used()).toEqual({ DPD: SLOT, DHL: 150 - SLOT })
})

test('an order that gets further lines is re-allocated', async () => {
  await on.rows(`insert into skus (client_code, sku_code, unit_value, weight) values ($1, 'HEAVY', 1, 15000)`)
  await on.feed(csv([['LONG1', 'HEAVY', 1, 1, '']], HEADER))
  expect(await used()).toEqual({ DPD: 1 })
  await on.feed(
    csv(
      [
        ['LONG1', 'HEAVY', 1, 1, ''],
        ['LONG1', 'HEAVY', 2, 1, ''],
      ],
      HEADER,
    ),
  )
  expect(await standing('LONG')).toEqual({ DPD: 1 })
  expect(await used()).toEqual({ DPD: 3 })
  const rows = await on.rows(
    `select attempt, state, parcels from consignments where client_code = $1 and order_number = 'LONG1' order by attempt`,
  )
  expect(rows).toEqual([
    { attempt: 1, state: 'given-back', parcels: 1 },
    { attempt: 2, state: 'allocated', parcels: 3 },
  ])
})

/** A feed refuses a named day on which nothing is despatched. */
const workingDayBefore = (day: string): string =>
  new Date(day).getUTCDay() % 6 === 0 ? workingDayBefore(addDays(day, -1)) : day

test('an order lengthened after its day moves to the next working day, unless named', async () => {
  const header = `${HEADER},dispatchService,date`
  let day = addDays(TODAY, 14)
  while (new Date(day).getUTCDay() % 6 === 0) day = addDays(day, 1)
  const passed = workingDayBefore(addDays(TODAY, -3))
  const file = (lines: number, named: string) =>
    csv(
      Array.from({ length: lines }, (_, index) => [
        ['OVER1', 'RED', index + 1, 1, '', '', ''],
        ['OVER2', 'RED', index + 1, 1, passed, 'NAMED DAY', named],
      ]).flat(),
      header,
    )
  await on.feed(file(1, day))
  expect(await standing('OVER')).toEqual({ DPD: 2 })
  await on.rows(
    `with moved as (update orders set despatch_date = '${passed}' where client_code = $1 and order_number like 'OVER%')
     update consignments set despatch_day = '${passed}' where client_code = $1 and order_number like 'OVER%'`,
  )
  await on.feed(file(2, passed))
  const rows = await on.rows(
    `select c.order_number as number, c.carrier, c.why, c.despatch_day >= '${TODAY}' as "isAhead", o.despatch_date = c.despatch_day as "isItsDay"
     from consignments c join orders o using (client_code, order_number)
     where c.client_code = $1 and c.order_number like 'OVER%' and c.ended_at is null order by 1`,
  )
  expect(rows).toEqual([
    { number: 'OVER1', carrier: 'DPD', why: '', isAhead: true, isItsDay: true },
    { number: 'OVER2', carrier: null, why: CHANGED_AFTER_NAMED_DAY, isAhead: false, isItsDay: true },
  ])
})

test('an order fed after its named day asks to amend the day', async () => {
  const passed = workingDayBefore(addDays(TODAY, -4))
  await on.feed(csv([['NAMED1', 'RED', 1, 1, passed, 'NAMED DAY', passed]], `${HEADER},dispatchService,date`))
  const rows = await on.rows(`select why from consignments where client_code = $1 and order_number = 'NAMED1'`)
  expect(rows).toEqual([{ why: CAME_AFTER_NAMED_DAY }])
})

test('a named day uses its own capacity', async () => {
  let day = addDays(TODAY, 14)
  while (new Date(day).getUTCDay() % 6 === 0) day = addDays(day, 1)
  const rows = orders('F', 2).map((row, index) => [...row, 'NAMED DAY', index === 0 ? day : addDays(day, 7)])
  await on.feed(csv(rows, `${HEADER},dispatchService,date`))
  const days = await on.rows('select despatch_day::text, parcels from capacity_usage where client_code = $1 order by 1')
  expect(days).toEqual([
    { despatch_day: day, parcels: 1 },
    { despatch_day: addDays(day, 7), parcels: 1 },
  ])
})

test('an overdue order cancelled before its allocation keeps its day', async () => {
  const { testDatabase, database, app } = on.portal
  await on.feed(csv([['GONE1', 'RED', 1, 1, '']], HEADER))
  const runId = randomUUID()
  await on.rows(
    `with ended as (update consignments set ended_at = now() where client_code = $1 and order_number = 'GONE1'),
       moved as (update orders set despatch_date = '${addDays(TODAY, -3)}' where client_code = $1 and order_number = 'GONE1')
     insert into feed_run_orders (client_code, run_id, order_number, rows, to_go_at)
     values ($1, '${runId}', 'GONE1', 1, now())`,
  )
  await testDatabase.asOwner('begin')
  await on.rows(`update orders set status = 'C' where client_code = $1 and order_number = 'GONE1'`)
  const { books } = app.services
  const { client } = on.me
  const statistics = new TableStatistics({ database, client })
  const allocated = allocateFedOrders({ database, books, client, byName: '', now: new Date(), runId, statistics })
  await waitUntilBlocked(testDatabase)
  await testDatabase.asOwner('commit')
  expect(await allocated).toBe(0)
  expect(
    await on.rows(
      `select status, despatch_date < '${TODAY}' as "isOverdue", version from orders where client_code = $1 and order_number = 'GONE1'`,
    ),
  ).toEqual([{ status: 'C', isOverdue: true, version: 1 }])
})
