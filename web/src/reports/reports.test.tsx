import { exportsRoom } from '@despatch/contract/route/exports'
import { carrierTargets } from '@despatch/contract/reports/carrier-targets'
import { reports } from '@despatch/contract/reports/reports'
import type { ParcelSums } from '@despatch/contract/reports/report-shapes'
import { REPORT_FAILED } from '@despatch/domain/feedback/messages'
import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../testing/fake-server.ts'
import { openScreen, openServer } from '../testing/open-portal.tsx'
import type { SignInOptions } from '../testing/sign-in.ts'

const REPORTS = '/reporting-and-enquiries'
const MANAGEMENT = '/management-reports'
const CLERK: SignInOptions = { type: 'Internal User', clients: ['ACME'] }
const WEEK = { startDate: '2026-01-05', endDate: '2026-01-11' }

const sums = (fields: Partial<ParcelSums> = {}): ParcelSums => ({
  despatched: 120,
  delivered: 110,
  daysTaken: 165,
  within1: 60,
  within2: 100,
  within3: 110,
  within5: 110,
  promised: 100,
  onTime: 96,
  late: 3,
  undelivered: 1,
  silent: 0,
  ...fields,
})
const carrier = (code: string, fields: Partial<ParcelSums>) => ({
  carrier: code,
  carrierName: code,
  failedAttempts: 5,
  costs: [],
  ...sums(fields),
})
const CARRIERS = {
  ...WEEK,
  now: sums(),
  before: sums({ despatched: 100, onTime: 90 }),
  yearBefore: sums({ despatched: 0 }),
  carriers: [carrier('EVRI', { promised: 3, onTime: 3 }), carrier('DPD', { promised: 97, onTime: 94 })],
  services: [{ name: 'DPD\tNext Day', title: 'DPD, Next Day', ...sums() }],
  regions: [
    { name: 'Scotland', title: 'Scotland', ...sums() },
    { name: 'Wales', title: 'Wales', ...sums({ promised: 29, onTime: 1 }) },
    { name: '', title: 'Not known', ...sums() },
  ],
  series: [{ start: '2026-01-05', ...sums(), despatchedBefore: 100 }],
  grain: 'day' as const,
  weeks: [
    { start: '2025-12-29', ...sums() },
    { start: '2026-01-05', ...sums() },
  ],
  weekdays: [{ weekday: 0, ...sums() }],
  carrierSeries: [{ carrier: 'DPD', start: '2026-01-05', promised: 97, onTime: 94 }],
  serviceWeekdays: [{ name: 'DPD\tNext Day', weekday: 0, promised: 100, onTime: 96 }],
  costs: [{ currency: 'GBP', parcels: 120, unpriced: 2, expected: '410.5000', billed: '100.0000' }],
  areCostsComplete: true,
  waitingDays: 0,
  today: '2026-02-01',
}
const METRICS = {
  ...WEEK,
  orders: 60,
  lines: 90,
  pieces: 120,
  values: [],
  released: 55,
  due: 50,
  dueInTime: 40,
  despatched: 52,
  despatchedPieces: 100,
  ordersDelivered: 48,
  routingExceptions: 2,
  returned: 7,
  sameDay: [{ client: 'ACME', promised: 4, kept: 3 }],
  parcels: sums(),
}
const KEY_METRICS = {
  now: METRICS,
  before: null,
  yearBefore: null,
  weeks: [],
  areCostsComplete: true,
  waitingDays: 0,
  today: '2026-02-01',
}
const EXCEPTIONS = {
  ...WEEK,
  events: 10,
  before: 8,
  yearBefore: 0,
  causes: [
    { state: 'delivery_failed', reason: 'Nobody in', title: 'Delivery failed: Nobody in', events: 8 },
    { state: 'on_hold', reason: '', title: 'On hold', events: 2 },
  ],
  carriers: [{ carrier: 'DPD', carrierName: 'DPD', events: 10 }],
  carrierCauses: [
    { carrier: 'DPD', state: 'delivery_failed', reason: 'Nobody in', events: 8 },
    { carrier: 'DPD', state: 'on_hold', reason: '', events: 2 },
  ],
  series: [{ start: '2026-01-05', events: 10 }],
  grain: 'day' as const,
  waitingDays: 0,
  today: '2026-02-01',
}

