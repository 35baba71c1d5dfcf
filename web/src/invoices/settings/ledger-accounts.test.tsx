import { invoices } from '@despatch/contract/invoices/invoices'
import type { LedgerAccount } from '@despatch/contract/invoices/ledger-accounts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import type { SignInOptions } from '../../testing/sign-in.ts'

const ok = { code: 200 } as const
const WHO: SignInOptions = { type: 'Internal User', clients: ['ACME', 'BIRCH'] }
const CARRIAGE: LedgerAccount = {
  ledgerAccountID: '4',
  account: 'Carriage',
  clientCode: 'ACME',
  category: 'fuel',
  code: '5110',
  version: 2,
  changedAt: '2026-02-27T09:00:00.000Z',
  changedBy: 'ada',
}
const PAYABLE: LedgerAccount = {
  ...CARRIAGE,
  ledgerAccountID: '5',
  account: 'Carriers payable',
  clientCode: '',
  category: '',
  code: '2100',
}

async function openLedgerAccounts(accounts: LedgerAccount[], who = WHO) {
  const server = openServer()
  server.answer(invoices.summary, { ...ok, summary: [], pageInfo: { total: 0, page: 1, limit: 10 } })
  server.answer(invoices.carriers, { ...ok, carriers: [] })
  server.answer(invoices.imports, { ...ok, imports: [], waiting: 0, pageInfo: { total: 0, page: 1, limit: 50 } })
  server.answer(invoices.ledgerAccounts, { ...ok, accounts })
  const { user } = await openScreen('/invoice-reconciliation?show=ledger', who)
  const drawer = within(await screen.findByRole('dialog', { name: 'Matching rules' }))
  const choose = async (label: string, option: string) => {
    const [field] = drawer.getAllByLabelText(label)
    if (!field) throw new Error(`No field ${label}`)
    await user.click(field)
    await user.click(await screen.findByRole('option', { name: option }))
  }
  return { server, user, drawer, choose }
}

test('codes are listed by account, client and charge', async () => {
  const { drawer } = await openLedgerAccounts([PAYABLE, CARRIAGE])
  await drawer.findByRole('row', { name: /Carriage ACME Fuel 5110 .*by ada/ })
  const rows = drawer.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows[1]).toContain('Carriage')
  expect(rows[2]).toContain('Carriers payable2100')
})

test('a code is added for a client and charge, only for accounts that have these', async () => {
  const { server, user, drawer, choose } = await openLedgerAccounts([])
  await drawer.findByText('No ledger accounts. Lines show the account name only.')
  await user.click(drawer.getByRole('button', { name: 'Add a ledger account' }))
  await choose('Client', 'Client BIRCH (BIRCH)')
  await choose('Charge', 'Fuel')
  const save = drawer.getByRole('button', { name: 'Save ledger account' })
  await user.click(save)
  expect(await drawer.findAllByText('Enter an account code')).toHaveLength(2)
  await user.type(drawer.getByLabelText('Code'), '5210')
  server.answer(invoices.saveLedgerAccount, { ...ok, message: 'Data Added Successfully!!', id: '6', version: 1 })
  await user.click(save)
  await waitFor(() => expect(server.callsTo(invoices.saveLedgerAccount)).toHaveLength(1))
  expect(server.callsTo(invoices.saveLedgerAccount)[0]?.body).toEqual({
    account: 'Carriage',
    clientCode: 'BIRCH',
    category: 'fuel',
    code: '5210',
    version: 0,
  })

  await user.click(await drawer.findByRole('button', { name: 'Add a ledger account' }))
  await choose('Charge', 'Fuel')
  await choose('Account', 'Withheld from carriers')
  drawer.getByText('These lines have no client')
  drawer.getByText('Only carriage has charges')
  for (const label of ['Client', 'Charge']) expect(drawer.getAllByLabelText(label)[0]).toHaveProperty('disabled', true)
  await user.type(drawer.getByLabelText('Code'), '2190')
  await user.click(drawer.getByRole('button', { name: 'Save ledger account' }))
  await waitFor(() =>
    expect(server.callsTo(invoices.saveLedgerAccount)[1]?.body).toMatchObject({
      account: 'Withheld from carriers',
      clientCode: '',
      category: '',
    }),
  )
})

test('a code is changed in place, and deleted after a question', async () => {
  const { server, user, drawer } = await openLedgerAccounts([CARRIAGE])
  await user.click(await drawer.findByRole('button', { name: 'Carriage' }))
  for (const label of ['Account', 'Client', 'Charge'])
    expect(drawer.getAllByLabelText(label)[0]).toHaveProperty('disabled', true)
  server.answer(invoices.removeLedgerAccount, refusal('not_found', 'This entry has been deleted. Reload the list.'))
  await user.click(drawer.getByRole('button', { name: 'Delete…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete the code of Carriage, Fuel, ACME?' }))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await dialog.findByText('This entry has been deleted. Reload the list.')
})

test('a user who may only read cannot add one', async () => {
  const { drawer } = await openLedgerAccounts([CARRIAGE], { ...WHO, holds: (_leaf, right) => right !== 'Edit' })
  expect(await drawer.findByRole('button', { name: 'Add a ledger account' })).toHaveProperty('disabled', true)
})
