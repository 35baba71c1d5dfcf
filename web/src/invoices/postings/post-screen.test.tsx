import { dayText } from '../../kit/list/columns/moment-text.ts'
import { operatorToday } from '../../kit/browser/clock.ts'
import { invoices } from '@despatch/contract/invoices/invoices'
import type { InvoiceToPost } from '@despatch/contract/invoices/postings'
import { dayOf } from '@despatch/domain/calendar/day'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { noteServerTime } from '../../kit/browser/clock.ts'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import type { SignInOptions } from '../../testing/sign-in.ts'

const POSTINGS = '/invoice-reconciliation/postings'
const CLERK: SignInOptions = { type: 'Internal User', clients: ['ACME', 'BIRCH'] }
const ok = { code: 200 } as const

const line = (account: string, category: string, clientCode: string, debit: string, credit: string) => ({
  account,
  accountCode: account === 'Carriage' ? '5000' : '',
  category,
  clientCode,
  taxCode: category === '' ? '' : 'Taxed',
  debit,
  credit,
})
const FIRST: InvoiceToPost = {
  summaryID: '7',
  invoiceNumber: 'INV-7',
  carrierCode: 'DPD',
  carrierName: 'DPD UK',
  invoiceDay: '2026-03-06',
  currency: 'GBP',
  isCorrection: false,
  debit: '7.66',
  payable: '3.26',
  accrued: '4.40',
  lines: [
    line('Carriage', 'base', 'ACME', '3.26', '0.00'),
    line('Carriers payable', '', '', '0.00', '3.26'),
    line('Accrued carriage', '', 'ACME', '4.40', '0.00'),
    line('Carriage', 'accrual', 'ACME', '0.00', '4.40'),
  ],
  seen: 'seven',
}
const SECOND: InvoiceToPost = {
  ...FIRST,
  summaryID: '8',
  invoiceNumber: 'INV-8',
  isCorrection: true,
  debit: '1.00',
  payable: '1.00',
  accrued: '0.00',
  lines: [line('Carriage', 'fuel', 'BIRCH', '1.00', '0.00'), line('Carriers payable', '', '', '0.00', '1.00')],
  seen: 'eight',
}
const LOOK = {
  ...ok,
  postingDate: '2026-03-20',
  invoices: [FIRST, SECOND],
  refused: [
    { summaryID: '9', invoiceNumber: 'INV-9', reason: 'Invoice INV-9 has no currency. Choose its currency first.' },
  ],
  more: 0,
}
const POSTING = {
  postingID: '3',
  number: 'P-000003',
  postingDate: '2026-03-19',
  postedAt: '2026-03-20T10:00:00.000Z',
  postedBy: 'ops.admin',
  reverses: null,
  reversedBy: null,
  invoices: 1,
  corrections: 0,
  lines: 4,
  totals: [{ currency: 'GBP', debit: '7.66', payable: '3.26' }],
}

async function openPost(look: typeof LOOK = LOOK, who = CLERK) {
  const server = openServer()
  server.answer(invoices.preflightPosting, look)
  return { ...(await openScreen(`${POSTINGS}/post`, who)), server }
}

test('invoices are shown with their lines, chosen, dated and posted as seen', async () => {
  const { server, user, path, search } = await openPost()
  const table = within(await screen.findByRole('table', { name: 'Ledger lines by invoice' }))
  table.getByRole('row', { name: '5000 Carriage, base ACME Taxed £3.26' })
  table.getByRole('row', { name: '5000 Carriage, accrual ACME Taxed £4.40' })
  table.getByRole('row', { name: 'Payable £3.26, accruals reversed £4.40 £7.66 £7.66' })
  expect(table.getByText(/GBP, correction/).textContent).toBe(
    `${dayText('2026-03-06', operatorToday())}, GBP, correction`,
  )
  screen.getByText('2 invoices, 2 chosen')
  screen.getByText(/debits and credits £8\.66 each\. Payable £4\.26, accruals reversed £4\.40\./)
  screen.getByRole('heading', { name: 'Cannot be posted' })
  screen.getByText(/has no currency/)
  screen.getByRole('link', { name: 'Open INV-9' })

  await user.click(table.getByRole('checkbox', { name: 'Choose invoice INV-8' }))
  screen.getByText('2 invoices, 1 chosen')
  const date = screen.getByLabelText('Posting date')
  await user.clear(date)
  await user.type(date, '19 Mar 2026')
  await user.tab()
  await waitFor(() =>
    expect(server.callsTo(invoices.preflightPosting).at(-1)?.body).toEqual({ postingDate: '2026-03-19' }),
  )
  server.answer(invoices.post, { ...ok, message: '1 invoice is posted as P-000003.', posting: POSTING })
  server.answer(invoices.postingLines, {
    ...ok,
    posting: POSTING,
    lines: [],
    pageInfo: { total: 0, page: 1, limit: 50 },
  })
  await user.click(await screen.findByRole('button', { name: 'Post 1 invoice' }))
  await waitFor(() => expect([path(), search()]).toEqual([`${POSTINGS}/posting`, { postingID: '3' }]))
  expect(server.callsTo(invoices.post).at(-1)?.body).toEqual({
    summaryIDs: ['7'],
    seen: ['seven'],
    postingDate: '2026-03-19',
  })
})

