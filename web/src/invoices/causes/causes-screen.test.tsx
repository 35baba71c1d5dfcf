import { invoices } from '@despatch/contract/invoices/invoices'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import type { SignInOptions } from '../../testing/sign-in.ts'
import { INVOICE } from '../invoice-samples.ts'
import { beginWith } from './causes-screen.tsx'

const SCREEN = '/invoice-reconciliation/causes'
const CLERK: SignInOptions = { type: 'Internal User', clients: ['ACME', 'BIRCH'] }
const ok = { code: 200 } as const
const habit = {
  carrierCode: 'DPD',
  carrierName: 'DPD UK',
  currency: 'GBP',
  rows: 42,
  of: 45,
  amount: '31.50',
  first: '2026-03-02',
  last: '2026-03-20',
  clientCode: 'ACME',
}
const CAUSES = {
  ...ok,
  weights: [
    { ...habit, clientName: 'Acme Ltd', contents: 'MUG ×2', skus: ['MUG'], billedWeight: '2', ourWeight: '1.5' },
  ],
  prices: [
    { ...habit, clientName: 'Acme Ltd', clientMethodID: 'DPD-1', country: 'GB', billed: '4.80', expected: '4.50' },
  ],
  charges: [
    {
      ...habit,
      of: 42,
      chargeCode: 'PEAK',
      chargeText: 'Peak surcharge',
      category: 'peak' as const,
      least: '0.50',
      most: '0.75',
      consignments: 40,
    },
  ],
}

test('each cause shows its evidence and sum, and a button opens the prefilled form', async () => {
  const server = openServer()
  server.answer(invoices.causes, CAUSES)
  server.answer(invoices.carriers, { ...ok, carriers: [{ code: 'DPD', name: 'DPD UK' }] })
  server.answer(invoices.agreed, { ...ok, agreed: [], divisors: [] })
  server.answer(invoices.zones, { ...ok, zones: [] })
  server.answer(invoices.saveAgreed, { ...ok, message: 'The charge is agreed.', id: '1', version: 1 })
  const { user } = await openScreen(`${SCREEN}?from=2026-03-01&to=2026-03-31`, CLERK)
  await screen.findByText(/Heavier in 42 of 45 parcels: 2.0 kg billed, 1.5 kg despatched/)
  screen.getByText(/Billed £4.80 instead of £4.50 in 42 of 45 parcels since 2 Mar 2026/)
  expect(screen.getByRole('link', { name: 'Change the price' }).getAttribute('href')).toMatch(
    /method=DPD-1.*edit=prices/,
  )
  const charge = within(screen.getByRole('region', { name: 'Charges not agreed' }))
  charge.getByText(/42 rows, £0.50 to £0.75 each/)
  charge.getByText('+£31.50')
  expect(server.callsTo(invoices.causes)[0]?.query).toEqual({ from: '2026-03-01', to: '2026-03-31' })

  await user.click(charge.getByRole('button', { name: 'Agree this charge…' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add an agreed charge' }))
  const save = await form.findByRole('button', { name: /^(Save|Add)/ })
  // The carrier is filled in, so no list of carriers covers the fields.
  await waitFor(() => expect(document.activeElement?.getAttribute('data-path')).toBe('carrierCode'))
  expect(document.activeElement?.getAttribute('data-mantine-stop-propagation')).toBeNull()
  await user.click(save)
  await waitFor(() => expect(server.callsTo(invoices.saveAgreed)).toHaveLength(1))
  expect(server.callsTo(invoices.saveAgreed)[0]?.body).toMatchObject({
    carrierCode: 'DPD',
    chargeCode: 'PEAK',
    category: 'peak',
    amount: { kind: 'money', money: '0.75', per: 'parcel' },
    when: 'if billed',
    from: '2026-03-02',
  })

  // One button judges imported invoices again, one after another, each in batches.
  server.answer(invoices.summary, ({ query: { page } }) => ({
    ...ok,
    summary: [{ ...INVOICE, summaryID: Number(page) === 1 ? '5' : '6' }],
    pageInfo: { total: 501, page: Number(page), limit: 500 },
  }))
  server.answer(invoices.judgeAgain, ({ body }) => ({
    ...ok,
    message: '',
    changed: 1,
    after: body.summaryID === '5' && body.after === 0 ? 1000 : null,
  }))
  await screen.findByText(/‘Peak surcharge’ of DPD UK is agreed for new imports/)
  await user.click(screen.getByRole('button', { name: 'Recalculate DPD UK’s open invoices' }))
  await screen.findByText('2 invoices recalculated: 3 rows changed.')
  expect(server.callsTo(invoices.summary)[0]?.query).toMatchObject({ carrier: 'DPD', status: 'Imported' })
  expect(server.callsTo(invoices.judgeAgain).map(({ body }) => body)).toEqual([
    { summaryID: '5', after: 0 },
    { summaryID: '5', after: 1000 },
    { summaryID: '6', after: 0 },
  ])
  expect(screen.queryByText(/is agreed for new/)).toBeNull()
})

test('the screen says that nothing was found', async () => {
  openServer().answer(invoices.causes, { ...ok, weights: [], prices: [], charges: [] })
  await openScreen(SCREEN, CLERK)
  await screen.findByText(/No common causes on invoices/)
})

test('a charge billed once per consignment is agreed per consignment', () => {
  const [charge] = CAUSES.charges
  expect(charge && beginWith(charge).per).toBe('parcel')
  expect(charge && beginWith({ ...charge, consignments: charge.rows }).per).toBe('detail')
})