function serverWith() {
  const server = openServer()
  server.answer(exportsRoom.list, { exports: [] })
  server.answer(reports.carriers, CARRIERS)
  server.answer(carrierTargets.list, { targets: [{ carrier: 'DPD', onTime: 98.5 }] })
  server.answer(reports.exceptions, EXCEPTIONS)
  return server
}
const days = `startDate=${WEEK.startDate}&endDate=${WEEK.endDate}`

test('a dashboard tile shows change and definition, and opens its list', async () => {
  serverWith()
  const { user } = await openScreen(`${REPORTS}/carrier-dashboard?${days}&carrier=DPD`, CLERK)
  const tile = await screen.findByRole('link', { name: 'Parcels despatched: 120, open the list' })
  expect(tile.getAttribute('href')).toMatch(/carrier-dashboard\/parcels\?.*carrier=DPD.*figure=parcelsDespatched/)
  expect(tile.getAttribute('href')).toContain(days)
  const tileOf = (name: string) => within(screen.getByText(name, { selector: 'dt' }).parentElement ?? document.body)
  tileOf('Parcels despatched').getByText('+20%')
  tileOf('Parcels despatched').getByRole('img', { name: 'Parcels despatched, last 2 weeks' })
  tileOf('On time').getByText('+6.0 points')
  expect(screen.getByText(/Compared with previous week/)).toBeDefined()
  const all = within(screen.getByRole('table', { name: 'All figures' }))
  expect(all.getByRole('row', { name: /^On time/ }).textContent).toMatch(/96\.0%.*90\.0%.*\+6\.0 points, better/)
  screen.getByText('£410.50')
  screen.getByText('£100.00 billed, 2 parcels with no known cost')
  await screen.findByText('Delivery failed: Nobody in: 80% of delivery exceptions')
  await user.click(screen.getByRole('button', { name: 'Definition of no tracking yet' }))
  await screen.findByText(/They may not have been handed over/)
})

test('a share opens its denominator, and its counts their lists', async () => {
  serverWith().answer(reports.keyMetrics, KEY_METRICS)
  const figureOf = (name: string) =>
    new URL(screen.getByRole<HTMLAnchorElement>('link', { name }).href).searchParams.get('figure')
  await openScreen(`${REPORTS}/carrier-dashboard?${days}`, CLERK)
  await screen.findByRole('link', { name: 'On time: 96.0%, open the list' })
  expect(['On time: 96.0%, open the list', '96', '100 promised'].map(figureOf)).toEqual([
    'parcelsPromised',
    'parcelsOnTime',
    'parcelsPromised',
  ])
  cleanup()
  await openScreen(`${MANAGEMENT}/key-metrics?${days}`, CLERK)
  await screen.findByRole('link', { name: 'Delivered on time: 96.0%, open the list' })
  expect(['Delivered on time: 96.0%, open the list', '96', '100 promised', '40', '50 due'].map(figureOf)).toEqual([
    'parcelsPromised',
    'parcelsOnTime',
    'parcelsPromised',
    'ordersDueInTime',
    'ordersDue',
  ])
})

test('a bar of late parcels opens those parcels', async () => {
  serverWith()
  const { user } = await openScreen(`${REPORTS}/carrier-dashboard?${days}`, CLERK)
  const chart = within(await screen.findByRole('region', { name: 'Not on time by service' }))
  await user.click(chart.getByRole('button', { name: /as a table$/ }))
  await user.click(await chart.findByRole('button', { name: 'DPD, Next Day' }))
  await screen.findByText(/^Went to .*carrier-dashboard\/parcels\?.*service=Next\+Day.*figure=parcelsNotOnTime/)
})

