import { reports } from '@despatch/contract/reports/reports'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { addDays } from '@despatch/domain/calendar/day'
import { STOCK_FIGURE_CODES } from '@despatch/domain/reports/figures'
import { DELIVERY_STATE_CODES } from '@despatch/domain/deliveries/parcels/delivery-state'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markAllDays } from '../figures/check.ts'
import { FIGURE_KIND_NAMES } from '../figures/kinds.ts'
import { recountAll } from '../figures/recount.ts'
import { startCountingBillingDays } from '../invoices/still-to-be-billed/billing-days.ts'
import { figureReports } from './figure-reports.ts'
import { stockFlowReport } from './stock-flow-report.ts'
import { makeClient, makeSession } from '../testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../testing/test-portal.ts'
import { findWrongFigures } from '../testing/wrong-figures.ts'

let portal: TestPortal
let acme: SignedIn
let staff: SignedIn
const owner = (statement: string, values: unknown[] = []) => portal.testDatabase.asOwner(statement, values)

beforeAll(async () => {
  portal = await openTestPortal()
  for (const code of ['ACME', 'BIRCH']) await makeClient(portal.testDatabase, { code })
  acme = await makeSession(portal.testDatabase, { clients: ['ACME'] })
  staff = { ...(await makeSession(portal.testDatabase, { type: 'Internal User' })), client: ALL_CLIENTS }
  await makeHistory()
})
afterAll(() => portal.close())
const CLIENTS = ['ACME', 'BIRCH']
const POSTCODES = ['AB1 2CD', 'SW1A 1AA', 'NONE']
/**
 * Days around both clock changes of 2020 and 2021, week 53 of 2020 and the end of the year, half an hour before
 * midnight UTC.
 */
const DAYS = [
  '2020-10-24',
  '2020-10-25',
  '2020-12-27',
  '2020-12-28',
  '2021-01-03',
  '2021-01-04',
  '2021-03-27',
  '2021-03-28',
]
const instant = fc
  .tuple(fc.constantFrom(...DAYS), fc.constantFrom('00:30', '12:00', '23:30'))
  .map(([day, time]) => `${day} ${time}Z`)
const numbered = fc.tuple(fc.constantFrom(...CLIENTS), fc.integer({ min: 0, max: 11 }))

/** Orders and parcels that arrive, change, and are corrected, cancelled and recoded, with recounts in between. */
async function makeHistory() {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ order: numbered, at: instant, post: fc.constantFrom(...POSTCODES) }) },
    {
      weight: 5,
      arbitrary: fc.record({
        status: fc.constantFrom('R', 'S', 'P', 'D', 'V', 'C', 'N'),
        of: numbered,
        pieces: fc.nat(5),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        parcel: numbered,
        at: instant,
        by: fc.constantFrom('DPD', 'EVRI'),
        service: fc.constantFrom('Next Day', ''),
        promised: fc.constantFrom(...DAYS, '2999-01-01'),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        delivered: numbered,
        at: fc.option(instant),
        state: fc.constantFrom('in_transit', 'pending'),
      }),
    },
    { weight: 1, arbitrary: fc.record({ moved: numbered, to: instant, service: fc.constantFrom('Next Day', '48') }) },
    {
      weight: 4,
      arbitrary: fc.record({
        event: numbered,
        at: instant,
        state: fc.constantFrom(...DELIVERY_STATE_CODES),
        reason: fc.constantFrom('', 'Nobody in'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        recoded: fc.constantFrom(...DELIVERY_STATE_CODES),
        to: fc.constantFrom('on_hold', 'delivered'),
      }),
    },
    { weight: 2, arbitrary: fc.constant('recount' as const) },
  )
  const [steps = []] = fc.sample(fc.array(step, { minLength: 160, maxLength: 160 }), { numRuns: 1, seed: 53 })
  for (const client of CLIENTS)
    for (let number = 0; number < 12; number++) await order(client, number, '2020-12-28 12:00Z', 'AB1 2CD')
  for (const [at, one] of steps.entries()) {
    if (one === 'recount') await recountAll(portal.database)
    else if ('order' in one)
      await owner('update orders set ordered_at = $3, post_code = $4 where client_code = $1 and order_number = $2', [
        one.order[0],
        `O${one.order[1]}`,
        one.at,
        one.post,
      ])
    else if ('status' in one)
      await owner(
        'update orders set status = $3, quantity = quantity + $4 where client_code = $1 and order_number = $2',
        [one.of[0], `O${one.of[1]}`, one.status, one.pieces],
      )
    else if ('parcel' in one)
      await owner(
        `insert into parcels (client_code, tracking_number, carrier, order_number, carrier_service, despatched_at, ordered_at, promised_date)
         values ($1, $2, $3, $4, $5, $6, $6, $7) on conflict do nothing`,
        [one.parcel[0], `P${one.parcel[1]}`, one.by, `O${one.parcel[1]}`, one.service, one.at, one.promised],
      )
    else if ('delivered' in one)
      await owner(
        `update parcels set delivered_at = $3::timestamptz, delivered_on = london_day($3::timestamptz),
           state = case when $3::timestamptz is null then $4 else 'delivered' end where client_code = $1 and tracking_number = $2`,
        [one.delivered[0], `P${one.delivered[1]}`, one.at, one.state],
      )
    else if ('moved' in one)
      await owner(
        'update parcels set despatched_at = $3, carrier_service = $4 where client_code = $1 and tracking_number = $2',
        [one.moved[0], `P${one.moved[1]}`, one.to, one.service],
      )
    else if ('event' in one)
      await owner(
        `insert into delivery_events (client_code, tracking_number, event_key, carrier, code, state, reason, occurred_at, received_at)
         values ($1, $2, gen_random_uuid(), 'DPD', 'X', $3, $4, $5, now())`,
        [one.event[0], `P${one.event[1]}`, one.state, one.reason, one.at],
      )
    else await owner('update delivery_events set state = $2 where state = $1', [one.recoded, one.to])
    if (at % 10 === 0) expect(await findWrongFigures(portal.database)).toEqual([])
  }
  await recountAll(portal.database)
}

