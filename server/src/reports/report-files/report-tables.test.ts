import { reportFiles } from '@despatch/contract/reports/report-files'
import { reports } from '@despatch/contract/reports/reports'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import type { ReportName } from '@despatch/domain/reports/report-names'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recountAll } from '../../figures/recount.ts'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'
import { makeParcel } from '../../testing/parcels.ts'
import type { SignedIn } from '../../testing/test-portal.ts'

let on: FeedPortal
let staff: SignedIn
let other: string
beforeAll(async () => {
  on = await openFeedPortal()
  other = await makeClient(on.portal.testDatabase)
  staff = { ...(await makeSession(on.portal.testDatabase, { type: 'Internal User' })), client: ALL_CLIENTS }
  const orders = (numbers: readonly string[]) =>
    csv(
      numbers.map((number, at) => [number, 'RED', at + 1, 4.5, `2026-0${(at % 3) + 1}-15`]),
      'orderNumber,SKU,quantity,unitValue,orderDate',
    )
  await on.feed(orders(['=1+1', '+44123', '@SUM', '-B', 'E']))
  const clerk = await makeSession(on.portal.testDatabase, { clients: [other] })
  await on.feed(orders(['X', 'Y']), { as: clerk })
  for (const [client, orderNumber, at] of [
    [on.me.client, '=1+1', 4],
    [on.me.client, '+44123', 6],
    [on.me.client, '@SUM', 0],
    [other, 'X', 5],
  ] as const)
    await makeParcel(on.portal.testDatabase, {
      client,
      orderNumber,
      trackingNumber: `T${client}${at}`,
      ...(at > 0 && { deliveredAt: `2026-03-0${at}T10:00:00Z` }),
    })
  await recountAll(on.portal.database)
})
afterAll(() => on.portal.close())

const QUARTER = { startDate: '2026-01-01', endDate: '2026-03-31' }
const askers = () => [on.me as SignedIn, staff]

async function bytesOf(reportName: ReportName, as: SignedIn, more: object = {}): Promise<Uint8Array> {
  const created = await on.portal.call(reportFiles.create, { body: { reportName, ...QUARTER, ...more } }, as)
  const query = { reportName, exportId: created.body.exportId }
  await expect
    .poll(async () => (await on.portal.call(reportFiles.status, { query }, as)).body)
    .toMatchObject({ status: 'Succeeded', percentComplete: 100 })
  const answer = await fetch(
    `${on.portal.url}/api/powerbi/get-export-report-file?${new URLSearchParams(query).toString()}`,
    { headers: { access_token: as.token, client: as.client ?? '' } },
  )
  return new Uint8Array(await answer.arrayBuffer())
}

type Read = { name: string; rows: Record<string, unknown>[]; formats: Record<string, string | undefined> }
/** Sheets of a workbook: rows by header, and the formats of the first row. */
async function sheetsOf(reportName: ReportName, as: SignedIn, more: object = {}): Promise<Read[]> {
  const { sheets } = await readXlsx(await bytesOf(reportName, as, more), { readStyles: true })
  return sheets.map(({ name, rows: [header = [], ...rows], cells }) => {
    expect([...(cells?.values() ?? [])].filter(({ formula }) => formula !== undefined)).toEqual([])
    const named = (of: (column: number) => unknown) =>
      Object.fromEntries(header.map((heading, column) => [String(heading), of(column)]))
    return {
      name,
      rows: rows.map((row) => named((column) => row[column] ?? null)),
      formats: named((column) => cells?.get(`1,${column}`)?.style?.numFmt) as Read['formats'],
    }
  })
}
const linesOf = async (reportName: ReportName, as: SignedIn, more: object = {}) =>
  new TextDecoder()
    .decode(await bytesOf(reportName, as, { ...more, format: 'csv' }))
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')

