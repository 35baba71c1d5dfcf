import { invoices } from '@despatch/contract/invoices/invoices'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import type { SignInOptions } from '../../testing/sign-in.ts'

const SCREEN = '/invoice-reconciliation/decided-rows-to-review'
const CLERK: SignInOptions = { type: 'Internal User', clients: ['ACME'] }
const ok = { code: 200 } as const
const ROW = {
  parcelID: '1711',
  summaryID: '17',
  invoiceNumber: 'A1',
  invoiceDay: '2026-11-16',
  carrierName: 'UPS',
  currency: 'GBP',
  clientCode: 'ACME',
  orderNumber: 'O-1',
  trackingNumber: '1ZA1B2C30000000001',
  status: 'Accepted',
  billed: '6.50',
  expected: '6.50',
  expectedNow: '6.00',
  difference: '-0.50',
  foundAt: '2026-11-20T10:00:00.000Z',
  reviewed: null,
} as const
const EMPTY = { ...ok, rows: [], sums: [], pageInfo: { total: 0, page: 1, limit: 50 } }

test('decided rows with a changed expected cost are listed and marked as reviewed', async () => {
  const server = openServer()
  server.answer(invoices.carriers, { ...ok, carriers: [{ code: 'UPS', name: 'UPS' }] })
  server.answer(invoices.foundDifferences, {
    ...ok,
    rows: [ROW],
    sums: [{ currency: 'GBP', rows: 1, beyond: '0.50' }],
    pageInfo: { total: 1, page: 1, limit: 50 },
  })
  server.answer(invoices.reviewDifferences, { ...ok, message: '1 row marked as reviewed.', done: 1 })
  const { user } = await openScreen(SCREEN, CLERK)
  await screen.findByRole('link', { name: '1ZA1B2C30000000001' })
  await screen.findByText('Accepted above the current expected cost: £0.50.')
  await user.click(screen.getByRole('checkbox', { name: 'Select 1711' }))
  server.answer(invoices.foundDifferences, EMPTY)
  await user.click(screen.getByRole('button', { name: 'Mark as reviewed' }))
  await screen.findByText('1 row marked as reviewed.')
  expect(server.callsTo(invoices.reviewDifferences).map(({ body }) => body)).toEqual([
    { rows: [{ parcelID: '1711', foundAt: ROW.foundAt }], isReviewed: true },
  ])
  await waitFor(() => expect(screen.queryByRole('link', { name: '1ZA1B2C30000000001' })).toBeNull())
  await screen.findByText(/^No decided row has a new expected cost/)
})
