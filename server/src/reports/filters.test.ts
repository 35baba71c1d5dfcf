import { reports } from '@despatch/contract/reports/reports'
import { returnFigures } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import type { Route } from '@despatch/contract/route/route'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { COUNTED_BY_CODES } from '@despatch/domain/returns/dashboard-and-trend/counted-by'
import { ORDER_FIGURES, PARCEL_FIGURES, STOCK_FIGURE_CODES } from '@despatch/domain/reports/figures'
import { GRAINS } from '@despatch/domain/reports/periods'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportedReports } from '../exported-reports.ts'
import { readRows } from '../exports/read-rows.ts'
import { recountAll } from '../figures/recount.ts'
import { makeClient, makeSession } from '../testing/factories.ts'
import { csv, type FeedPortal, openFeedPortal } from '../testing/feed-portal.ts'
import { makeParcel } from '../testing/parcels.ts'
import type { SignedIn } from '../testing/test-portal.ts'

let on: FeedPortal
let staff: SignedIn
let other: string

/** Order, postcode, carrier, service: every carrier has several services, and every service several regions. */
const PARCELS = [
  ['A1', 'AB10 1AA', 'DPD', 'Next Day'],
  ['A2', 'AB10 1AA', 'DPD', '48'],
  ['A3', 'SW1A 1AA', 'DPD', 'Next Day'],
  ['A4', 'SW1A 1AA', 'EVRI', '48'],
  ['A5', 'LS1 4AP', 'EVRI', ''],
  ['A6', 'NONE', 'EVRI', 'Next Day'],
] as const

beforeAll(async () => {
  on = await openFeedPortal()
  other = await makeClient(on.portal.testDatabase)
  staff = { ...(await makeSession(on.portal.testDatabase, { type: 'Internal User' })), client: ALL_CLIENTS }
  await on.feed(
    csv(
      PARCELS.map(([order, post], at) => [order, at % 2 ? 'RED' : 'BLUE', at + 1, 4, '2026-03-02', post, 'GB']),
      'orderNumber,SKU,quantity,unitValue,orderDate,postCode,country',
    ),
  )
  for (const client of [other, on.me.client]) {
    for (const [at, [orderNumber, , carrier, carrierService]] of PARCELS.entries())
      await makeParcel(on.portal.testDatabase, {
        client,
        orderNumber,
        carrier,
        carrierService,
        trackingNumber: `T${at}`,
        promisedDate: '2026-03-05',
        ...(at % 3 > 0 && { deliveredAt: at % 3 === 1 ? '2026-03-04T10:00:00Z' : '2026-03-06T10:00:00Z' }),
      })
  }
  await on.portal.testDatabase.asOwner(
    `insert into delivery_events (client_code, tracking_number, event_key, carrier, code, state, reason, occurred_at, received_at)
     select client, tracking, gen_random_uuid(), carrier, 'X', state, reason, '2026-03-04 12:00Z', now()
     from unnest($1::text[]) client, (values ('T0', 'DPD', 'delivery_failed', 'Nobody in'), ('T1', 'DPD', 'delivery_failed', ''),
       ('T2', 'DPD', 'on_hold', 'Customs'), ('T4', 'EVRI', 'delivery_failed', 'Nobody in')) e (tracking, carrier, state, reason)`,
    [[on.me.client, other]],
  )
  await on.portal.testDatabase.asOwner(
    `update skus set categories = case sku_code when 'RED' then '{Kitchen,Gifts}'::text[] else '{}' end where client_code = $1`,
    [on.me.client],
  )
  await on.portal.testDatabase.asOwner(
    `insert into stock_movements (client_code, sku_code, movement_key, code, kind, pieces, at, received_at)
     select $1, sku, sku || kind, 'SELLABLE', kind, pieces, '2026-03-04 12:00Z', now()
     from unnest('{RED,BLUE}'::text[]) sku, (values ('goods-in', 9), ('despatch', -4), ('return', 1)) m (kind, pieces)`,
    [on.me.client],
  )
  await on.portal.testDatabase.asOwner('select rebuild_stock()')
  await on.feedRows(
    'returns',
    csv(
      ['Announced', 'Received', 'Refunded'].flatMap((event, day) => [
        ['R1', 'A1', 'BLUE', 1, event, `2026-03-1${day}`, 'DAMAGED'],
        ['R2', 'A2', 'RED', 1, event, `2026-03-1${day}`, ''],
        ['R4', 'A4', 'RED', 2, event, `2026-03-1${day}`, 'DAMAGED'],
      ]),
      'returnReference,orderNumber,SKU,quantity,event,occurredAt,reasonCode',
    ),
  )
  await recountAll(on.portal.database)
})
afterAll(() => on.portal.close())

