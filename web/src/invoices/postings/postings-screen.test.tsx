import { invoices } from '@despatch/contract/invoices/invoices'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import type { SignInOptions } from '../../testing/sign-in.ts'

const SCREEN = '/invoice-reconciliation/postings'
const CLERK: SignInOptions = { type: 'Internal User', clients: ['ACME', 'BIRCH'] }
const ok = { code: 200 } as const
const POSTING = {
  postingID: '3',
  number: 'P-000003',
  postingDate: '2026-03-19',
  postedAt: '2026-03-20T10:00:00.000Z',
  postedBy: 'ops.admin',
  reverses: null,
  reversedBy: null,
  invoices: 2,
  corrections: 0,
  lines: 1,
  totals: [{ currency: 'GBP', debit: '15.21', payable: '10.81' }],
}
const pageInfo = { total: 1, page: 1, limit: 50 }
const WAITING = [{ currency: 'GBP', invoices: 4, net: '120.00' }]

test('the list shows how many invoices wait, and links to posting them', async () => {
  const server = openServer()
  server.answer(invoices.postings, { ...ok, postings: [POSTING], pageInfo, waiting: WAITING, waitingCorrections: 1 })
  server.answer(invoices.preflightPosting, {
    ...ok,
    postingDate: '2026-03-20',
    invoices: [],
    refused: [],
    more: 0,
  })
  const { user, path } = await openScreen(SCREEN, CLERK)
  within(await screen.findByRole('row', { name: /P-000003.*19 Mar/ })).getByText('£10.81')
  await user.click(await screen.findByRole('button', { name: 'Post 5 invoices…' }))
  await waitFor(() => expect(path()).toBe(`${SCREEN}/post`))
})

test('without anything to post, the button says so', async () => {
  const server = openServer()
  server.answer(invoices.postings, {
    ...ok,
    postings: [],
    pageInfo: { ...pageInfo, total: 0 },
    waiting: [],
    waitingCorrections: 0,
  })
  await openScreen(SCREEN, CLERK)
  await screen.findByText('Every accepted invoice is posted.')
  screen.getByText(/No invoice has been posted yet/)
})

const LINE = {
  line: 1,
  postingDate: '2026-03-19',
  date: '2026-03-10',
  dueDay: null,
  reference: 'P-000003',
  invoiceNumber: 'INV-1',
  carrierCode: 'DPD',
  carrierName: 'DPD UK',
  account: 'Carriage',
  accountCode: '5010',
  category: 'fuel',
  clientCode: 'ACME',
  taxCode: 'Taxed',
  debit: '0.50',
  credit: '0.00',
  currency: 'GBP',
  text: 'P-000003: DPD UK invoice INV-1, fuel',
}

test('a posting shows its journal lines', async () => {
  const server = openServer()
  server.answer(invoices.postingLines, { ...ok, posting: POSTING, lines: [LINE], pageInfo })
  await openScreen(`${SCREEN}/posting?postingID=3`, CLERK)
  within(await screen.findByRole('row', { name: /INV-1.*Carriage.*5010.*fuel.*ACME/ })).getByText('£0.50')
  screen.getByText(/Payable £10.81; debits and credits £15.21 each/)
})

test('a posting is reversed with a date, and a refusal appears in the dialog', async () => {
  const server = openServer()
  server.answer(invoices.postingLines, { ...ok, posting: POSTING, lines: [LINE], pageInfo })
  server.answer(invoices.reversePosting, refusal('unprocessable', 'P-000003 is reversed already, by P-000004.'))
  const { user, search } = await openScreen(`${SCREEN}/posting?postingID=3`, CLERK)
  await user.click(await screen.findByRole('button', { name: 'Reverse…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reverse P-000003?' }))
  dialog.getByText(/Its 2 invoices, and the accruals that it reversed, can then be posted again/)
  const date = dialog.getByLabelText('Posting date')
  const confirm = dialog.getByRole('button', { name: 'Reverse P-000003' })
  await user.clear(date)
  await user.tab()
  dialog.getByText('Choose a posting date up to today.')
  expect(confirm).toHaveProperty('disabled', true)
  await user.type(date, '31 Mar 2026')
  await user.click(confirm)
  await dialog.findByText('P-000003 is reversed already, by P-000004.')
  const reversal = { ...POSTING, postingID: '4', number: 'P-000004', reverses: { postingID: '3', number: 'P-000003' } }
  server.answer(invoices.reversePosting, { ...ok, message: 'P-000003 is reversed by P-000004.', posting: reversal })
  server.answer(invoices.postingLines, { ...ok, posting: reversal, lines: [LINE], pageInfo })
  await user.click(confirm)
  await waitFor(() => expect(search()).toEqual({ postingID: '4' }))
  expect(server.callsTo(invoices.reversePosting).at(-1)?.body).toEqual({ postingID: '3', postingDate: '2026-03-31' })
  await screen.findByText('Reverses')
  screen.getByText('You can’t reverse a reversal. Post its invoices again.')
})

test('a user who may only read cannot reverse a posting', async () => {
  const server = openServer()
  const reader: SignInOptions = { ...CLERK, holds: (_leaf, right) => right !== 'Edit' }
  server.answer(invoices.postingLines, { ...ok, posting: POSTING, lines: [LINE], pageInfo })
  await openScreen(`${SCREEN}/posting?postingID=3`, reader)
  expect(await screen.findByRole('button', { name: 'Reverse…' })).toHaveProperty('disabled', true)
  screen.getByText("You need 'Edit' on Invoice Reconciliation. Ask your administrator.")
})

test("a posting left open over midnight is reversed with the new day's date", async () => {
  vi.useFakeTimers({ now: new Date('2026-03-31T22:30:00Z'), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = openServer()
  server.answer(invoices.postingLines, { ...ok, posting: POSTING, lines: [LINE], pageInfo })
  const { user } = await openScreen(`${SCREEN}/posting?postingID=3`, CLERK)
  const reverse = await screen.findByRole('button', { name: 'Reverse…' })
  vi.setSystemTime(new Date('2026-04-01T08:00:00Z'))
  await user.click(reverse)
  const dialog = within(await screen.findByRole('dialog', { name: 'Reverse P-000003?' }))
  expect(dialog.getByLabelText('Posting date')).toHaveProperty('value', '1 Apr 2026')
})
