import { exportsRoom } from '@despatch/contract/route/exports'
import { returnFigures, type WeekFigures } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import { addDays } from '@despatch/domain/calendar/day'
import { mondayOf } from '@despatch/domain/calendar/week'
import { REPORT_FAILED } from '@despatch/domain/feedback/messages'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import type { SignInOptions } from '../../testing/sign-in.ts'

const REPORTS = '/reporting-and-enquiries'
const CLERK: SignInOptions = { type: 'Internal User', clients: ['ACME'] }
const FIRST = mondayOf('2026-01-05')

const WRONG_DAYS = [
  ['startDate=2026-01-11&endDate=2026-01-05', /^The end date is before the start date/],
  ['startDate=1926-01-11&endDate=2026-01-05', /^A report covers ten years at most/],
  ['startDate=2998-12-29&endDate=2999-01-04', /^This period has not started/],
] as const

const week = (at: number, overrides: Partial<WeekFigures> = {}): WeekFigures => ({
  week: addDays(FIRST, 7 * at),
  lines: 10,
  pieces: 100,
  orderedPieces: 1000,
  ripeness: 1,
  isOver: true,
  isCut: false,
  ...overrides,
})
const WEEKS = [
  ...Array.from({ length: 9 }, (_, at) => week(at)),
  week(9, { pieces: 150 }),
  week(10, { isOver: false, pieces: 7 }),
]
const CHOICES = {
  reasons: ['DAMAGED', 'No reason'].map((code) => ({ code, title: code })),
  carriers: [{ carrier: 'DPD', carrierName: 'DPD UK' }],
  regions: ['London'],
  categories: [],
}

function serverWith(weeks: readonly WeekFigures[] = WEEKS) {
  const server = openServer()
  const sum = (count: 'lines' | 'pieces') => weeks.reduce((total, one) => total + one[count], 0)
  server.answer(returnFigures.trend, { weeks: [...weeks], lines: sum('lines'), pieces: sum('pieces'), waitingDays: 0 })
  server.answer(returnFigures.choices, CHOICES)
  server.answer(exportsRoom.list, { exports: [] })
  const line = {
    clientCode: 'ACME',
    orderNumber: 'SO-1',
    returnReference: 'R-1',
    SKU: 'MUG',
    Item_Description: 'Mug',
    state: 'received',
    stateTitle: 'Received',
    reasonCode: 'DAMAGED',
    reasonTitle: 'Damaged in transit',
    carrier: 'DPD',
    carrierName: 'DPD UK',
    region: 'London',
    pieces: 3,
    surplus: 1,
    orderedOn: '2026-01-02',
    despatchedOn: null,
    announcedOn: null,
    receivedOn: '2026-01-06',
    refundedOn: null,
  }
  server.answer(returnFigures.lines, { lines: [line], total: 1, pieces: 3 })
  return server
}

test('the trend summarises changes, marks open weeks, and links to returns', async () => {
  serverWith()
  const { user } = await openScreen(`${REPORTS}/returns-trend-report?startDate=2026-01-05&endDate=2026-03-22`, CLERK)
  await screen.findByText('Week of 9 Mar: 150, usually 100')
  await user.click(screen.getByRole('button', { name: /as a table$/ }))
  const table = within(await screen.findByRole('table', { name: 'Units by week' }))
  within(table.getByRole('row', { name: /16 Mar 2026/ })).getByText('In progress')
  within(table.getByRole('row', { name: /9 Mar 2026/ })).getByText('15.0%')
  await user.click(table.getByRole('button', { name: '9 Mar 2026' }))
  await screen.findByText(/^Went to .*returns-trend-report\/returns\?startDate=2026-03-09&endDate=2026-03-15/)
})

test('the counted day is chosen and stored in the address', async () => {
  const server = serverWith()
  const { user, search } = await openScreen(`${REPORTS}/returns-trend-report`, CLERK)
  await user.click(await screen.findByRole('radio', { name: 'Refunded' }))
  await waitFor(() => expect(search()).toMatchObject({ countedBy: 'refunded' }))
  await waitFor(() => expect(server.callsTo(returnFigures.trend).at(-1)?.body).toMatchObject({ countedBy: 'refunded' }))
  await user.click(screen.getByRole('button', { name: 'Definition of units by week' }))
  await screen.findByText(/^Returns refunded, by the day of their first refund\. Weeks run Monday–Sunday, UK time\./)
})