const order = (client: string, number: number, at: string, postcode: string) =>
  owner(
    `insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country, post_code,
       quantity, item_count, total_value, currency_code, created_at, created_by)
     values ($1, $2, 'N', 'feed', $3, 'STANDARD', '2020-12-29', 'GB', $4, 3, 2, 12.3456, 'GBP', now(), 'test')`,
    [client, `O${number}`, at, postcode],
  )

const YEAR = { startDate: '2020-10-01', endDate: '2021-04-04' }
const PERIODS = [
  { startDate: '2020-10-24', endDate: '2020-10-25' },
  { startDate: '2020-12-28', endDate: '2021-01-03' },
  { startDate: '2021-03-22', endDate: '2021-03-28' },
  YEAR,
  { startDate: '2020-10-25', endDate: '2021-12-28' },
]
const seen = () => [acme, staff]
type Parcels = (typeof reports.parcels)['body']['_input']
const parcelsBehind = async (as: SignedIn, body: Parcels) => {
  const { body: list } = await portal.call(reports.parcels, { body: { ...body, limit: 1000 } }, as)
  expect(list.rows).toHaveLength(list.total)
  return list.total
}

test('every report answers', async () => {
  for (const as of seen())
    for (const route of [
      reports.carriers,
      reports.exceptions,
      reports.keyMetrics,
      reports.volumes,
      reports.orders,
      reports.parcels,
      reports.events,
    ]) {
      const { status, body } = await portal.call(route as typeof reports.carriers, { body: YEAR }, as)
      expect([route.path, status, status === 200 ? '' : body]).toEqual([route.path, 200, ''])
    }
})

test('figures equal the records, survive a recount, and wrong ones are repaired', async () => {
  expect(await findWrongFigures(portal.database)).toEqual([])
  const before = await portal.call(reports.carriers, { body: YEAR }, staff)
  expect(before.body.now.despatched).toBeGreaterThan(10)
  expect(before.body.waitingDays).toBe(0)
  for (const client of CLIENTS)
    for (const kind of FIGURE_KIND_NAMES) await markAllDays(portal.database, { kind, client })
  expect((await portal.call(reports.carriers, { body: YEAR }, staff)).body.waitingDays).toBeGreaterThan(0)
  await recountAll(portal.database)
  expect((await portal.call(reports.carriers, { body: YEAR }, staff)).body).toEqual(before.body)
  await owner(
    'update parcel_facts set late = late + 1 where (client_code, day) = (select client_code, day from parcel_facts limit 1)',
  )
  expect(await findWrongFigures(portal.database)).toMatchObject([{ kind: 'parcel' }])
  expect(await findWrongFigures(portal.database)).toEqual([])
})

