import { reports } from '@despatch/contract/reports/reports'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { moneyText, parseMoney } from '@despatch/domain/money/money'
import { STOCK_FIGURE_CODES } from '@despatch/domain/reports/figures'
import { returnFigures } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import { COUNTED_BY_CODES, type CountedBy } from '@despatch/domain/returns/dashboard-and-trend/counted-by'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factSets } from '../fact-sets.ts'
import { checkFacts } from '../figures/deltas.ts'
import { recountAll } from '../figures/recount.ts'
import { findWrongFigures } from '../testing/wrong-figures.ts'
import { figureReports } from './figure-reports.ts'
import { stockFlowReport } from './stock-flow-report.ts'
import { dashboardReport } from '../returns/dashboard-and-trend/trend-report.ts'
import { startCountingBillingDays } from '../invoices/still-to-be-billed/billing-days.ts'
import { makeSession } from '../testing/factories.ts'
import { inNumber } from '../testing/in-number.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../testing/test-portal.ts'
import { fillDemo } from '../demo/fill-demo.ts'

const now = new Date()
const today = dayOf(now)
const PERIODS = [
  { startDate: addDays(today, -7), endDate: addDays(today, -1) },
  { startDate: addDays(today, -364), endDate: today },
]
/** Name of a bar without one. */
const NOT_KNOWN = 'Not known'
let portal: TestPortal
let seen: readonly (readonly [SignedIn, string[]])[]
beforeAll(async () => {
  portal = await openTestPortal()
  await fillDemo({ ...portal.testDatabase, now, orders: 1000, report: () => {} })
  await recountAll(portal.database)
  const clients = (await portal.testDatabase.asOwner('select client_code from clients')).map((row) =>
    String(row['client_code']),
  )
  const staff = { ...(await makeSession(portal.testDatabase, { type: 'Internal User' })), client: ALL_CLIENTS }
  seen = [
    [staff, clients],
    [await makeSession(portal.testDatabase, { clients: ['ACME'] }), ['ACME']],
  ]
})
afterAll(() => portal.close())

const rowsOf = (name: string, clients: string[], query: object) =>
  portal.database.copying(clients, (connection) => {
    const report = figureReports.find((one) => one.report === name)
    if (!report) throw new Error(`There is no report ${name}`)
    return report.count(connection, clients, report.choice.parse(query))
  })

test.each(PERIODS)('demo, $startDate to $endDate: figure, list and file agree', async (days) => {
  for (const [as, clients] of seen) {
    const { body: metrics } = await portal.call(reports.keyMetrics, { body: days }, as)
    for (const [figure, key] of [
      ['ordersReceived', 'orders'],
      ['ordersReleased', 'released'],
      ['ordersDue', 'due'],
      ['ordersDueInTime', 'dueInTime'],
      ['ordersDespatched', 'despatched'],
      ['ordersDelivered', 'ordersDelivered'],
      ['routingExceptions', 'routingExceptions'],
    ] as const) {
      const query = { ...days, figure }
      const { body: list } = await portal.call(reports.orders, { body: query }, as)
      expect([figure, list.total, await rowsOf('key-metrics', clients, query)]).toEqual([
        figure,
        metrics.now[key],
        metrics.now[key],
      ])
    }
    const { body: board } = await portal.call(reports.carriers, { body: days }, as)
    for (const [figure, key] of [
      ['parcelsDespatched', 'despatched'],
      ['parcelsDelivered', 'delivered'],
      ['parcelsPromised', 'promised'],
      ['parcelsOnTime', 'onTime'],
      ['parcelsLate', 'late'],
      ['parcelsUndelivered', 'undelivered'],
      ['parcelsSilent', 'silent'],
    ] as const)
      for (const { carrier, [key]: count } of [{ ...board.now, carrier: '' }, ...board.carriers]) {
        const query = { ...days, figure, ...(carrier && { carrier }) }
        const { body: list } = await portal.call(reports.parcels, { body: query }, as)
        expect([figure, carrier, list.total, await rowsOf('carrier-performance', clients, query)]).toEqual([
          figure,
          carrier,
          count,
          count,
        ])
      }
    const { body: events } = await portal.call(reports.exceptions, { body: days }, as)
    const { body: listed } = await portal.call(reports.events, { body: days }, as)
    expect([listed.total, await rowsOf('carrier-exceptions', clients, days)]).toEqual([events.events, events.events])
    const { body: flow } = await portal.call(reports.stockFlow, { body: days }, as)
    expect(flow.opening + flow.goodsIn + flow.returned - flow.despatched + flow.adjusted).toBe(flow.closing)
    for (const figure of STOCK_FIGURE_CODES) {
      const query = { ...days, category: '', figure }
      const { body: list } = await portal.call(reports.stockSkus, { body: query }, as)
      const count = await portal.database.copying(clients, (connection) =>
        stockFlowReport.count(connection, clients, query),
      )
      expect([figure, list.pieces, count]).toEqual([figure, flow[figure], list.total])
    }
  }
})

