import { invoices } from '@despatch/contract/invoices/invoices'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { DETAIL, INVOICE } from '../invoice-samples.ts'

const ok = { code: 200 } as const

test('an invoice without a currency asks for it, names its account, and shows refusals', async () => {
  const server = openServer()
  const pageInfo = { total: 1, page: 1, limit: 10 }
  server.answer(invoices.summary, { ...ok, summary: [{ ...INVOICE, currency: '' }], pageInfo })
  server.answer(invoices.details, { ...ok, details: [DETAIL], pageInfo })
  server.answer(invoices.proof, {
    ...ok,
    result: 'nothing stated',
    filename: 'ups-46.csv',
    fileRows: 2,
    taken: 2,
    refused: 0,
    passedOver: 0,
    deleted: 0,
    unplaced: 0,
    elsewhere: 0,
    remarks: [],
    net: '18.40',
    tax: '3.68',
    stated: [],
    refusals: [],
    contradictions: [],
    duplicates: [],
    explanation: '',
    explainedBy: '',
  })
  server.answer(invoices.sayCurrency, refusal('unprocessable', 'XQZ is no currency.'))
  const { user } = await openScreen('/invoice-reconciliation/invoice-details?summaryID=17', {
    type: 'Internal User',
    clients: ['ACME'],
  })
  await user.click(await screen.findByRole('button', { name: 'Choose…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose the invoice currency' }))
  dialog.getByText(/future invoices of account 0000A1B2C3 of UPS/)
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  const field = dialog.getByRole('combobox', { name: 'Currency' })
  await user.type(field, 'xq')
  expect(save.disabled).toBe(true)
  await user.type(field, 'z')
  await user.click(save)
  await dialog.findByText('XQZ is no currency.')
  server.answer(invoices.sayCurrency, { ...ok, message: 'The invoice is in EUR.' })
  await user.clear(field)
  await user.type(field, 'eur')
  await user.click(save)
  await waitFor(() =>
    expect(server.callsTo(invoices.sayCurrency).at(-1)?.body).toEqual({ summaryID: '17', currency: 'EUR' }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Choose the invoice currency' })).toBeNull())
})
