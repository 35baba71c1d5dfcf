import { invoices } from '@despatch/contract/invoices/invoices'
import type { ParcelSums } from '@despatch/contract/reports/report-shapes'
import { reports } from '@despatch/contract/reports/reports'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { lastWeek } from '../../reports/report-search.ts'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import type { SignInOptions } from '../../testing/sign-in.ts'
import { HomeFigures } from './home-figures.tsx'

const CLERK: SignInOptions = { type: 'Internal User', clients: ['ACME'] }
const sums = (fields: Partial<ParcelSums> = {}): ParcelSums => ({
  despatched: 100,
  delivered: 100,
  daysTaken: 150,
  within1: 50,
  within2: 90,
  within3: 100,
  within5: 100,
  promised: 100,
  onTime: 92,
  late: 8,
  undelivered: 0,
  silent: 0,
  ...fields,
})
const metrics = (orders: number) => ({
  ...lastWeek(),
  orders,
  lines: 0,
  pieces: 0,
  values: [],
  released: 0,
  due: 0,
  dueInTime: 0,
  despatched: 0,
  despatchedPieces: 0,
  ordersDelivered: 0,
  routingExceptions: 0,
  returned: 0,
  sameDay: [],
  parcels: sums(),
  costs: [],
})
const unbilled = (currency: string, missing: number, accrual: string) => ({
  carrierCode: 'DPD',
  carrierName: 'DPD',
  week: '2026-01-05',
  currency,
  despatched: missing,
  billed: 0,
  missing,
  accrual,
  unpriced: 0,
})

function openReports() {
  const server = openServer()
  server.answer(reports.carriers, {
    ...lastWeek(),
    now: sums(),
    before: sums({ onTime: 90, late: 10 }),
    yearBefore: null,
    carriers: [],
    services: [],
    regions: [],
    series: [],
    grain: 'day',
    weeks: [
      { start: '2025-12-29', ...sums({ promised: 0 }) },
      { start: '2026-01-05', ...sums() },
      { start: '2026-01-12', ...sums() },
    ],
    weekdays: [],
    carrierSeries: [],
    serviceWeekdays: [],
    costs: [],
    areCostsComplete: true,
    waitingDays: 0,
    today: '2026-02-01',
  })
  server.answer(reports.keyMetrics, {
    now: metrics(312),
    before: metrics(315),
    yearBefore: null,
    weeks: [],
    areCostsComplete: true,
    waitingDays: 0,
    today: '2026-02-01',
  })
  server.answer(invoices.required, ({ query: { asOf } }) => ({
    code: 200 as const,
    asOf: asOf ?? '2026-01-12',
    isComplete: true,
    required: asOf ? [unbilled('GBP', 5, '100')] : [unbilled('EUR', 1, '7'), unbilled('GBP', 6, '110')],
    billedLate: [],
    missingInvoices: [],
  }))
  return server
}

const linksIn = async () => {
  const section = within(await screen.findByRole('region', { name: 'Last week' }))
  await section.findAllByText(/better/)
  return section.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
}

test('figures compare the last week with the one before, and open their reports', async () => {
  const server = openReports()
  await openScreen('/home', CLERK, HomeFigures)
  await screen.findByText('£110.00')
  await screen.findByText('+10%')
  expect(await linksIn()).toEqual([
    ['On time92.0%▲ +2.0 points, better', '/reporting-and-enquiries/carrier-dashboard'],
    ['Delivered late8▼ −20%, better', '/reporting-and-enquiries/carrier-dashboard'],
    ['Orders received312▼ −1%', '/management-reports/key-metrics'],
    ['Unbilled now£110.00▲ +10%', '/invoice-reconciliation/still-to-be-billed'],
  ])
  screen.getByRole('img', { name: 'On time, last 3 weeks' })
  // The days that the reports open with.
  expect(server.callsTo(reports.carriers).map(({ body }) => body)).toMatchObject([lastWeek()])
  expect(server.callsTo(reports.keyMetrics).map(({ body }) => body)).toMatchObject([lastWeek()])
})

test('figures of reports that the user may not open are neither asked for nor shown', async () => {
  const server = openReports()
  const holds = (leaf: string) => leaf === 'reportsAndEnquiries.carrierDashboard'
  await openScreen('/home', { ...CLERK, holds }, HomeFigures)
  expect((await linksIn()).map(([text]) => text?.slice(0, 7))).toEqual(['On time', 'Deliver'])
  expect(server.callsTo(reports.keyMetrics)).toEqual([])
  expect(server.callsTo(invoices.required)).toEqual([])
})

test('a figure that cannot be loaded leaves the others as they are', async () => {
  openReports().answer(reports.keyMetrics, refusal('internal_error', 'Something went wrong'))
  await openScreen('/home', CLERK, HomeFigures)
  const links = await linksIn()
  expect(links.map(([text]) => text)).toContain('Orders received–')
})