test('three lucky parcels do not make the best carrier', async () => {
  serverWith()
  const { user } = await openScreen(`${REPORTS}/carrier-performance-report?${days}`, CLERK)
  const chart = within(await screen.findByRole('region', { name: 'On time by carrier' }))
  await user.click(chart.getByRole('button', { name: /as a table$/ }))
  const rows = within(await chart.findByRole('table')).getAllByRole('row')
  expect(rows.map((row) => row.textContent?.slice(0, 4))).toEqual(['Carr', 'DPD1', 'EVRI'])
  chart.getByText(/Carriers with few parcels rank lower$/)
  within(screen.getByRole('region', { name: 'On time by service' })).getByText(/Services with few parcels rank lower$/)
  await user.click(chart.getByRole('button', { name: 'DPD' }))
  await screen.findByText(/^Went to .*carrier-performance-report\/parcels\?.*carrier=DPD.*figure=parcelsPromised/)
})

test('a target is drawn for its carrier, and stands in the table', async () => {
  serverWith()
  const { user } = await openScreen(`${REPORTS}/carrier-performance-report?${days}&carrier=DPD`, CLERK)
  const chart = within(await screen.findByRole('region', { name: 'On time by carrier' }))
  await chart.findByRole('button', { name: /^DPD: 96\.9% .*, target 98\.5%$/ })
  chart.getByText('Target')
  chart.getByRole('button', { name: /^EVRI: .*of 3$/ })
  within(screen.getByText('On time', { selector: 'dt' }).parentElement ?? document.body).getByText(/target 98\.5%$/)
  await user.click(chart.getByRole('button', { name: /as a table$/ }))
  expect(within(await chart.findByRole('table')).getByRole('row', { name: /^DPD/ }).textContent).toMatch(/98\.5%$/)
})

test('the operator sets the targets that it changes; clients cannot', async () => {
  const server = serverWith()
  server.answer(carrierTargets.save, { message: 'Data updated successfully.' })
  const { user } = await openScreen(`${REPORTS}/carrier-performance-report?${days}`, CLERK)
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Targets…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Targets of carriers' }))
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'DPD' }).value).toBe('98.5')
  await user.type(dialog.getByRole('textbox', { name: 'EVRI' }), '95')
  await user.click(dialog.getByRole('button', { name: 'Save targets' }))
  await screen.findByText('Data updated successfully.')
  expect(server.callsTo(carrierTargets.save)[0]?.body).toEqual({ targets: [{ carrier: 'EVRI', onTime: '95' }] })
  cleanup()
  await openScreen(`${REPORTS}/carrier-performance-report?${days}`, { ...CLERK, type: 'Client User' })
  await screen.findByRole('region', { name: 'On time by carrier' })
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull()
})

test('a point opens its list for the client of the screen', async () => {
  serverWith()
  const both: SignInOptions = { ...CLERK, clients: ['ACME', 'BIRCH'] }
  const { user } = await openScreen(`${REPORTS}/carrier-performance-report?${days}&for=BIRCH`, both)
  await user.click(await screen.findByRole('button', { name: 'DPD, Next Day, Mon: 4 of 100 not on time' }))
  await screen.findByText(/^Went to .*weekday=0.*for=BIRCH/)
})

