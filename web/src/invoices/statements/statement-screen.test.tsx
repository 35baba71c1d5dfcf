import { invoices } from '@despatch/contract/invoices/invoices'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { monthBefore } from './statement-screen.tsx'

const SCREEN = '/invoice-reconciliation/statements'
const ok = { code: 200 } as const

test.each([
  ['2026-03-15', '2026-02-01', '2026-02-28'],
  ['2026-01-01', '2025-12-01', '2025-12-31'],
])('the month before %s', (today, from, to) => expect(monthBefore(today)).toEqual({ from, to }))

test('a client user sees their charges by category and invoice, and what waits', async () => {
  const server = openServer()
  const of = { carrierCode: 'DPD', carrierName: 'DPD UK', currency: 'GBP' }
  server.answer(invoices.statement, {
    ...ok,
    clientCode: 'ACME',
    clientName: 'Acme Ltd',
    from: '2026-01-01',
    to: '2026-01-31',
    totals: [{ currency: 'GBP', invoices: 1, withoutTax: 0, parcels: 12, net: '54.50', tax: '10.90' }],
    lines: [
      { ...of, category: 'base', net: '50.00' },
      { ...of, category: 'fuel', net: '4.50' },
    ],
    invoices: [
      {
        ...of,
        line: 1,
        summaryID: '7',
        kind: 'invoice',
        invoiceNumber: 'INV-7',
        invoiceDay: '2026-01-10',
        parcels: 12,
        net: '54.50',
        tax: '10.90',
        postedOn: '2026-01-12',
      },
    ],
    waiting: {
      totals: [{ currency: 'GBP', invoices: 1, withoutTax: 0, parcels: 1, net: '4.50', tax: '0.90' }],
      invoices: [
        {
          ...of,
          line: 1,
          summaryID: '8',
          kind: 'correction',
          invoiceNumber: 'INV-8',
          invoiceDay: '2026-01-11',
          postedOn: null,
          parcels: 1,
          net: '4.50',
          tax: '0.90',
        },
      ],
    },
  })
  await openScreen(`${SCREEN}?from=2026-01-01&to=2026-01-31`, { type: 'Client User' })
  await screen.findByText('1 invoice: £54.50 net, £10.90 tax')
  const lines = within(screen.getByRole('table', { name: 'By carrier and category' }))
  lines.getByRole('row', { name: 'DPD UK £50.00 £4.50 £54.50' })
  screen.getByRole('row', { name: /INV-7.*Invoice.*10 Jan.*12 Jan.*£10.90/ })
  screen.getByRole('heading', { name: 'Accepted, not yet posted: £4.50 net, £0.90 tax' })
  const waiting = within(screen.getByRole('table', { name: 'Accepted invoices that are not posted' }))
  waiting.getByRole('row', { name: /INV-8.*Correction.*11 Jan/ })
  expect(server.callsTo(invoices.statement)[0]?.query).toMatchObject({ from: '2026-01-01', to: '2026-01-31' })
  // Postings are for the operator only.
  expect(screen.queryByRole('link', { name: 'Postings' })).toBeNull()
})

test.each([
  [{ withoutTax: 2, tax: null }, [null, null], '2 invoices: £9.00 net, tax not stated'],
  [{ withoutTax: 1, tax: '0.90' }, [null, '0.90'], '2 invoices: £9.00 net, £0.90 tax (of 1 of 2 invoices)'],
])('tax stated for the whole invoice is not shown as zero', async (total, taxes, counted) => {
  const of = { carrierCode: 'DPD', carrierName: 'DPD UK', currency: 'GBP', net: '4.50' }
  openServer().answer(invoices.statement, {
    ...ok,
    clientCode: 'ACME',
    clientName: 'Acme Ltd',
    from: '2026-01-01',
    to: '2026-01-31',
    totals: [{ currency: 'GBP', invoices: 2, parcels: 2, net: '9.00', ...total }],
    lines: [{ ...of, category: 'base' }],
    invoices: taxes.map((tax, index) => ({
      ...of,
      line: index + 1,
      summaryID: String(index + 1),
      kind: 'invoice' as const,
      invoiceNumber: `INV-${index + 1}`,
      invoiceDay: '2026-01-10',
      postedOn: '2026-01-12',
      parcels: 1,
      tax,
    })),
    waiting: { totals: [], invoices: [] },
  })
  await openScreen(`${SCREEN}?from=2026-01-01&to=2026-01-31`, { type: 'Client User' })
  await screen.findByText(counted)
  screen.getByRole('row', { name: /INV-1.*Not stated/ })
  screen.getByText(/invoice states none/)
})
