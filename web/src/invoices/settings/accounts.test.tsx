import { invoices } from '@despatch/contract/invoices/invoices'
import type { CarrierAccount } from '@despatch/contract/invoices/carrier-accounts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'

const ok = { code: 200 } as const
const ACCOUNT: CarrierAccount = {
  accountID: '3',
  carrierCode: 'RMG',
  account: '0445001',
  clients: ['ACME'],
  version: 1,
  changedAt: '2026-02-27T09:00:00.000Z',
  changedBy: 'ada',
}

test("carriers' accounts are listed with their clients, and another is added", async () => {
  const server = openServer()
  const pageInfo = { total: 0, page: 1, limit: 10 }
  server.answer(invoices.summary, { ...ok, summary: [], pageInfo })
  server.answer(invoices.carriers, { ...ok, carriers: [] })
  server.answer(invoices.imports, { ...ok, imports: [], waiting: 0, pageInfo })
  server.answer(invoices.tolerances, { ...ok, tolerances: [] })
  server.answer(invoices.accounts, { ...ok, accounts: [ACCOUNT] })
  server.answer(invoices.saveAccount, { ...ok, message: 'The account is kept.', id: '4', version: 1 })
  const { user } = await openScreen('/invoice-reconciliation?show=agreements', {
    type: 'Internal User',
    clients: ['ACME', 'BIRCH'],
  })
  const drawer = within(await screen.findByRole('dialog', { name: 'Matching rules' }))
  await user.click(drawer.getByRole('tab', { name: 'Accounts' }))
  await drawer.findByRole('row', { name: /0445001 RMG ACME .*by ada/ })
  await user.click(drawer.getByRole('button', { name: 'Add an account' }))
  const [carrier] = drawer.getAllByLabelText('Carrier')
  if (!carrier) throw new Error('No field for the carrier')
  await user.type(carrier, 'RMG')
  await user.type(drawer.getByLabelText('Account'), '0445002')
  const save = () => user.click(drawer.getByRole('button', { name: 'Save account' }))
  await save()
  expect(await drawer.findAllByText('Choose at least one client')).toHaveLength(2)
  expect(server.callsTo(invoices.saveAccount)).toHaveLength(0)
  await user.click(drawer.getByRole('combobox', { name: 'Clients' }))
  await user.click(await screen.findByRole('option', { name: /BIRCH/ }))
  await save()
  await waitFor(() => expect(server.callsTo(invoices.saveAccount)).toHaveLength(1))
  expect(server.callsTo(invoices.saveAccount)[0]?.body).toEqual({
    carrierCode: 'RMG',
    account: '0445002',
    clients: ['BIRCH'],
  })
})