test('regions, weeks and weekdays of carriers open their parcels', async () => {
  const series = [
    { start: '2025-12-29', ...sums(), despatchedBefore: null },
    { start: '2026-01-05', ...sums(), despatchedBefore: null },
  ]
  serverWith().answer(reports.carriers, { ...CARRIERS, series, grain: 'week' })
  const { user } = await openScreen(`${REPORTS}/carrier-performance-report?${days}`, CLERK)
  const map = within(await screen.findByRole('group', { name: 'Map of the regions' }))
  map.getByRole('button', { name: 'Wales: 96.6% not on time, 28 of 29 parcels, too few to compare' })
  map.getByRole('button', { name: 'London: no parcels' })
  screen.getByText(/^Elsewhere: Not known, 4\.0% not on time/)
  await user.click(map.getByRole('button', { name: 'Scotland: 4.0% not on time, 4 of 100 parcels' }))
  await screen.findByText(/^Went to .*region=Scotland.*figure=parcelsPromised/)
  cleanup()
  await openScreen(`${REPORTS}/carrier-performance-report?${days}`, CLERK)
  await user.click(await screen.findByRole('button', { name: 'DPD, Next Day, Mon: 4 of 100 not on time' }))
  await screen.findByText(/^Went to .*carrier=DPD&service=Next\+Day.*weekday=0/)
  cleanup()
  await openScreen(`${REPORTS}/carrier-performance-report?${days}`, CLERK)
  const weeks = within(await screen.findByRole('region', { name: 'On time by week and carrier' }))
  await user.click(weeks.getByRole('button', { name: 'DPD: 96.9%, target 98.5%' }))
  await screen.findByText(/^Went to .*carrier=DPD.*figure=parcelsPromised/)
})

test('exception figures open their events, and a failed report says so', async () => {
  const server = serverWith()
  const { user } = await openScreen(`${REPORTS}/carrier-delivery-exceptions/in-figures?${days}`, CLERK)
  // For as few as 8, a percentage would exaggerate.
  await screen.findByText('+2')
  const chart = within(screen.getByRole('region', { name: 'Delivery exceptions by cause' }))
  await user.click(chart.getByRole('button', { name: /as a table$/ }))
  await user.click(await chart.findByRole('button', { name: 'On hold' }))
  await screen.findByText(/^Went to .*in-figures\/exceptions\?.*state=on_hold&reason=No\+reason/)
  server.answer(reports.keyMetrics, refusal('internal_error', 'The figures cannot be read'))
  await openScreen(`${MANAGEMENT}/key-metrics`, CLERK)
  await screen.findByText('The figures cannot be read')
})

test('failed exceptions on the dashboard are reported, and the figures stay', async () => {
  const server = serverWith()
  server.answer(reports.exceptions, refusal('internal_error', 'Something went wrong'))
  await openScreen(`${REPORTS}/carrier-dashboard?${days}`, CLERK)
  await screen.findByText(REPORT_FAILED)
  expect((await screen.findAllByText('Parcels despatched')).length).toBeGreaterThan(0)
})

test.each([
  ['startDate=2026-01-11&endDate=2026-01-05', /^The end date is before the start date/],
  ['startDate=1926-01-01&endDate=2026-01-01', /^A report covers ten years at most/],
  ['startDate=2998-12-29&endDate=2999-01-04', /^This period has not started/],
])('a report of %s reports its invalid period, and shows no figures', async (address, words) => {
  serverWith()
  await openScreen(`${REPORTS}/carrier-dashboard?${address}`, CLERK)
  await screen.findByText(words)
  expect(screen.queryByText('Parcels despatched')).toBeNull()
})

test('a list with an invalid period says so, and sends no request', async () => {
  const server = serverWith()
  await openScreen(`${MANAGEMENT}/key-metrics/orders?startDate=2026-01-11&endDate=2026-01-05`, CLERK)
  await screen.findByText(/^The end date is before the start date/)
  expect(server.callsTo(reports.orders)).toEqual([])
})

test('costs still being counted are mentioned', async () => {
  serverWith().answer(reports.carriers, { ...CARRIERS, areCostsComplete: false })
  await openScreen(`${REPORTS}/carrier-dashboard?${days}`, CLERK)
  await screen.findByText('Recent costs are still being calculated.')
})

test('figures still being counted are mentioned and refreshed', async () => {
  serverWith().answer(reports.carriers, { ...CARRIERS, waitingDays: 2 })
  await openScreen(`${REPORTS}/carrier-dashboard?${days}`, CLERK)
  await screen.findByText('2 days are still being counted. The figures update by themselves.')
})