test.each(PERIODS)('$startDate to $endDate: each parcel figure equals its list', async (days) => {
  for (const as of seen()) {
    const { body } = await portal.call(reports.carriers, { body: days }, as)
    const is = {
      parcelsDespatched: 'despatched',
      parcelsDelivered: 'delivered',
      parcelsPromised: 'promised',
      parcelsOnTime: 'onTime',
      parcelsLate: 'late',
      parcelsUndelivered: 'undelivered',
      parcelsSilent: 'silent',
    } as const
    expect(await parcelsBehind(as, { ...days, figure: 'parcelsNotOnTime' })).toBe(body.now.late + body.now.undelivered)
    for (const [figure, key] of Object.entries(is)) {
      const of = (filters: object) => parcelsBehind(as, { ...days, figure: figure as keyof typeof is, ...filters })
      expect({ figure, count: await of({}) }).toEqual({ figure, count: body.now[key] })
      expect(body.series.reduce((sum, one) => sum + one[key], 0)).toBe(body.now[key])
      for (const { carrier, [key]: count } of body.carriers) expect(await of({ carrier })).toBe(count)
      for (const { title, [key]: count } of body.regions) expect(await of({ region: title })).toBe(count)
    }
    for (const { weekday, onTime } of body.weekdays)
      expect(await parcelsBehind(as, { ...days, figure: 'parcelsOnTime', weekday: `${weekday}` as '0' })).toBe(onTime)
    const { body: events } = await portal.call(reports.exceptions, { body: days }, as)
    const { body: listed } = await portal.call(reports.events, { body: days }, as)
    expect([listed.total, listed.rows.length]).toEqual([events.events, events.events])
    for (const { state, reason, events: count } of events.causes) {
      const narrowed = { ...days, state, reason: reason || 'No reason' }
      expect((await portal.call(reports.events, { body: narrowed }, as)).body.total).toBe(count)
    }
  }
})

test.each(PERIODS)('$startDate to $endDate: each order figure equals its list', async (days) => {
  for (const as of seen()) {
    const { body } = await portal.call(reports.keyMetrics, { body: days }, as)
    const is = {
      ordersReceived: 'orders',
      ordersReleased: 'released',
      ordersDue: 'due',
      ordersDueInTime: 'dueInTime',
      ordersDespatched: 'despatched',
      ordersDelivered: 'ordersDelivered',
      routingExceptions: 'routingExceptions',
    } as const
    for (const [figure, key] of Object.entries(is)) {
      const { body: list } = await portal.call(
        reports.orders,
        { body: { ...days, figure: figure as keyof typeof is } },
        as,
      )
      expect({ figure, count: list.total, rows: list.rows.length }).toEqual({
        figure,
        count: body.now[key],
        rows: body.now[key],
      })
    }
    const { body: whole } = await portal.call(reports.volumes, { body: { ...days, grain: 'week', byClient: true } }, as)
    const inside = whole.volumes.reduce((sum, { orders }) => sum + orders, 0)
    expect(inside).toBe(body.now.orders)
    expect(whole.volumes.reduce((sum, { parcels }) => sum + parcels, 0)).toBe(body.now.parcels.despatched)
    for (const [client, its] of Map.groupBy(whole.volumes, ({ clientCode }) => clientCode))
      expect(await parcelsBehind(as, { ...days, client, figure: 'parcelsDespatched' })).toBe(
        its.reduce((sum, { parcels }) => sum + parcels, 0),
      )
  }
})