test('demo: weeks and parts agree with the reports of their days', async () => {
  const [days = expect.fail('no days')] = PERIODS
  for (const [as] of seen) {
    const { body: metrics } = await portal.call(reports.keyMetrics, { body: days }, as)
    const { body: board } = await portal.call(reports.carriers, { body: days }, as)
    expect([metrics.weeks.length, board.weeks.length]).toEqual([13, 13])
    for (const at of [0, 6, 12]) {
      const { start, isOver, ...week } = metrics.weeks[at] ?? expect.fail('no week')
      const body = { startDate: start, endDate: addDays(start, 6) }
      const { now: its } = (await portal.call(reports.keyMetrics, { body }, as)).body
      const { orders, pieces, due, dueInTime, despatched, despatchedPieces, returned, routingExceptions } = its
      const { despatched: parcels, promised, onTime } = its.parcels
      expect([start, isOver, week]).toEqual([
        start,
        addDays(start, 6) < today,
        {
          orders,
          pieces,
          due,
          dueInTime,
          despatched,
          despatchedPieces,
          returned,
          routingExceptions,
          parcels,
          promised,
          onTime,
        },
      ])
      expect(board.weeks[at]).toEqual({ start, ...its.parcels })
    }
    const sum = (rows: readonly { promised: number; onTime: number }[]) => [
      rows.reduce((total, { promised }) => total + promised, 0),
      rows.reduce((total, { onTime }) => total + onTime, 0),
    ]
    for (const { carrier, promised, onTime } of board.carriers)
      expect(sum(board.carrierSeries.filter((row) => row.carrier === carrier))).toEqual([promised, onTime])
    if (board.before)
      expect(board.series.reduce((total, { despatchedBefore }) => total + (despatchedBefore ?? 0), 0)).toBe(
        board.before.despatched,
      )
    for (const { name, promised, onTime } of board.services)
      expect(sum(board.serviceWeekdays.filter((row) => row.name === name))).toEqual([promised, onTime])
    for (const { weekday, promised, onTime } of board.weekdays)
      expect(sum(board.serviceWeekdays.filter((row) => row.weekday === weekday))).toEqual([promised, onTime])
  }
})

test('demo: costs of the listed parcels add up to Expected cost', async () => {
  const stop = startCountingBillingDays(portal.database, { log: console })
  const [[staff] = expect.fail('nobody sees costs'), [user] = expect.fail('nobody does not')] = seen
  const [days = expect.fail('no days')] = PERIODS
  const board = async () => (await portal.call(reports.carriers, { body: days }, staff)).body
  await expect.poll(board).toMatchObject({ areCostsComplete: true })
  stop()
  const { costs = [] } = await board()
  const query = { ...days, figure: 'parcelsDespatched' as const, limit: 1000 }
  const { body: list } = await portal.call(reports.parcels, { body: query }, staff)
  expect(list.rows).toHaveLength(list.total)
  const listed = [...Map.groupBy(list.rows, ({ currency }) => currency)].map(([currency, rows]) => {
    const priced = rows.flatMap(({ expectedCost }) => expectedCost ?? [])
    const expected = moneyText(priced.map(parseMoney).reduce((sum, cost) => sum + cost, 0n))
    return { currency, parcels: rows.length, unpriced: rows.length - priced.length, expected }
  })
  expect(listed.toSorted((one, other) => (one.currency < other.currency ? -1 : 1))).toEqual(
    costs.map(({ billed: _billed, ...cost }) => cost),
  )
  expect(costs.length).toBeGreaterThan(0)
  // A user of a client that hides its costs.
  const { body: shown } = await portal.call(reports.parcels, { body: query }, user)
  expect(new Set(shown.rows.map((row) => 'expectedCost' in row))).toEqual(new Set([false]))
})