const PERIODS = {
  day: { startDate: '2026-02-23', endDate: '2026-03-22' },
  week: { startDate: '2025-12-01', endDate: '2026-05-31' },
  month: { startDate: '2024-12-15', endDate: '2026-06-14' },
}
const DAYS = PERIODS.day

type Filters = Readonly<Record<string, readonly string[]>>
const PARCEL_FILTERS: Filters = {
  carrier: ['DPD', 'EVRI', 'Not known'],
  service: ['Next Day', '48', 'Not known'],
  region: ['Scotland', 'London', 'Not known'],
}
const BEHIND: Filters = { ...PARCEL_FILTERS, weekday: ['3', '6'] }
const EVENT_FILTERS: Filters = {
  carrier: ['DPD', 'Not known'],
  state: ['delivery_failed', 'on_hold'],
  reason: ['Nobody in', 'No reason'],
}
const RETURN_FILTERS: Filters = {
  countedBy: COUNTED_BY_CODES,
  SKU: ['red'],
  category: ['Kitchen'],
  reason: ['No reason'],
  carrier: ['DPD'],
  region: ['Not known'],
}
const CATEGORIES: Filters = { category: ['Kitchen', 'Not known', 'Nothing'] }

/** No filter; each value alone; each pair of values of two filters; and the first value of all filters. */
function choicesOf(filters: Filters): Record<string, string>[] {
  const names = Object.keys(filters)
  const alone = names.map((name) => (filters[name] ?? []).map((value) => ({ [name]: value })))
  const pairs = alone.flatMap((ones, at) =>
    alone.slice(at + 1).flatMap((others) => ones.flatMap((one) => others.map((two) => ({ ...one, ...two })))),
  )
  const all = Object.assign({}, ...alone.map(([first]) => first)) as Record<string, string>
  return [{}, ...alone.flat(), ...pairs, all]
}
/** Each caller with the clients whose rows they see. */
const askers = () => [
  { as: on.me as SignedIn, clients: [on.me.client] },
  { as: staff, clients: [on.me.client, other] },
]
async function answerOf<R extends Route>(route: R, body: object, as: SignedIn) {
  const answer = await on.portal.send(route, { body }, as)
  if (answer.status !== 200) throw new Error(`${route.path} ${JSON.stringify(body)} ${JSON.stringify(answer.body)}`)
  return answer.body
}

const LISTS: readonly (readonly [string, Route, Filters])[] = [
  ['orders', reports.orders, { figure: ORDER_FIGURES, client: ['NONE'] }],
  ['parcels', reports.parcels, { figure: PARCEL_FIGURES, ...BEHIND, client: ['NONE'] }],
  ['events', reports.events, EVENT_FILTERS],
  ['SKUs', reports.stockSkus, { figure: STOCK_FIGURE_CODES, ...CATEGORIES }],
  ['key metrics', reports.keyMetrics, {}],
  ['volumes', reports.volumes, { grain: GRAINS }],
]
test.each(LISTS)('%s answer with every filter and every pair', async (_name, route, filters) => {
  for (const { as } of askers())
    for (const choice of choicesOf(filters)) {
      const body = await answerOf(route, { ...DAYS, ...choice }, as)
      expect(body).toBeTruthy()
    }
})

test.each(Object.entries(PERIODS))('carriers by %s equal their lists with every filter', async (_grain, days) => {
  for (const { as } of askers()) {
    const { rows } = await answerOf(reports.parcels, { ...days, limit: 100 }, as)
    expect(rows).toHaveLength(as === staff ? 12 : 6)
    const is = (chosen: string | undefined, value: string) =>
      chosen === undefined || value === (chosen === 'Not known' ? '' : chosen)
    for (const choice of choicesOf(PARCEL_FILTERS)) {
      const mine = rows.filter(
        (row) =>
          is(choice['carrier'], row.carrier) && is(choice['service'], row.service) && is(choice['region'], row.region),
      )
      const body = await answerOf(reports.carriers, { ...days, ...choice }, as)
      const sum = (parts: readonly { despatched: number }[]) =>
        parts.reduce((total, { despatched }) => total + despatched, 0)
      expect({
        choice,
        sums: [body.now.despatched, ...[body.carriers, body.services, body.regions, body.series].map(sum)],
        services: body.services
          .filter(({ despatched }) => despatched > 0)
          .map(({ name }) => name)
          .toSorted(),
      }).toEqual({
        choice,
        sums: [1, 2, 3, 4, 5].map(() => mine.length),
        services: [...new Set(mine.map(({ carrier, service }) => `${carrier}\t${service}`))].toSorted(),
      })
      const behind = await answerOf(reports.parcels, { ...days, ...choice }, as)
      expect([choice, behind.total]).toEqual([choice, mine.length])
    }
  }
})

