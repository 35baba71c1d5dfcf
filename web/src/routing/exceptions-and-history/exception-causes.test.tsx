import { dayInList } from '../../kit/list/columns/moment-text.ts'
import { operatorToday } from '../../kit/browser/clock.ts'
import { allocation } from '@despatch/contract/routing/allocation/allocation'
import type {
  ExceptionCauseRow,
  RoutingException,
} from '@despatch/contract/routing/exceptions-and-history/routing-exception'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { sinceText } from './exception-causes.tsx'

const EXCEPTIONS = '/reporting-and-enquiries/carrier-exceptions'
const OVER = 'DPD Next Day (DPD UK): parcel weight over the limit'
const AWAY = 'DHL Express (DHL): DHL is not active'

const exception = (orderNumber: string): RoutingException => ({
  clientCode: 'ACME',
  orderNumber,
  number: 1,
  attempt: 2,
  at: '2026-03-02T09:00:00.000Z',
  since: '2026-02-20T09:00:00.000Z',
  by: 'Ada Byron',
  state: 'exception',
  endedAt: null,
  despatchDay: '2026-03-03',
  dispatchService: 'STANDARD',
  country: 'GB',
  region: 'AB',
  postCode: 'AB10 1AA',
  parcels: 1,
  skus: ['MUG'],
  ruleBookVersion: 3,
  why: 'Closest match: DPD Next Day (DPD UK) – Parcel weight 40 kg is over the limit of 30 kg',
})
const cause = (given: Partial<ExceptionCauseRow>): ExceptionCauseRow => ({
  cause: OVER,
  fix: 'parcel-limits',
  example: exception('O-1').why,
  orders: 2,
  clients: 1,
  urgent: 0,
  since: '2026-02-20T09:00:00.000Z',
  ...given,
})

/** A server where O-1 and O-2 are too heavy, and O-3 has an inactive carrier. */
function serverWith(...causes: ExceptionCauseRow[]) {
  const server = openServer()
  server.answer(allocation.exceptions, ({ query }) => {
    const rows = (query.cause === OVER ? ['O-1', 'O-2'] : query.cause ? ['O-3'] : ['O-1', 'O-2', 'O-3']).map(exception)
    return { rows, total: rows.length }
  })
  server.answer(allocation.exceptionCauses, { causes, others: 0 })
  server.answer(allocation.passedOver, { groups: [], others: 0 })
  server.answer(allocation.allocateAgain, ({ body }) => ({
    receipts: body.orders.map((order) => ({ ...order, outcome: 'allocated' as const, message: 'DPD UK: Next Day' })),
  }))
  return server
}
const BOTH = [cause({ urgent: 1 }), cause({ cause: AWAY, fix: 'active-dates', orders: 1 })]
const rowOf = async (name: string) =>
  within((await screen.findByRole('button', { name })).closest('tr') ?? document.body)

test('a cause shows its number of orders, links to rules and filters the list', async () => {
  const server = serverWith(...BOTH)
  const { search } = await openScreen(EXCEPTIONS)
  const row = await rowOf(OVER)
  expect(
    row
      .getAllByRole('cell')
      .slice(0, 3)
      .map(({ textContent }) => textContent),
  ).toEqual(['2', expect.stringMatching(/20 Feb.*, [\d,]+ days$/), '1'])
  expect(row.getByRole('link', { name: 'Parcel limits' }).getAttribute('href')).toMatch(/parcel-limits$/)
  const dates = (await rowOf(AWAY)).getByRole('link', { name: 'Active dates' })
  expect(dates.getAttribute('href'), 'those of the carrier that it names').toMatch(/active-dates\?search=DHL$/)
  fireEvent.click(row.getByRole('button', { name: OVER }))
  await waitFor(() => expect(search()).toMatchObject({ cause: OVER }))
  await waitFor(() => expect(server.callsTo(allocation.exceptions).at(-1)?.query).toMatchObject({ cause: OVER }))
  await waitFor(() => expect(screen.queryByText('O-3')).toBeNull())
  fireEvent.click((await rowOf(OVER)).getByRole('button', { name: OVER, pressed: true }))
  await screen.findByText('O-3')
})

test('only the orders of a cause are re-allocated together', async () => {
  const server = serverWith(...BOTH)
  await openScreen(EXCEPTIONS)
  fireEvent.click((await rowOf(OVER)).getByRole('button', { name: 'Allocate 2 again' }))
  await screen.findByText(/2 allocated/)
  expect(
    server.callsTo(allocation.allocateAgain).map(({ body }) => body.orders.map(({ orderNumber }) => orderNumber)),
  ).toEqual([['O-1', 'O-2']])
})

test('read-only users see no allocate button or links to forbidden rules', async () => {
  serverWith(...BOTH)
  await openScreen(EXCEPTIONS, {
    holds: (leaf, right) => right !== 'Edit' && !leaf.startsWith('carrierRoutingControl'),
  })
  const row = await rowOf(OVER)
  expect(row.queryByRole('link')).toBeNull()
  expect(row.queryByRole('button', { name: /again/ })).toBeNull()
})

test('a single exception shows no causes', async () => {
  serverWith(cause({ orders: 1 }))
  await openScreen(EXCEPTIONS)
  await screen.findByText('O-1')
  expect(screen.queryByRole('table', { name: 'Causes of routing exceptions' })).toBeNull()
})

test.each([
  ['2026-03-29T23:30:00Z', 'Mon 30 Mar, 1 day'],
  ['2026-03-31T00:00:00Z', 'today'],
  ['2025-03-31T12:00:00Z', '31 Mar 2025, 365 days'],
])('days without a carrier are counted in London time: %s', (since, text) => {
  expect(sinceText(new Date(since), new Date('2026-03-31T09:00:00Z'))).toBe(text)
})

test('orders made dearer by a full carrier are listed and can be rated', async () => {
  const server = serverWith(...BOTH)
  server.answer(allocation.passedOver, {
    groups: [
      {
        clientCode: 'ACME',
        clientMethodID: 'M1',
        carrier: 'EVRI',
        carrierName: 'Evri',
        methodDescription: 'Standard',
        despatchDay: '2026-03-03',
        orders: 2,
        extra: '0.84',
      },
    ],
    others: 0,
  })
  server.answer(allocation.passedOverOrders, { orderNumbers: ['O-8', 'O-9'] })
  server.answer(allocation.ratePreview, ({ body }) => ({
    orders: body.orders.map((order) => ({
      ...order,
      outcome: 'changes' as const,
      reason: '',
      version: 1,
      kept: { text: 'DPD: Next Day', methods: ['M2'], cost: '4.57' },
      now: { text: 'Evri: Standard', methods: ['M1'], cost: '4.15' },
    })),
  }))
  await openScreen(EXCEPTIONS)
  const table = within(await screen.findByRole('table', { name: 'Extra cost because a carrier was full' }))
  const row = within(table.getByRole('row', { name: /^Standard \(Evri\)/ }))
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    dayInList('2026-03-03', operatorToday()),
    '2',
    '£0.84',
    expect.stringContaining('Re-allocate…'),
  ])
  expect(row.getByRole('link', { name: 'Capacity' }).getAttribute('href')).toMatch(/capacity/)
  fireEvent.click(row.getByRole('button', { name: 'Re-allocate…' }))
  await screen.findByRole('button', { name: 'Re-allocate 2 orders' })
  expect(server.callsTo(allocation.ratePreview)[0]?.body?.orders).toEqual([
    { clientCode: 'ACME', orderNumber: 'O-8' },
    { clientCode: 'ACME', orderNumber: 'O-9' },
  ])
})