test('routing exceptions count each order once, on its first day, like the list', async () => {
  await owner(
    `insert into consignments (client_code, order_number, number, attempt, at, by_name, rule_book_version, state, ended_at,
       despatch_day, parcels, consignment, usage_seen, why)
     select 'ACME', o, 1, attempt, at::timestamptz, 'test', 0, state, case when state = 'superseded' then at::timestamptz end,
       '2021-01-04', 1, '{}', '[]', 'Nothing carries it'
     from (values ('O1', 1, '2021-01-03 23:30Z', 'superseded'), ('O1', 2, '2021-01-04 09:00Z', 'exception'),
       ('O2', 1, '2021-01-04 09:00Z', 'exception')) e (o, attempt, at, state)`,
  )
  await owner(`update orders set status = 'N' where client_code = 'ACME' and order_number = 'O1'`)
  await owner(`update orders set status = 'C' where client_code = 'ACME' and order_number = 'O2'`)
  await recountAll(portal.database)
  for (const [startDate, counted] of [
    ['2020-12-28', '2021-01-03'],
    ['2021-01-04', '2021-01-04'],
  ] as const) {
    const days = { startDate, endDate: '2021-01-04' }
    const { body } = await portal.call(reports.keyMetrics, { body: days }, acme)
    const { body: list } = await portal.call(reports.orders, { body: { ...days, figure: 'routingExceptions' } }, acme)
    expect(body.now.routingExceptions).toBe(1)
    expect(list.rows.map(({ orderNumber, countedOn }) => [orderNumber, countedOn])).toEqual([['O1', counted]])
  }
  await owner(`delete from consignments where client_code = 'ACME'`)
})

test('a service within a region equals its list', async () => {
  const chosen = { ...YEAR, service: 'Next Day', region: 'Scotland', carrier: 'DPD' }
  const { body } = await portal.call(reports.carriers, { body: chosen }, staff)
  expect(body.now.despatched).toBe(await parcelsBehind(staff, { ...chosen, figure: 'parcelsDespatched' }))
  expect(body.carriers.every(({ failedAttempts }) => failedAttempts === null)).toBe(true)
})

test('future promises are not late or counted, and periods are compared by weekday', async () => {
  const future = { startDate: '2998-12-29', endDate: '2999-01-04' }
  expect((await portal.call(reports.carriers, { body: future }, staff)).body.now).toMatchObject({
    promised: 0,
    undelivered: 0,
  })
  const week = { startDate: '2021-01-04', endDate: '2021-01-10' }
  const { body } = await portal.call(reports.keyMetrics, { body: week }, staff)
  expect([body.before?.startDate, body.yearBefore?.startDate]).toEqual(['2020-12-28', addDays('2021-01-04', -364)])
})

test.each([
  [{ startDate: '2021-01-10', endDate: '2021-01-04' }],
  [{ startDate: '1921-01-01', endDate: '2021-01-01' }],
  [{ startDate: '2021-02-30', endDate: '2021-03-01' }],
])('%j is refused at its field', async (body) => {
  const { status } = await portal.call(reports.carriers, { body }, acme)
  expect(status).toBe(400)
})

test('too many rows are refused before any summing', async () => {
  const decade = { startDate: '2011-01-10', endDate: '2021-01-10' }
  await owner(`insert into clients (client_code, name) select 'MANY' || n, 'Many' from generate_series(1, 8) n`)
  const answer = await portal.call(
    reports.volumes,
    { body: { ...decade, grain: 'day', byClient: true } },
    { ...staff, client: 'All_client' },
  )
  expect(answer).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/has [\d,]+ rows, more than 20,000/) },
  })
  await owner(`delete from clients where client_code like 'MANY%'`)
})

test('a client user sees own figures only, and costs only if shown', async () => {
  // Earlier reports have already counted the costs of these days.
  for (const table of ['billing_days_changed', 'billing_days']) await owner(`delete from ${table}`)
  await owner(
    `insert into billing_days values ('ACME', 'DPD', '2020-12-28', '2021-01-20', 3, 12.5, 0), ('ACME', 'DPD', '2020-12-29', 'infinity', 1, 4, 1),
       ('ACME', 'GONE', '2020-12-30', 'infinity', 9, 99, 0)`,
  )
  // Nothing was despatched with this carrier on that day any more: a job counts that, and no call waits for it.
  await owner(`insert into billing_days_changed (client_code, carrier, day) values ('ACME', 'GONE', '2020-12-30')`)
  const { body } = await portal.call(reports.volumes, { body: { ...YEAR, grain: 'year', byClient: true } }, acme)
  expect([...new Set(body.volumes.map(({ clientCode }) => clientCode))]).toEqual(['ACME'])
  const costs = { currency: 'GBP', parcels: 4, unpriced: 1, expected: '16.50', billed: '12.50' }
  const carrierReport = async () => (await portal.call(reports.carriers, { body: YEAR }, acme)).body
  expect((await carrierReport()).areCostsComplete).toBe(false)
  const stop = startCountingBillingDays(portal.database, { log: console })
  await expect.poll(carrierReport).toMatchObject({ areCostsComplete: true, costs: [costs] })
  stop()
  await owner(`update client_settings set settings = settings || '{"showCosts": false}' where client_code = 'ACME'`)
  const { body: hidden } = await portal.call(reports.carriers, { body: YEAR }, acme)
  expect([hidden, ...hidden.carriers].some((part) => 'costs' in part)).toBe(false)
})

