import type { Credit } from '@despatch/contract/invoices/credits'
import type { Dispute } from '@despatch/contract/invoices/disputes'
import { invoices } from '@despatch/contract/invoices/invoices'
import { AGES } from '@despatch/domain/invoices/dispute'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import type { SignInOptions } from '../../testing/sign-in.ts'
import { DisputeActions } from './dispute-actions.tsx'

const SCREEN = '/invoice-reconciliation/disputes'
const CLERK: SignInOptions = { type: 'Internal User', clients: ['ACME', 'BIRCH'] }
const ok = { code: 200 } as const
const AT = '2026-11-20T09:00:00.000Z'
const DISPUTE: Dispute = {
  disputeID: '12',
  number: 'D-000012',
  state: 'open',
  summaryID: '17',
  invoiceNumber: 'A1B2C3466',
  invoiceDay: '2026-11-14',
  carrierCode: 'UPS',
  carrierName: 'UPS',
  account: '',
  currency: 'GBP',
  dueDay: '2026-12-14',
  age: 'not due',
  payable: 'billed less disputed',
  reason: 'Not the agreed price',
  openedAt: AT,
  openedBy: 'ada',
  sentAt: null,
  sentBy: '',
  closedAt: null,
  closedBy: '',
  closedReason: '',
  rows: 1,
  claimed: '5.40',
  credited: '0.00',
  open: '5.40',
  version: 2,
}

function serverWith(overrides: Partial<Dispute> = {}) {
  const server = openServer()
  const dispute = { ...DISPUTE, ...overrides }
  const pageInfo = { total: 1, page: 1, limit: 10 }
  server.answer(invoices.disputes, { ...ok, disputes: [dispute], pageInfo })
  server.answer(invoices.carriers, { ...ok, carriers: [{ code: 'UPS', name: 'UPS' }] })
  server.answer(invoices.credits, { ...ok, credits: [], pageInfo: { ...pageInfo, total: 0 } })
  server.answer(invoices.disputeAgeing, {
    ...ok,
    carriers: [
      {
        carrierCode: 'UPS',
        carrierName: 'UPS',
        currency: 'GBP',
        disputes: 1,
        open: '5.40',
        ages: AGES.map((age, index) => ({ age, disputes: index === 1 ? 1 : 0, open: index === 1 ? '5.40' : '0.00' })),
      },
    ],
  })
  server.answer(invoices.dispute, {
    ...ok,
    dispute,
    email: 'claims@ups.example',
    contact: '',
    history: [{ at: AT, by: 'ada', what: 'opened', text: dispute.reason, amount: '5.40' }],
    settlements: [],
  })
  server.answer(invoices.disputeRows, {
    ...ok,
    rows: [
      {
        parcelID: '17000001',
        detailsID: '17000001',
        clientCode: 'ACME',
        clientName: 'Acme Ltd',
        trackingNumber: '1ZA1B2C30000000001',
        consignmentNumber: '',
        orderNumber: 'W100',
        line: 2,
        status: 'Rejected',
        verdict: 'Overcharged',
        billed: '11.90',
        expected: '6.50',
        claimed: '5.40',
        credited: '0.00',
        parts: [{ category: 'base', claimed: '5.40', credited: '0.00' }],
      },
    ],
    pageInfo,
  })
  return server
}

test('the list shows outstanding sums by age, and each sum filters it', async () => {
  const server = serverWith()
  const { user } = await openScreen(SCREEN, CLERK)
  await screen.findByRole('row', { name: /D-000012/ })
  const ageing = within(screen.getByRole('table', { name: 'Outstanding by carrier and age' }))
  await user.click(ageing.getByRole('button', { name: '£5.40' }))
  await waitFor(() =>
    expect(server.callsTo(invoices.disputes).at(-1)).toMatchObject({ query: { carrier: 'UPS', age: '0–30 days' } }),
  )
})

test('the list begins with unsettled disputes, unless a state or a search is set', async () => {
  const server = serverWith()
  server.answer(invoices.disputes, { ...ok, disputes: [], pageInfo: { total: 0, page: 1, limit: 10 } })
  const { user } = await openScreen(SCREEN, CLERK)
  const state = () => server.callsTo(invoices.disputes).at(-1)?.query?.state
  await screen.findByText(/No open disputes/)
  expect(state()).toBe('unsettled')
  await user.click(screen.getByRole('button', { name: 'Show settled disputes' }))
  await waitFor(() => expect(state()).toBe(undefined))
  await user.click(screen.getByRole('button', { name: 'Clear the filters' }))
  await screen.findByText('Status: Unsettled')
  await user.type(screen.getByLabelText('Dispute, invoice, carrier or reason'), 'D-12')
  await waitFor(() => expect(server.callsTo(invoices.disputes).at(-1)?.query).toMatchObject({ search: 'D-12' }))
  expect(state()).toBe(undefined)
})