test('changed invoices are reported, and the chosen ones are loaded again', async () => {
  const { server, user } = await openPost()
  await user.click(await screen.findByRole('checkbox', { name: 'Choose invoice INV-8' }))
  const changed =
    'The posting of invoice INV-7 has changed since you looked. Nothing was posted. Check it, then post again.'
  server.answer(invoices.post, refusal('version_conflict', changed))
  server.answer(invoices.preflightPosting, {
    ...LOOK,
    invoices: [{ ...FIRST, accrued: '0.00', seen: 'again' }],
    refused: [],
  })
  await user.click(screen.getByRole('button', { name: 'Post 1 invoice' }))
  await screen.findByText(changed)
  await screen.findByText('1 invoice, 1 chosen')
  expect(server.callsTo(invoices.preflightPosting).at(-1)?.body).toMatchObject({ summaryIDs: ['7'] })
  server.answer(invoices.post, { ...ok, message: '1 invoice is posted as P-000003.', posting: POSTING })
  await user.click(await screen.findByRole('button', { name: 'Post 1 invoice' }))
  await waitFor(() => expect(server.callsTo(invoices.post).at(-1)?.body).toMatchObject({ seen: ['again'] }))
})

test('nothing is posted without an invoice, or with a future date', async () => {
  const { user } = await openPost()
  const all = await screen.findByRole('checkbox', { name: 'Choose all invoices' })
  await user.click(all)
  screen.getByText('Choose an invoice.')
  expect(screen.getByRole('button', { name: 'Post invoices' })).toHaveProperty('disabled', true)
  await user.click(all)
  const date = screen.getByLabelText('Posting date')
  await user.clear(date)
  await user.type(date, '1 Jan 2999')
  await user.tab()
  screen.getByText(/^A posting date cannot be in the future/)
  screen.getByText('Choose a posting date up to today.')
  expect(screen.getByRole('button', { name: 'Post 2 invoices' })).toHaveProperty('disabled', true)
})

test('the screen says that nothing waits', async () => {
  await openPost({ ...LOOK, invoices: [], refused: [] })
  await screen.findByText(/Every accepted invoice is posted\./)
})

test('the screen says how many more wait than are shown', async () => {
  await openPost({ ...LOOK, more: 35 })
  await screen.findByText('Post these first. 35 more invoices are waiting.')
})

test('a user who may only read is told so', async () => {
  await openPost(LOOK, { ...CLERK, holds: (_leaf, right) => right !== 'Edit' })
  await screen.findByText("You need 'Edit' on Invoice Reconciliation. Ask your administrator.")
})

test('a double click posts once', async () => {
  const { server, path } = await openPost()
  server.answer(invoices.post, { ...ok, message: '2 invoices are posted as P-000003.', posting: POSTING })
  const pageInfo = { total: 0, page: 1, limit: 50 }
  server.answer(invoices.postingLines, { ...ok, posting: POSTING, lines: [], pageInfo })
  const button = await screen.findByRole('button', { name: 'Post 2 invoices' })
  // Before the button is rendered again.
  button.click()
  button.click()
  await waitFor(() => expect(path()).toBe(`${POSTINGS}/posting`))
  expect(server.callsTo(invoices.post)).toHaveLength(1)
})

test("the default posting date is today by the server's clock", async () => {
  const server = openServer()
  const tomorrow = new Date(Date.now() + 86_400_000)
  onTestFinished(() => noteServerTime(new Date().toUTCString()))
  server.answer(invoices.preflightPosting, () => {
    noteServerTime(tomorrow.toUTCString())
    return LOOK
  })
  await openScreen(`${POSTINGS}/post`, CLERK)
  await waitFor(() =>
    expect(server.callsTo(invoices.preflightPosting).at(-1)?.body).toEqual({ postingDate: dayOf(tomorrow) }),
  )
})