type Choice = Readonly<Record<string, string>>

// Most calls check single bars; normally only those of one client's year.
const BARS = inNumber(PERIODS.slice(1), PERIODS)

test.each(BARS)('demo, $startDate to $endDate: each bar equals its list and file', async (days) => {
  for (const [as, clients] of inNumber(seen.slice(1), seen)) {
    /** Compares the bar's number, the length of its list, and the rows of its file. */
    const agree = async (list: 'orders' | 'parcels' | 'events', report: string, choice: Choice, shown: number) => {
      const query = { ...days, ...choice }
      const { body } = await portal.send(reports[list], { body: query }, as)
      expect([report, choice, body.total, await rowsOf(report, clients, query)]).toEqual([report, choice, shown, shown])
    }
    const { body: board } = await portal.call(reports.carriers, { body: days }, as)
    const bars = [
      ...board.services.map(({ name, ...bar }) => {
        const [carrier = '', service = ''] = name.split('\t')
        return [bar, { carrier: carrier || NOT_KNOWN, service: service || NOT_KNOWN }] as const
      }),
      ...board.regions.map(({ name, ...bar }) => [bar, { region: name || NOT_KNOWN }] as const),
      ...board.weekdays.map(({ weekday, ...bar }) => [bar, { weekday: `${weekday}` }] as const),
    ]
    for (const [bar, choice] of bars) {
      await agree('parcels', 'carrier-performance', { ...choice, figure: 'parcelsPromised' }, bar.promised)
      await agree('parcels', 'carrier-dashboard', { ...choice, figure: 'parcelsOnTime' }, bar.onTime)
    }
    const { body: exceptions } = await portal.call(reports.exceptions, { body: days }, as)
    for (const { state, reason, events } of exceptions.causes)
      await agree('events', 'carrier-exceptions', { state, reason: reason || 'No reason' }, events)
    for (const { carrier, state, reason, events } of exceptions.carrierCauses)
      await agree(
        'events',
        'carrier-exceptions',
        { carrier: carrier || NOT_KNOWN, state, reason: reason || 'No reason' },
        events,
      )
    for (const { carrier, events } of exceptions.carriers)
      await agree('events', 'carrier-exceptions', { carrier: carrier || NOT_KNOWN }, events)

    const returnedOf = async (choice: Choice = {}) =>
      (await portal.call(returnFigures.lines, { body: { ...days, countedBy: 'received', ...choice } }, as)).body.pieces
    const { body: metrics } = await portal.call(reports.keyMetrics, { body: days }, as)
    await agree('parcels', 'key-metrics', { figure: 'parcelsDespatched' }, metrics.now.parcels.despatched)
    await agree('parcels', 'key-metrics', { figure: 'parcelsOnTime' }, metrics.now.parcels.onTime)
    expect(await returnedOf()).toBe(metrics.now.returned)

    const query = { ...days, grain: 'week', byClient: true } as const
    const { body: volumes } = await portal.call(reports.volumes, { body: query }, as)
    for (const [client, weeks] of Map.groupBy(volumes.volumes, ({ clientCode }) => clientCode)) {
      const sum = (key: 'orders' | 'parcels' | 'promised') => weeks.reduce((total, week) => total + week[key], 0)
      await agree('orders', 'annual-volumes-by-client', { figure: 'ordersReceived', client }, sum('orders'))
      await agree('parcels', 'summary-week-by-client', { figure: 'parcelsDespatched', client }, sum('parcels'))
      await agree('parcels', 'annual-volumes', { figure: 'parcelsPromised', client }, sum('promised'))
      await agree('orders', 'volume-trends', { figure: 'ordersReceived', client }, sum('orders'))
      await agree('parcels', 'volume-trends', { figure: 'parcelsDespatched', client }, sum('parcels'))
    }
    expect(volumes.volumes.reduce((total, { returned }) => total + returned, 0)).toBe(metrics.now.returned)

    const { body: flow } = await portal.call(reports.stockFlow, { body: days }, as)
    for (const { name, ...bar } of flow.categories)
      for (const figure of ['opening', 'despatched', 'closing'] as const) {
        const choice = { ...days, category: name || NOT_KNOWN, figure }
        const { body: list } = await portal.call(reports.stockSkus, { body: choice }, as)
        const count = await portal.database.copying(clients, (connection) =>
          stockFlowReport.count(connection, clients, choice),
        )
        expect([name, figure, list.pieces, count]).toEqual([name, figure, bar[figure], list.total])
      }
  }
})