test.each(Object.entries(PERIODS))('exceptions by %s equal their lists with every filter', async (_grain, days) => {
  for (const { as } of askers()) {
    const { causes } = await answerOf(reports.exceptions, days, as)
    expect(causes.map(({ events }) => events).toSorted()).toEqual(as === staff ? [2, 2, 4] : [1, 1, 2])
    for (const choice of choicesOf({ carrier: EVENT_FILTERS['carrier'] ?? [] })) {
      const figures = await answerOf(reports.exceptions, { ...days, ...choice }, as)
      const { total } = await answerOf(reports.events, { ...days, ...choice }, as)
      expect([choice, figures.events]).toEqual([choice, total])
    }
  }
})

test('the stock flow of each category equals its SKUs', async () => {
  for (const { as } of askers())
    for (const choice of choicesOf(CATEGORIES)) {
      const flow = await answerOf(reports.stockFlow, { ...DAYS, ...choice }, as)
      for (const figure of STOCK_FIGURE_CODES) {
        const { pieces } = await answerOf(reports.stockSkus, { ...DAYS, ...choice, figure }, as)
        expect([choice, figure, flow[figure]]).toEqual([choice, figure, pieces])
      }
    }
})

test('returns of dashboard and trend equal their lists with every filter', async () => {
  for (const { as } of askers())
    for (const choice of choicesOf(RETURN_FILTERS)) {
      const { lines, pieces } = await answerOf(returnFigures.dashboard, { ...DAYS, ...choice }, as)
      const trend = await answerOf(returnFigures.trend, { ...DAYS, ...choice }, as)
      const list = await answerOf(returnFigures.lines, { ...DAYS, ...choice }, as)
      expect([choice, lines, pieces]).toEqual([choice, trend.lines, trend.pieces])
      expect([choice, lines, pieces]).toEqual([choice, list.total, list.pieces])
    }
})

const FILES: Readonly<Record<string, Filters>> = {
  'carrier-dashboard': { figure: PARCEL_FIGURES, ...BEHIND },
  'carrier-performance': { figure: PARCEL_FIGURES, ...BEHIND },
  'carrier-exceptions': EVENT_FILTERS,
  'key-metrics': { figure: [...ORDER_FIGURES, ...PARCEL_FIGURES] },
  'annual-volumes': { figure: [...ORDER_FIGURES, ...PARCEL_FIGURES] },
  'annual-volumes-by-client': { figure: [...ORDER_FIGURES, ...PARCEL_FIGURES] },
  'summary-week-by-client': { figure: [...ORDER_FIGURES, ...PARCEL_FIGURES] },
  'volume-trends': { figure: [...ORDER_FIGURES, ...PARCEL_FIGURES] },
  'client-stock-flow': { figure: STOCK_FIGURE_CODES, ...CATEGORIES },
  'returns-dashboard': RETURN_FILTERS,
  'returns-trend': RETURN_FILTERS,
}
test.each(Object.entries(FILES))('the file of %s has matching rows with every filter', async (name, filters) => {
  const report = exportedReports.find((one) => one.report === name)
  if (!report) throw new Error(`There is no report ${name}`)
  for (const { clients } of askers())
    for (const chosen of choicesOf(filters)) {
      const choice = report.choice.parse({ ...DAYS, ...chosen })
      await on.portal.database.copying([...clients], async (connection) => {
        const tables = await report.tables?.(choice)?.(connection, clients)
        for (const { header, rows } of tables ?? []) for (const row of rows) expect(row).toHaveLength(header.length)
        if (tables) return
        const count = await report.count(connection, clients, choice)
        const reader = report.reader(choice)
        let rows = 0
        for await (const batch of readRows(connection, report.query(clients, choice)))
          for (const row of batch) {
            expect(reader.cellsOf(row)).toHaveLength(report.layoutOf(choice).header.length)
            rows++
          }
        expect([chosen, rows]).toEqual([chosen, count])
        for (const { header, rows: cells } of await reader.sheets(connection, clients))
          for (const row of cells) expect(row).toHaveLength(header.length)
      })
    }
})
