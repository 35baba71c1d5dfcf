import { contract } from '@despatch/contract/contract'
import type { OrderCommand } from '@despatch/domain/orders/commands/order-verdict'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandedOrders, orderKeys } from '../../testing/commanded-orders.ts'
import { openTestPortal, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal
let on: ReturnType<typeof commandedOrders>
beforeAll(async () => {
  portal = await openTestPortal()
  on = commandedOrders(portal)
})
afterAll(() => portal.close())

type Mine = Awaited<ReturnType<typeof on.shop>>

async function preflight(as: Mine, action: OrderCommand, body: object) {
  const answer = await portal.call(contract.orders.preflight, { body: { action, ...body } }, as)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

test('each named order has a verdict, refused ones first', async () => {
  const [as, other] = [await on.shop(), await on.shop()]
  await on.create(as, 'A', 'B', 'C')
  await on.create(other, 'F')
  await on.act(as, 'suspend', ['B'])
  await on.rows(`update orders set status = 'P' where client_code = $1 and order_number = 'C'`, as.client)
  const orders = [...orderKeys(as.client, 'A', 'B', 'C', 'none', 'A'), ...orderKeys(other.client, 'F')]
  const found = await preflight(as, 'suspend', { orders })
  expect(found).toMatchObject({ total: 5, allowed: 1, untried: 0, refused: 4 })
  expect(found.reasons[0]).toEqual({ reason: 'Order not found', count: 2 })
  expect(found.reasons.slice(1).map(({ reason }) => reason)).toEqual(
    expect.arrayContaining(['It is suspended already', 'It is already at picking']),
  )
  const verdicts = found.rows.map(({ orderNumber, Status = '', isAllowed, verdict }) => [
    orderNumber,
    Status,
    isAllowed,
    verdict,
  ])
  expect(verdicts.toSorted()).toEqual([
    ['A', 'N', true, 'Will be suspended, carrier capacity released'],
    ['B', 'S', false, 'It is suspended already'],
    ['C', 'P', false, 'It is already at picking'],
    ['F', '', false, 'No data available for F'],
    ['none', '', false, 'No data available for none'],
  ])
  expect(verdicts.at(-1)?.[0]).toBe('A')
  const page = await preflight(as, 'suspend', { orders, page: 2, limit: 4 })
  expect(page.rows.map(({ orderNumber }) => orderNumber)).toEqual(['A'])
  expect(await on.statuses(as.client)).toEqual({ A: 'N', B: 'S', C: 'P' })
})

const MOVED =
  'Will be allocated for the next working day and released if a carrier is available. Note: SKU weight and SKU size missing'

test('a late new order moves to the next working day; a named day is refused', async () => {
  const as = await on.shop()
  await on.create(as, 'A', 'B', 'C')
  const past = addDays(dayOf(new Date()), -2)
  await on.rows(
    `update orders set despatch_date = $2, dispatch_service = case when order_number = 'B' then 'NAMED DAY' else 'STANDARD' end
     where client_code = $1 and order_number in ('A', 'B')`,
    as.client,
    past,
  )
  await on.rows(
    `update consignments set despatch_day = $2 where client_code = $1 and order_number in ('A', 'B')`,
    as.client,
    past,
  )
  const [usage] = await on.rows(
    `select carrier, despatch_day::text as day, parcels from capacity_usage where client_code = $1`,
    as.client,
  )
  await on.rows(
    `insert into capacity_usage (client_code, carrier, despatch_day, parcels) values ($1, $2, $3, 2)`,
    as.client,
    usage?.['carrier'],
    past,
  )
  await on.rows(
    'update capacity_usage set parcels = 1 where client_code = $1 and despatch_day = $2',
    as.client,
    usage?.['day'],
  )
  const found = await preflight(as, 'release', { orders: orderKeys(as.client, 'A', 'B', 'C') })
  expect(Object.fromEntries(found.rows.map(({ orderNumber, verdict }) => [orderNumber, verdict]))).toMatchObject({
    A: MOVED,
    B: 'Its named day has passed. Choose another despatch date first',
    C: expect.stringMatching(/^Will be released/),
  })
  expect(found).toMatchObject({ allowed: 2, untried: 1, refused: 1 })
  expect(await on.act(as, 'release', ['A', 'B', 'C'])).toMatchObject({ done: 2, refused: 1 })
  const days = await on.rows(
    `select o.order_number, o.status, o.despatch_date::text as day, c.despatch_day::text as carried
     from orders o join consignments c on c.client_code = o.client_code and c.order_number = o.order_number and c.ended_at is null
     where o.client_code = $1 order by 1`,
    as.client,
  )
  expect(days).toEqual([
    { order_number: 'A', status: 'R', day: usage?.['day'], carried: usage?.['day'] },
    { order_number: 'B', status: 'N', day: past, carried: past },
    { order_number: 'C', status: 'R', day: usage?.['day'], carried: usage?.['day'] },
  ])
  expect(
    await on.rows(
      'select despatch_day::text as day, parcels from capacity_usage where client_code = $1 order by 1',
      as.client,
    ),
  ).toEqual([
    { day: past, parcels: 1 },
    { day: usage?.['day'], parcels: 2 },
  ])
})

test('matches are counted by reason, as the command then reports', async () => {
  const as = await on.shop()
  await on.create(as, 'A', 'B', 'C', 'D', 'E')
  await on.act(as, 'suspend', ['B', 'C'])
  await on.act(as, 'release', ['E'])
  await on.rows(
    `update orders set despatch_date = $2, dispatch_service = case when order_number = 'B' then 'NAMED DAY' else 'STANDARD' end
     where client_code = $1 and order_number in ('A', 'B', 'C')`,
    as.client,
    addDays(dayOf(new Date()), -2),
  )
  await on.rows(`delete from consignments where client_code = $1 and order_number = 'A'`, as.client)
  const found = await preflight(as, 'release', { matching: {}, except: orderKeys(as.client, 'D') })
  expect(found).toMatchObject({ total: 4, allowed: 2, untried: 2, refused: 2 })
  expect(Object.fromEntries(found.rows.map(({ orderNumber, verdict }) => [orderNumber, verdict]))).toEqual({
    A: MOVED,
    B: 'Its named day has passed. Choose another despatch date first',
    C: MOVED,
    E: 'It is released already',
  })
  const done = await on.act(as, 'release', { matching: {}, except: orderKeys(as.client, 'D'), most: found.total })
  expect(done).toMatchObject({ done: 2, refused: 2 })
  expect(await preflight(as, 'release', { matching: { status: ['P'] } })).toEqual({
    total: 0,
    allowed: 0,
    at: expect.any(String),
    changed: [],
    untried: 0,
    refused: 0,
    goesAtOnce: false,
    reasons: [],
    rows: [],
    short: { orders: 0, SKUs: [], moreSKUs: 0 },
  })
})

test('immediate release needs few orders without shortage, lateness or other surprises', async () => {
  const as = await on.shop()
  await on.create(as, 'A', 'B')
  const goesAtOnce = async (action: OrderCommand = 'release') =>
    (await preflight(as, action, { matching: { status: ['N'] } })).goesAtOnce
  // The weight of its SKU is unknown.
  expect(await goesAtOnce()).toBe(false)
  await on.rows('update orders set lacks = 0 where client_code = $1', as.client)
  expect(await goesAtOnce()).toBe(true)
  expect(await goesAtOnce('cancel')).toBe(false)
  const yesterday = addDays(dayOf(new Date()), -1)
  const [{ despatch_date: day } = expect.fail('no order')] = await on.rows(
    `select despatch_date::text from orders where client_code = $1 and order_number = 'B'`,
    as.client,
  )
  const despatch = (onDay: unknown) =>
    on.rows(`update orders set despatch_date = $2 where client_code = $1 and order_number = 'B'`, as.client, onDay)
  await despatch(yesterday)
  expect(await goesAtOnce()).toBe(false)
  await despatch(day)
  await on.rows(
    `insert into stock_balances (client_code, sku_code, code, promised, counted_at, counted)
     values ($1, $2, 'SELLABLE', 3, now(), 0)
     on conflict (client_code, sku_code, code) do update set promised = 3, counted_at = now(), counted = 0, on_hand = 0`,
    as.client,
    as.SKU,
  )
  expect(await goesAtOnce()).toBe(false)
})