test('a dispute is opened, sent, and refused only with a reason', async () => {
  const server = serverWith()
  const receipt = {
    disputeID: '12',
    number: 'D-000012',
    isDone: true,
    before: 'open',
    after: 'sent',
    message: '',
  } as const
  server.answer(invoices.actOnDisputes, {
    ...ok,
    message: 'Dispute D-000012 is marked as sent.',
    done: 1,
    receipts: [receipt],
  })
  const { user } = await openScreen(`${SCREEN}?dispute=12`, CLERK)
  const drawer = within(await screen.findByRole('dialog', { name: 'Dispute' }))
  await drawer.findByText('claims@ups.example')
  await drawer.findByRole('row', { name: /1ZA1B2C30000000001 Overcharged base £11.90 £5.40/ })
  drawer.getByText(/opened for £5.40: Not the agreed price/)
  await user.click(drawer.getByRole('button', { name: 'Mark as sent' }))
  await waitFor(() => expect(server.callsTo(invoices.actOnDisputes)).toHaveLength(1))
  expect(server.callsTo(invoices.actOnDisputes)[0]).toMatchObject({
    params: { act: 'send' },
    body: { disputes: [{ disputeID: '12', version: 2 }] },
  })
  await user.click(drawer.getByRole('button', { name: 'More actions' }))
  await user.click(await drawer.findByRole('menuitem', { name: 'Mark as refused…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Mark dispute D-000012 as refused?' }))
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Mark as refused' })
  expect(confirm.disabled).toBe(true)
  await user.type(dialog.getByLabelText('Reason'), 'Weighed twice')
  await user.click(confirm)
  await waitFor(() =>
    expect(server.callsTo(invoices.actOnDisputes).at(-1)).toMatchObject({
      params: { act: 'refuse' },
      body: { reason: 'Weighed twice' },
    }),
  )
})

test('a reason typed for some disputes is not used for others', async () => {
  const server = serverWith()
  server.answer(invoices.actOnDisputes, { ...ok, message: 'Done.', done: 2, receipts: [] })
  const some = (...ids: string[]) => ids.map((disputeID) => ({ ...DISPUTE, disputeID, number: `D-${disputeID}` }))
  function Chosen() {
    const [chosen, choose] = useState(() => some('1', '2'))
    return (
      <>
        <button type="button" onClick={() => choose(some('3', '4'))}>
          Others
        </button>
        <DisputeActions disputes={chosen} onDone={() => undefined} />
      </>
    )
  }
  const { user } = await openScreen('/form', CLERK, Chosen)
  const ask = async () => {
    await user.click(await screen.findByRole('button', { name: 'Mark as refused…' }))
    return within(await screen.findByRole('dialog', { name: 'Mark 2 disputes as refused?' }))
  }
  await user.type((await ask()).getByLabelText('Reason'), 'Weighed twice')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Others' }))
  const dialog = await ask()
  expect(dialog.getByLabelText<HTMLInputElement>('Reason').value).toBe('')
  await user.type(dialog.getByLabelText('Reason'), 'Lost')
  await user.click(dialog.getByRole('button', { name: 'Mark as refused' }))
  await waitFor(() => expect(server.callsTo(invoices.actOnDisputes)).toHaveLength(1))
  expect(server.callsTo(invoices.actOnDisputes)[0]?.body.disputes.map(({ disputeID }) => disputeID)).toEqual(['3', '4'])
})

test('settled disputes offer their pack alone', async () => {
  serverWith({ state: 'credited', credited: '5.40', open: '0.00' })
  await openScreen(`${SCREEN}?dispute=12`, CLERK)
  const drawer = within(await screen.findByRole('dialog', { name: 'Dispute' }))
  const acts = within(await drawer.findByRole('group', { name: 'Dispute actions' }))
  expect(acts.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Download the pack (XLSX)'])
})

test('a refused dispute says why, and can be reopened', async () => {
  serverWith({ state: 'refused', closedReason: 'Weighed twice' })
  await openScreen(`${SCREEN}?dispute=12`, CLERK)
  const drawer = within(await screen.findByRole('dialog', { name: 'Dispute' }))
  expect((await drawer.findByRole('note')).textContent).toBe('Refused by the carrierWeighed twice')
  expect(drawer.getByRole('button', { name: 'Reopen' })).toHaveProperty('disabled', false)
})

test('a credit allocated by hand is taken back', async () => {
  const server = serverWith()
  const credit: Credit = {
    creditID: '5',
    isLumpSum: true,
    parcelID: '18000001',
    summaryID: '18',
    invoiceNumber: 'INV-18',
    invoiceDay: '2026-03-20',
    carrierCode: 'UPS',
    carrierName: 'UPS',
    currency: 'GBP',
    trackingNumber: '',
    consignmentNumber: '',
    category: 'credit',
    text: 'Credit for March',
    amount: '5.00',
    settled: '3.00',
    left: '2.00',
    explanation: 'Volume rebate',
    explainedAt: AT,
    explainedBy: 'ada',
    version: 4,
  }
  server.answer(invoices.credits, { ...ok, credits: [credit], pageInfo: { total: 1, page: 1, limit: 10 } })
  server.answer(invoices.takeBackCredit, {
    ...ok,
    message: 'Allocation removed. The credit is unallocated again.',
    credit,
  })
  const { user } = await openScreen(SCREEN, CLERK)
  await user.click(await screen.findByRole('button', { name: /nallocated credits/ }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Unallocated credits' }))
  await drawer.findByText(/£3.00 allocated to disputes: Volume rebate/)
  await user.click(drawer.getByRole('button', { name: 'Remove £5.00 on invoice INV-18' }))
  await waitFor(() => expect(server.callsTo(invoices.takeBackCredit)[0]?.body).toEqual({ creditID: '5', version: 4 }))
  await screen.findByText('Allocation removed. The credit is unallocated again.')
})