test.each(PERIODS)('demo, $startDate to $endDate: the Returns Dashboard equals its lists and files', async (days) => {
  for (const [as, clients] of seen) {
    // Compares the dashboard's number, the length of the list, and the rows of the file.
    const agree = async (
      choice: { countedBy: CountedBy } & Record<string, string>,
      shown: { lines: number; pieces: number },
    ) => {
      const query = { ...days, ...choice }
      const { body: list } = await portal.call(returnFigures.lines, { body: query }, as)
      const rows = await portal.database.copying(clients, (connection) =>
        dashboardReport.count(connection, clients, dashboardReport.choice.parse(query)),
      )
      expect([choice, list.total, rows, list.pieces]).toEqual([choice, shown.lines, shown.lines, shown.pieces])
    }
    for (const countedBy of COUNTED_BY_CODES) {
      const query = { ...days, countedBy }
      const { body: board } = await portal.call(returnFigures.dashboard, { body: query }, as)
      const { body: trend } = await portal.call(returnFigures.trend, { body: query }, as)
      expect([trend.lines, trend.pieces]).toEqual([board.lines, board.pieces])
      await agree({ countedBy }, board)
      if (countedBy !== 'received') continue
      const bars = [
        ...board.reasons.map((bar) => [bar, { reason: bar.name || 'No reason' }] as const),
        ...board.carriers.map((bar) => [bar, { carrier: bar.name || 'Not known' }] as const),
        ...board.regions.map((bar) => [bar, { region: bar.name || 'Not known' }] as const),
        ...board.SKUs.slice(0, 3).map((bar) => [bar, { SKU: bar.name }] as const),
        ...board.categories.slice(0, 3).map((bar) => [bar, { category: bar.name }] as const),
      ]
      for (const [bar, choice] of bars) await agree({ countedBy, ...choice }, bar)
      for (const { SKU, reason, pieces } of board.SKUsByReason.slice(0, 5)) {
        const title = board.reasons.find(({ name }) => name === reason)?.title
        const choice = { SKU, reason: reason || (title ?? '') }
        const { body: list } = await portal.call(returnFigures.lines, { body: { ...query, ...choice } }, as)
        expect([SKU, reason, list.pieces]).toEqual([SKU, reason, pieces])
      }
      expect(board.SKUsByReason.length > 0).toBe(board.SKUs.length > 0)
      for (const { name: state, lines, pieces } of board.states) {
        const { body: list } = await portal.call(returnFigures.lines, { body: { ...query, state } }, as)
        expect([state, list.total, list.pieces]).toEqual([state, lines, pieces])
      }
    }
  }
})

test('carriers of returns have the same names in bars, choices and lists', async () => {
  const [, days = expect.fail('no year')] = PERIODS
  for (const [as] of seen) {
    const { body: board } = await portal.call(returnFigures.dashboard, { body: days }, as)
    const { body: choices } = await portal.call(returnFigures.choices, {}, as)
    // Some names are not codes.
    expect(board.carriers.some(({ name, title }) => name !== '' && name !== title)).toBe(true)
    for (const { name, title } of board.carriers) {
      const carrier = name || NOT_KNOWN
      expect(choices.carriers).toContainEqual({ carrier, carrierName: title })
      const { body: list } = await portal.call(returnFigures.lines, { body: { ...days, carrier } }, as)
      expect([carrier, ...new Set(list.lines.map(({ carrierName }) => carrierName))]).toEqual([carrier, name && title])
    }
  }
})

test('the demo has returns in its figures', async () => {
  const [, year = expect.fail('no year')] = PERIODS
  for (const [as] of seen) {
    const { body } = await portal.call(returnFigures.dashboard, { body: year }, as)
    expect(Math.min(body.lines, body.reasons.length, body.carriers.length, body.states.length)).toBeGreaterThan(0)
  }
})

test('demo: stored facts equal the records', async () => {
  const wrong = await checkFacts(portal.database, factSets)
  expect(Object.values(wrong).every((count) => count === 0)).toBe(true)
  expect(await findWrongFigures(portal.database)).toEqual([])
})