test('stock flow: opening plus movements equals closing, counts adjust it', async () => {
  await owner(`insert into skus (client_code, sku_code, description, unit_value, categories)
    values ('ACME', 'MUG', 'Mug', 1, '{Kitchen,Gifts}'), ('ACME', 'PEN', 'Pen', 1, '{}'), ('BIRCH', 'CUP', 'Cup', 1, '{Kitchen}')`)
  for (const [client, sku, at, pieces] of [
    ['ACME', 'MUG', '2020-12-01', 100],
    ['ACME', 'MUG', '2021-01-02', 70],
    ['ACME', 'PEN', '2021-02-01', 10],
    ['BIRCH', 'CUP', '2020-12-01', 5],
  ])
    await owner(`insert into stock_counts values ($1, $2, 'SELLABLE', $3, $4, $4, now())`, [client, sku, at, pieces])
  for (const [sku, key, kind, pieces, at] of [
    ['MUG', '1', 'despatch', -20, '2020-12-10Z'],
    ['MUG', '2', 'despatch', -15, '2020-12-28 00:30Z'],
    ['MUG', '3', 'return', 2, '2021-01-03 23:30Z'],
    ['MUG', '4', 'goods-in', 50, '2021-01-04 00:30Z'],
    ['PEN', '5', 'despatch', -4, '2021-01-03 12:00Z'],
  ])
    await owner(
      `insert into stock_movements (client_code, sku_code, movement_key, code, kind, pieces, at, received_at)
       values ('ACME', $1, $2, 'SELLABLE', $3, $4, $5, now())`,
      [sku, key, kind, pieces, at],
    )
  await owner('select rebuild_stock()')
  const week = { startDate: '2020-12-28', endDate: '2021-01-03' }
  const { body } = await portal.call(reports.stockFlow, { body: week }, acme)
  const [mug, pen] = body.topSkus
  expect(mug).toMatchObject({
    SKU: 'MUG',
    opening: 80,
    despatched: 15,
    returned: 2,
    goodsIn: 0,
    adjusted: 5,
    closing: 72,
  })
  expect(pen).toMatchObject({ SKU: 'PEN', opening: 14, despatched: 4, adjusted: 0, closing: 10, daysOfCover: 18 })
  expect(body).toMatchObject({ opening: 94, despatched: 19, closing: 82, skus: 2 })
  expect(body.opening + body.goodsIn + body.returned - body.despatched + body.adjusted).toBe(body.closing)
  expect(body.categories.map(({ name, closing }) => [name, closing])).toEqual([
    ['Gifts', 72],
    ['Kitchen', 72],
    ['Not known', 10],
  ])
  expect(body.weeks).toEqual([{ start: '2020-12-28', goodsIn: 0, returned: 2, despatched: 19 }])
  const { body: kitchen } = await portal.call(reports.stockFlow, { body: { ...week, category: 'Kitchen' } }, staff)
  expect(kitchen).toMatchObject({ skus: 2, closing: 77 })

  // Each figure of the report and of a category equals the total of the SKUs behind it and of their file.
  for (const [as, clients, flow, category] of [
    [acme, ['ACME'], body, ''],
    [staff, CLIENTS, kitchen, 'Kitchen'],
  ] as const)
    for (const figure of STOCK_FIGURE_CODES) {
      const query = { ...week, category, figure }
      const { body: list } = await portal.call(reports.stockSkus, { body: query }, as)
      expect([figure, list.pieces, list.rows.length]).toEqual([figure, flow[figure], list.total])
      expect(list.rows.reduce((sum, row) => sum + row[figure], 0)).toBe(flow[figure])
      const count = await portal.database.copying([...clients], (connection) =>
        stockFlowReport.count(connection, clients, { ...query, figure }),
      )
      expect(count).toBe(list.total)
    }
  const second = await portal.call(reports.stockSkus, { body: { ...week, figure: 'closing', page: 2, limit: 1 } }, acme)
  expect([second.body.total, second.body.rows.map(({ SKU }) => SKU)]).toEqual([2, ['PEN']])
  const beyond = await portal.call(reports.stockSkus, { body: { ...week, page: 9 } }, acme)
  expect(beyond.body).toMatchObject({ total: 2, rows: [] })
})