test('the screen reports no returns, and a server failure', async () => {
  const server = serverWith([])
  server.answer(returnFigures.dashboard, refusal('internal_error', 'The figures cannot be read'))
  await openScreen(`${REPORTS}/returns-trend-report`, CLERK)
  await screen.findByText(/^No returns on these dates/)
  await openScreen(`${REPORTS}/returns-dashboard`, CLERK)
  await screen.findByText('The figures cannot be read')
})

test.each(WRONG_DAYS)('an invalid period, %s, is reported without a call', async (address, words) => {
  const server = serverWith()
  for (const path of ['returns-trend-report', 'returns-dashboard', 'returns-dashboard/returns']) {
    const opened = await openScreen(`${REPORTS}/${path}?${address}`, CLERK)
    await screen.findByText(words)
    opened.unmount()
  }
  const asked = [returnFigures.trend, returnFigures.dashboard, returnFigures.lines]
  expect(asked.flatMap((call) => server.callsTo(call as typeof returnFigures.trend))).toEqual([])
})

test('the list behind a figure shows its returns', async () => {
  serverWith()
  await openScreen(`${REPORTS}/returns-trend-report/returns?startDate=2026-01-05&endDate=2026-01-11`, CLERK)
  within(await screen.findByRole('row', { name: /R-1/ })).getByText('Mug')
  screen.getByText('Damaged in transit')
  screen.getByText('1 return')
})

test('the list and its filter have names of carriers, and the address their codes', async () => {
  const server = serverWith()
  const { user, search } = await openScreen(`${REPORTS}/returns-trend-report/returns?carrier=DPD`, CLERK)
  await user.click(await screen.findByRole('button', { name: /^Carrier: DPD UK/ }))
  within(await screen.findByRole('row', { name: /R-1/ })).getByText('DPD UK')
  expect(search()).toMatchObject({ carrier: 'DPD' })
  expect(server.callsTo(returnFigures.lines).at(-1)?.body).toMatchObject({ carrier: 'DPD' })
})

test('a report that fails three times shows the specified message', async () => {
  const server = serverWith()
  const job = {
    id: 'x',
    exportId: '0d9b3ad6-6b8e-4a7d-9f3c-2f6f5f2f0002',
    status: 'NotStarted' as const,
    percentComplete: 0,
  }
  server.answer(returnFigures.createTrendReport, { ...job, startDate: '2026-01-05', endDate: '2026-03-22' })
  server.answer(returnFigures.getTrendReport, refusal('unprocessable', REPORT_FAILED))
  const { user } = await openScreen(`${REPORTS}/returns-trend-report`, CLERK)
  await user.click(await screen.findByRole('button', { name: 'Export report' }))
  await waitFor(() => expect(screen.getAllByText(REPORT_FAILED, { exact: false }).length).toBeGreaterThan(0))
  expect(server.callsTo(returnFigures.getTrendReport)).toHaveLength(3)
})