const share = (hits: number, of: number) => (of > 0 ? hits / of : null)
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`)
const valueOf = (values: readonly { amount: string }[]) => (values[0] ? Number(values[0].amount) : null)

test('Annual Volumes: a row for each month, and totals of each year', async () => {
  for (const as of askers()) {
    const { body } = await on.portal.call(reports.volumes, { body: { ...QUARTER, grain: 'month' } }, as)
    const [months, years, about] = await sheetsOf('annual-volumes', as)
    expect(months?.name).toBe('Volumes by month')
    expect(months?.rows).toEqual(
      body.volumes.map((month) => ({
        Month: dateOf(month.start),
        Orders: month.orders,
        Lines: month.lines,
        Units: month.pieces,
        Parcels: month.parcels,
        Value: valueOf(month.values),
        Currency: 'GBP',
        'Units returned': month.returned,
        'On time': share(month.onTime, month.promised),
      })),
    )
    expect(months?.formats).toMatchObject({ Month: 'mmm yyyy', Value: '#,##0.00##' })
    const all = body.volumes.reduce((sum, { pieces }) => sum + pieces, 0)
    expect(all).toBe(as === staff ? 18 : 15)
    expect(years?.rows).toEqual([expect.objectContaining({ Year: 2026, Units: all })])
    expect(about?.rows).toContainEqual({ What: 'Rows', Value: 3 })
    expect(about?.rows.find(({ What }) => What === 'As of')?.['Value']).toBeInstanceOf(Date)
  }
})

test('CSV has the same table, with months and shares as text', async () => {
  expect(await linesOf('annual-volumes', on.me)).toEqual([
    'Month,Orders,Lines,Units,Parcels,Value,Currency,Units returned,On time',
    '2026-01,2,2,5,0,22.5,GBP,0,',
    '2026-02,2,2,7,0,31.5,GBP,0,',
    '2026-03,1,1,3,3,13.5,GBP,0,33.3%',
  ])
})

test('several currencies have a column each', async () => {
  await on.rows(`update orders set currency_code = 'EUR' where client_code = $1 and order_number = 'E'`)
  await recountAll(on.portal.database)
  const [months] = await sheetsOf('annual-volumes', on.me)
  expect(months?.rows.map((row) => [row['Value, EUR'], row['Value, GBP']])).toEqual([
    [null, 22.5],
    [22.5, 9],
    [null, 13.5],
  ])
  await on.rows(`update orders set currency_code = 'GBP' where client_code = $1 and order_number = 'E'`)
  await recountAll(on.portal.database)
})

test('Annual Volumes by Client: a row for each client, largest first, and a total', async () => {
  for (const as of askers()) {
    const { body } = await on.portal.call(reports.volumes, { body: { ...QUARTER, grain: 'year', byClient: true } }, as)
    const known = body.volumes.filter(({ clientCode }) => as !== staff || [on.me.client, other].includes(clientCode))
    const [clients, all] = await sheetsOf('annual-volumes-by-client', as)
    for (const { clientCode, clientName, orders, pieces } of known)
      expect(clients?.rows).toContainEqual(
        expect.objectContaining({ Client: clientName, Code: clientCode, Orders: orders, Units: pieces }),
      )
    expect(clients?.rows[0]).toMatchObject({ Code: on.me.client, 'Share of orders': as === staff ? 5 / 7 : 1 })
    expect(clients?.formats['Share of orders']).toBe('0.0%')
    expect(all?.rows).toEqual([expect.objectContaining({ Orders: as === staff ? 7 : 5, 'Share of orders': 1 })])
  }
})

test('Summary Week by Client: with the orders of the days before', async () => {
  const week = { startDate: '2026-02-09', endDate: '2026-02-15' }
  const before = { startDate: '2026-02-02', endDate: '2026-02-08' }
  for (const as of askers()) {
    const ordersOf = async (days: object) => {
      const { body } = await on.portal.call(
        reports.volumes,
        { body: { ...week, ...days, grain: 'week', byClient: true } },
        as,
      )
      return body.volumes.find(({ clientCode }) => clientCode === on.me.client)?.orders
    }
    const [clients] = await sheetsOf('summary-week-by-client', as, week)
    expect(clients?.rows.find(({ Code }) => Code === on.me.client)).toMatchObject({
      Orders: await ordersOf(week),
      'Orders on 2 – 8 Feb 2026': await ordersOf(before),
      Change: null,
    })
  }
})

test('Volume Trends: each week with the year before, empty without data', async () => {
  const days = { startDate: '2026-01-12', endDate: '2026-03-15' }
  const { body } = await on.portal.call(reports.volumes, { body: { ...days, grain: 'week' } }, on.me)
  const [weeks] = await sheetsOf('volume-trends', on.me, days)
  expect(weeks?.rows).toEqual(
    body.volumes.map(({ start, orders, parcels }) => ({
      'Week commencing': dateOf(start),
      Orders: orders,
      'Orders last year': null,
      Parcels: parcels,
      'Parcels last year': null,
    })),
  )
  expect(weeks?.formats['Week commencing']).toBe('d mmm yyyy')
})

test('Key Metrics: each figure with its comparison periods, and its weeks', async () => {
  for (const as of askers()) {
    const { body } = await on.portal.call(reports.keyMetrics, { body: QUARTER }, as)
    const [metrics, weeks] = await sheetsOf('key-metrics', as)
    const rows = new Map(metrics?.rows.map((row) => [row['Figure'], Object.values(row).slice(1)]))
    const expected = {
      'Orders received': ({ orders }: typeof body.now) => orders,
      Units: ({ pieces }: typeof body.now) => pieces,
      'Parcels despatched': ({ parcels }: typeof body.now) => parcels.despatched,
      'Delivered on time': ({ parcels }: typeof body.now) => share(parcels.onTime, parcels.promised),
      'Value of orders, GBP': ({ values }: typeof body.now) => valueOf(values),
    }
    for (const [title, of] of Object.entries(expected))
      expect([title, rows.get(title)]).toEqual([
        title,
        [body.now, body.before, body.yearBefore].map((one) => one && of(one)),
      ])
    expect(Object.keys(metrics?.rows[0] ?? {})[1]).toBe('1 Jan – 31 Mar 2026')
    expect(weeks?.rows).toEqual(
      body.weeks.map(({ start, orders, despatched, parcels }) => ({
        'Week commencing': dateOf(start),
        'Orders received': orders,
        'Orders despatched': despatched,
        'Parcels despatched': parcels,
      })),
    )
  }
})

test('a file of a figure lists its orders, with dates and numbers as such', async () => {
  const sheets = await sheetsOf('annual-volumes', on.me, { filters: { figure: 'ordersReceived' } })
  const orders = sheets.find(({ name }) => name === 'Orders')
  expect(orders?.rows.map(({ Order }) => Order).toSorted()).toEqual(['+44123', '-B', '=1+1', '@SUM', 'E'])
  expect(orders?.rows[0]).toMatchObject({ Ordered: dateOf('2026-01-15'), 'Counted on': dateOf('2026-01-15') })
  expect(orders?.formats).toMatchObject({ Ordered: 'd mmm yyyy', Due: 'd mmm yyyy', Value: '#,##0.00##' })
  const [, ...lines] = await linesOf('annual-volumes', on.me, { filters: { figure: 'ordersReceived' } })
  expect(lines.map((line) => line.split(',')[2]).toSorted()).toEqual(["'+44123", "'-B", "'=1+1", "'@SUM", 'E'])
})

test.each(['carrier-dashboard', 'carrier-performance'] as const)(
  'the file of %s has the tables of its screen, and its parcels',
  async (name) => {
    for (const as of askers()) {
      const { body } = await on.portal.call(reports.carriers, { body: { ...QUARTER, carrier: 'DPD' } }, as)
      const sheets = await sheetsOf(name, as, { filters: { carrier: 'DPD' } })
      const of = (title: string) => sheets.find((sheet) => sheet.name === title)
      const figure = (title: string) =>
        Object.values(of('Figures')?.rows.find((row) => row['Figure'] === title) ?? {})[1]
      expect([figure('Parcels despatched'), figure('On time')]).toEqual([
        body.now.despatched,
        share(body.now.onTime, body.now.promised),
      ])
      for (const [sheet, noun, rows] of [
        ['By carrier', 'Carrier', body.carriers.map((one) => ({ ...one, title: one.carrierName }))],
        ['By service', 'Service', body.services],
        ['By region', 'Region', body.regions],
      ] as const)
        expect(of(sheet)?.rows.map((row) => [row[noun], row['Despatched'], row['Delivered late']])).toEqual(
          rows.map(({ title, despatched, late }) => [title, despatched, late]),
        )
      const parcels = of('Parcels')
      expect(parcels?.rows.map(({ Order }) => Order)).toContain('=1+1')
      expect(parcels?.rows).toHaveLength(body.now.despatched)
      expect(parcels?.formats).toMatchObject({ Despatched: 'd mmm yyyy', Promised: 'd mmm yyyy' })
      expect(parcels?.rows[0]?.['Despatched']).toBeInstanceOf(Date)
    }
  },
)

test('files of exceptions, stock flow and returns have the tables of their screens', async () => {
  await on.rows(
    `insert into delivery_events (client_code, tracking_number, event_key, carrier, code, state, reason, occurred_at, received_at)
     values ($1, 'T' || $1 || '4', gen_random_uuid(), 'DPD', 'X', 'on_hold', '=Customs', '2026-03-03 23:30:05Z', now())`,
  )
  await recountAll(on.portal.database)
  const exceptions = await sheetsOf('carrier-exceptions', on.me)
  const of = (sheets: readonly Read[], title: string) => sheets.find(({ name }) => name === title)
  expect(of(exceptions, 'By cause')?.rows).toEqual([{ Cause: 'On hold: =Customs', Events: 1 }])
  expect(of(exceptions, 'Events')?.rows[0]).toMatchObject({
    Happened: new Date('2026-03-03T23:30:05Z'),
    Reason: '=Customs',
  })
  expect(of(exceptions, 'Events')?.formats['Happened']).toBe('d mmm yyyy hh:mm:ss')

  const { body } = await on.portal.call(reports.stockFlow, { body: QUARTER }, on.me)
  const flow = await sheetsOf('client-stock-flow', on.me)
  expect(of(flow, 'All SKUs')?.rows[0]).toMatchObject({ SKUs: body.skus, Closing: body.closing })
  expect(of(flow, 'By week')?.rows).toHaveLength(body.weeks.length)
  expect((await sheetsOf('returns-dashboard', on.me)).map(({ name }) => name)).toEqual([
    'Figures',
    'By reason',
    'By SKU',
    'By category',
    'By carrier',
    'By region',
    'By status',
    'Trend',
    'Returns',
    'About this file',
  ])
})

test('no file contains another client’s rows', async () => {
  const clerk = await makeSession(on.portal.testDatabase, { clients: [other] })
  const [clients] = await sheetsOf('annual-volumes-by-client', clerk)
  expect(clients?.rows.map(({ Code, Orders }) => [Code, Orders])).toEqual([[other, 2]])
  const [months] = await sheetsOf('annual-volumes', clerk)
  expect(months?.rows.reduce((sum, { Orders }) => sum + Number(Orders), 0)).toBe(2)
})