test('more than a year is not compared, and a file names its weekday filter', async () => {
  const years = { startDate: '2020-01-01', endDate: '2021-12-31' }
  const answers = [
    await portal.call(reports.carriers, { body: years }, staff),
    await portal.call(reports.exceptions, { body: years }, staff),
    await portal.call(reports.keyMetrics, { body: years }, staff),
  ]
  for (const { body } of answers) expect(body).toMatchObject({ before: null, yearBefore: null })
  const report = figureReports.find((one) => one.report === 'carrier-dashboard')
  const { filters = [] } = report?.manifestOf(report.choice.parse({ ...years, weekday: '3' })) ?? {}
  expect(filters).toContainEqual(['Weekday', 'Thursday'])
})

test('a file has the rows of its list, with any period and filters', async () => {
  const rowsOf = async (name: string, clients: string[], query: object) => {
    const report = figureReports.find((one) => one.report === name)
    if (!report) throw new Error(`There is no report ${name}`)
    const choice = report.choice.parse({ ...YEAR, ...query })
    return portal.database.copying(clients, async (connection) => {
      const { text, values } = report.query(clients, choice)
      const { rows } = await connection.query<Record<string, unknown>>(text, values)
      const reader = report.reader(choice)
      const cells = rows.map((row) => reader.cellsOf(row))
      for (const row of cells) expect(row).toHaveLength(report.layoutOf(choice).header.length)
      expect(await report.count(connection, clients, choice)).toBe(rows.length)
      const [sheet] = await reader.sheets(connection, clients)
      expect(sheet?.rows.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(rows.length)
      return rows.length
    })
  }
  const { body: metrics } = await portal.call(reports.keyMetrics, { body: YEAR }, staff)
  const { body: board } = await portal.call(reports.carriers, { body: { ...YEAR, carrier: 'DPD' } }, staff)
  const { body: events } = await portal.call(reports.exceptions, { body: YEAR }, acme)
  expect(await rowsOf('key-metrics', CLIENTS, { figure: 'ordersDespatched' })).toBe(metrics.now.despatched)
  expect(await rowsOf('annual-volumes', CLIENTS, { figure: 'ordersReceived' })).toBe(metrics.now.orders)
  const parcels = { figure: 'parcelsDespatched' }
  expect(await rowsOf('volume-trends', CLIENTS, parcels)).toBe(metrics.now.parcels.despatched)
  const trends = figureReports.find((one) => one.report === 'volume-trends')
  expect(trends?.layoutOf({ ...YEAR, ...parcels })).toMatchObject({
    rowsName: 'Parcels',
    header: expect.arrayContaining(['Promised']),
  })
  expect(trends?.layoutOf(trends.choice.parse({ ...YEAR, figure: 'ordersReceived' })).rowsName).toBe('Orders')
  expect(trends?.choice.safeParse({ ...YEAR, figure: 'exceptions' }).error?.issues).toMatchObject([
    { path: ['figure'], message: 'Not a figure of orders or parcels' },
  ])
  expect(await rowsOf('carrier-dashboard', CLIENTS, { carrier: 'DPD' })).toBe(board.now.despatched)
  expect(await rowsOf('carrier-performance', CLIENTS, { carrier: 'DPD', figure: 'parcelsLate' })).toBe(board.now.late)
  expect(await rowsOf('carrier-exceptions', ['ACME'], {})).toBe(events.events)
})