test('the dashboard has a cell for each SKU and reason and notes overlapping bars', async () => {
  const server = serverWith()
  const part = (name: string, pieces: number, title = name) => ({ name, title, lines: 1, pieces, rate: 2.5 })
  server.answer(returnFigures.dashboard, {
    lines: 2,
    pieces: 10,
    reasons: [part('DAMAGED', 8), part('', 2, 'No reason')],
    SKUs: [part('MUG', 10, 'MUG Mug')],
    SKUsByReason: [{ SKU: 'MUG', reason: '', pieces: 2 }],
    categories: [part('Kitchen', 10)],
    carriers: [part('DPD', 10)],
    regions: [part('London', 10)],
    states: [part('received', 10, 'Received')],
    refunds: [{ currency: 'GBP', amount: '1204.50', deduction: '12.00', returns: 32 }],
    postage: [{ currency: 'GBP', amount: '91.20', shoppersPay: '14.00', parcels: 36 }],
    daysToRefund: { middle: 1, ninthOfTen: 9, lines: 1 },
    waitingDays: 0,
  })
  const { user } = await openScreen(`${REPORTS}/returns-dashboard?startDate=2026-03-09&endDate=2026-03-15`, CLERK)
  await screen.findByText('DAMAGED: 80% of units')
  screen.getByText('9 – 15 Mar 2026. 2 returns, 10 units. Compared with previous week')
  const tile = within((await screen.findByText('Units returned', { selector: 'dt' })).parentElement ?? document.body)
  tile.getByText('−90%')
  tile.getByRole('img', { name: 'Units returned, last 10 weeks' })
  screen.getByText('157 of 2,000 units ordered')
  screen.getByText('90% within 9 days, 1 refunded')
  expect(screen.getByText('Days to refund', { selector: 'dt' }).parentElement?.textContent).toMatch(/^Days to refund1/)
  const table = within(screen.getByRole('table', { name: 'By SKU and reason' }))
  screen.getByText('Highest rate: MUG, 2.5 per 100')
  for (const note of document.querySelectorAll('p[class*="remark"]'))
    expect(note.textContent?.split(' ').length, note.textContent ?? '').toBeLessThanOrEqual(8)
  const money = within(screen.getByRole('table', { name: 'Refunds and postage' }))
  money.getByRole('row', { name: 'Refunded £1,204.50 32 returns' })
  money.getByRole('row', { name: 'Deducted £12.00' })
  money.getByRole('row', { name: 'Return postage £91.20 36 parcels' })
  money.getByRole('row', { name: 'Customers pay £14.00' })
  table.getByRole('button', { name: 'All SKUs, DAMAGED: 8 units, 1 return, 2.5 per 100 units ordered' })
  table.getByRole('img', { name: 'None returned' })
  await user.click(screen.getByRole('button', { name: 'Definition of units by category' }))
  await screen.findByText(/Rates are per 100 units ordered on the same dates\. A SKU can be in several categories\./)
  await user.click(table.getByRole('button', { name: 'MUG Mug, No reason: 2' }))
  await screen.findByText(/^Went to .*returns-dashboard\/returns\?.*SKU=MUG.*reason=No\+reason/)
})

test.each([
  ['that begins within a week', WEEKS, 'startDate=2026-03-10&endDate=2026-03-15'],
  ['that ends within a week', [week(9, { isCut: true })], 'startDate=2026-03-09&endDate=2026-03-12'],
])('the dashboard has no rate for a period %s', async (_, weeks, period) => {
  const server = serverWith(weeks)
  server.answer(returnFigures.dashboard, {
    lines: 1,
    pieces: 10,
    reasons: [],
    SKUs: [],
    SKUsByReason: [],
    categories: [],
    carriers: [],
    regions: [],
    states: [],
    refunds: [],
    postage: [],
    daysToRefund: null,
    waitingDays: 0,
  })
  await openScreen(`${REPORTS}/returns-dashboard?${period}`, CLERK)
  const tile = within((await screen.findByText('Return rate', { selector: 'dt' })).parentElement ?? document.body)
  tile.getByText('–')
  tile.getByText('For whole weeks only, Monday to Sunday')
})

test('the bar for unknown carriers opens only those returns', async () => {
  const server = serverWith()
  const part = (name: string, title: string) => ({ name, title, lines: 1, pieces: 5, rate: null })
  server.answer(returnFigures.dashboard, {
    lines: 2,
    pieces: 10,
    reasons: [],
    SKUs: [],
    SKUsByReason: [],
    categories: [],
    carriers: [part('DPD', 'DPD'), part('', 'Not known')],
    regions: [],
    states: [],
    refunds: [],
    postage: [],
    daysToRefund: null,
    waitingDays: 0,
  })
  const { user } = await openScreen(`${REPORTS}/returns-dashboard`, CLERK)
  const carriers = within(await screen.findByRole('region', { name: 'By carrier' }))
  await user.click(carriers.getByRole('button', { name: /as a table$/ }))
  await user.click(await carriers.findByRole('button', { name: 'Not known' }))
  await screen.findByText(/^Went to .*returns-dashboard\/returns\?.*carrier=Not\+known/)
})
