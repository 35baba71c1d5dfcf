import { invoices } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import type { SignInOptions } from '../../testing/sign-in.ts'

const SCREEN = '/invoice-reconciliation/still-to-be-billed'
const CLERK: SignInOptions = { type: 'Internal User', clients: ['ACME', 'BIRCH'] }
const ok = { code: 200 } as const
const WEEK = {
  carrierCode: 'DPD',
  carrierName: 'DPD UK',
  week: '2026-03-02',
  currency: 'GBP',
  despatched: 1200,
  billed: 1188,
  missing: 12,
  accrual: '54.505',
  unpriced: 1,
}
const PARCEL = {
  clientCode: 'ACME',
  clientName: 'Acme Ltd',
  trackingNumber: '15501234567890',
  orderNumber: 'O-1',
  carrierName: 'DPD UK Ltd',
  carrierService: 'Next Day',
  despatchedAt: '2026-03-03T16:00:00.000Z',
  weight: '1.5',
  cost: null,
  currency: 'GBP',
}
const EMPTY = { ...ok, asOf: '2026-03-31', isComplete: true, required: [], billedLate: [], missingInvoices: [] }

function serverWith(overrides: Partial<RouteAnswer<typeof invoices.required>> = {}) {
  const server = openServer()
  server.answer(invoices.required, { ...EMPTY, ...overrides })
  server.answer(invoices.carriers, { ...ok, carriers: [{ code: 'DPD', name: 'DPD UK' }] })
  return server
}

test('weeks, sums, missing invoices and late bills are shown, and link to parcels', async () => {
  const server = openServer()
  server.answer(invoices.required, {
    ...EMPTY,
    required: [WEEK, { ...WEEK, week: '2026-03-09', missing: 2, billed: 1198, accrual: '9.00', unpriced: 0 }],
    billedLate: [
      {
        carrierCode: 'DPD',
        carrierName: 'DPD UK',
        currency: 'GBP',
        parcels: 3,
        cost: '12.00',
        despatchedFrom: '2025-12-01',
        billedOn: '2026-03-20',
      },
    ],
    missingInvoices: [
      {
        carrierCode: 'DPD',
        carrierName: 'DPD UK',
        account: 'A1',
        rhythm: 'weekly',
        last: '2026-03-20',
        missing: ['2026-03-13'],
      },
    ],
  })
  server.answer(invoices.carriers, { ...ok, carriers: [{ code: 'DPD', name: 'DPD UK' }] })
  const { user, path, search } = await openScreen(`${SCREEN}?asOf=2026-03-31`, CLERK)
  const row = within(await screen.findByRole('row', { name: /2 Mar 2026 – 8 Mar 2026/ }))
  row.getByText('£54.51')
  screen.getByText('£63.51 for 14 parcels, 1 with no known cost')
  screen.getByText(
    /account A1: billed weekly, but no invoice received around 13 Mar 2026. The latest is dated 20 Mar 2026./,
  )
  screen.getByText(/3 parcels billed more than 60 days after despatch/)
  expect(server.callsTo(invoices.required)[0]?.query).toEqual({ asOf: '2026-03-31' })

  const weeks = within(screen.getByRole('table', { name: 'Unbilled by carrier and week, GBP' }))
  weeks.getByRole('button', { name: 'DPD UK, 2 Mar: £54.51 for 12 parcels, 1 with no known cost' })
  weeks.getByRole('button', {
    name: 'DPD UK, 9 Mar: £9.00 for 2 parcels, no invoice received around 13 Mar 2026',
  })
  await user.click(row.getByRole('link', { name: '12' }))
  expect([path(), search()]).toEqual([`${SCREEN}/parcels`, { carrier: 'DPD', week: '2026-03-02', asOf: '2026-03-31' }])
})

test('the parcels of a week are loaded by carrier, week and day', async () => {
  const server = serverWith()
  server.answer(invoices.requiredParcels, {
    ...ok,
    asOf: '2026-03-31',
    parcels: [PARCEL],
    pageInfo: { total: 1, page: 1, limit: 50 },
  })
  await openScreen(`${SCREEN}/parcels?carrier=DPD&week=2026-03-02&asOf=2026-03-31`, CLERK)
  await screen.findByRole('row', { name: /15501234567890.*Acme Ltd.*–/ })
  screen.getByText('DPD UK Ltd, 2 Mar 2026 – 8 Mar 2026 as of 31 Mar 2026')
  expect(server.callsTo(invoices.requiredParcels)[0]?.query).toMatchObject({
    carriercode: 'DPD',
    week: '2026-03-02',
    asOf: '2026-03-31',
  })
})

test('the sections of invoice reconciliation link to each other, and mark the open one', async () => {
  serverWith()
  const { user, path } = await openScreen(SCREEN, CLERK)
  const bar = within(await screen.findByRole('navigation', { name: 'Sections' }))
  expect(bar.getByRole('link', { current: 'page' }).textContent).toBe('Unbilled (accruals)')
  await user.click(bar.getByRole('link', { name: 'Invoices' }))
  expect(path()).toBe('/invoice-reconciliation')
})

test('figures that are still being counted say so, and update', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const server = serverWith({ required: [WEEK], isComplete: false })
    await openScreen(SCREEN, CLERK)
    await screen.findByText(/Figures are still being counted/)
    server.answer(invoices.required, { ...EMPTY, required: [{ ...WEEK, accrual: '60.00' }] })
    await vi.advanceTimersByTimeAsync(3000)
    await screen.findByText('£60.00 for 12 parcels, 1 with no known cost')
    expect(screen.queryByText(/Figures are still being counted/)).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test('the screen says that nothing is missing, or that loading failed', async () => {
  const server = serverWith()
  const { user } = await openScreen(SCREEN, { type: 'Client User' })
  await screen.findByText(/Nothing despatched in the last 120 days/)
  screen.getByText('Nothing unbilled')
  server.answer(invoices.required, refusal('unavailable', 'The database does not answer. Ask again in a minute.'))
  await user.click(screen.getByRole('button', { name: 'As of' }))
  const asOf = await screen.findByRole('textbox', { name: 'As of' })
  await user.type(asOf, '1 Feb 2999')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  await screen.findByText('Choose today or an earlier day.')
  expect(server.callsTo(invoices.required)).toHaveLength(1)
  await user.clear(asOf)
  await user.type(asOf, '1 Feb 2026')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  await screen.findByText(/Ask again in a minute/)
})