test('unknown costs are not £0 but counted and mentioned', async () => {
  const costs = [{ currency: 'GBP', parcels: 120, unpriced: 120, expected: '0.0000', billed: '0.0000' }]
  const server = serverWith()
  server.answer(reports.carriers, { ...CARRIERS, costs, carriers: [{ ...carrier('DPD', {}), costs }] })
  server.answer(reports.keyMetrics, { ...KEY_METRICS, now: { ...METRICS, costs } })
  await openScreen(`${REPORTS}/carrier-dashboard?${days}`, CLERK)
  await screen.findByRole('link', { name: 'Expected cost: –' })
  screen.getByText('120 parcels with no known cost')
  cleanup()
  await openScreen(`${MANAGEMENT}/key-metrics?${days}`, CLERK)
  await screen.findByRole('link', { name: 'Cost per order: –' })
  screen.getByText('120 parcels with no known cost')
  cleanup()
  await openScreen(`${REPORTS}/carrier-performance-report?${days}`, CLERK)
  await screen.findByRole('heading', { name: 'Cost per parcel' })
  expect(screen.queryByText(/£0\.00/)).toBeNull()
})

test('more than a year shows no change', async () => {
  serverWith().answer(reports.exceptions, { ...EXCEPTIONS, before: null, yearBefore: null })
  await openScreen(`${REPORTS}/carrier-delivery-exceptions/in-figures?${days}`, CLERK)
  await screen.findByRole('link', { name: 'Delivery exceptions: 10' })
  expect(screen.queryByText(/%$|the same/)).toBeNull()
})

const volume = (start: string, clientCode: string, orders: number) => ({
  start,
  clientCode,
  clientName: `Client ${clientCode}`,
  orders,
  lines: 2 * orders,
  pieces: 3 * orders,
  values: [{ currency: 'GBP', amount: `${orders}.1000` }],
  released: orders,
  due: orders,
  dueInTime: orders,
  despatched: orders,
  despatchedPieces: orders,
  ordersDelivered: orders,
  parcels: orders,
  delivered: orders,
  promised: orders,
  onTime: orders,
  returned: 1,
})

test('clients are compared with their shares, and each opens its orders', async () => {
  const server = serverWith()
  const volumes = [volume('2026-01-05', 'ACME', 30), volume('2026-01-05', 'BIRCH', 10)]
  server.answer(reports.volumes, { ...WEEK, grain: 'week', volumes, waitingDays: 0, today: '2026-02-01' })
  await openScreen(`${MANAGEMENT}/summary-week-by-client?${days}`, CLERK)
  await screen.findByText('Client ACME: 75% of orders')
  const row = within(screen.getByRole('row', { name: /Client BIRCH/ }))
  row.getByText('25.0%')
  row.getByText('£10.10')
  for (const name of ['Client BIRCH', 'Orders, Client BIRCH: 10', 'Value, Client BIRCH: £10.10'])
    expect(row.getByRole('link', { name }).getAttribute('href')).toMatch(
      /summary-week-by-client\/orders\?.*client=BIRCH/,
    )
  within(screen.getByRole('row', { name: /^All/ })).getByText('£40.20')
})

test('months of the year are beside those of the year before', async () => {
  const server = serverWith()
  const volumes = ['2025-01-01', '2025-02-01', '2026-01-01', '2026-02-01'].map((start, at) =>
    volume(start, '', 10 * (at + 1)),
  )
  server.answer(reports.volumes, { ...WEEK, grain: 'month', volumes, waitingDays: 0, today: '2026-03-01' })
  const { user } = await openScreen(`${MANAGEMENT}/annual-volumes?startDate=2025-01-01&endDate=2026-12-31`, CLERK)
  const chart = within(await screen.findByRole('region', { name: 'Orders by month, 2026' }))
  await user.click(chart.getByRole('button', { name: /as a table$/ }))
  const rows = within(await chart.findByRole('table')).getAllByRole('row')
  expect(rows.map((row) => [row.firstChild?.textContent, row.lastChild?.textContent])).toEqual([
    ['Month', 'Orders 2025'],
    ['Jan 2026', '10'],
    ['Feb 2026', '20'],
  ])
})
