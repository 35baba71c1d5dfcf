import { dayText } from '../kit/list/columns/moment-text.ts'
import { operatorToday } from '../kit/browser/clock.ts'
import { invoices } from '@despatch/contract/invoices/invoices'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../testing/fake-server.ts'
import { openScreen, openServer } from '../testing/open-portal.tsx'
import type { SignInOptions } from '../testing/sign-in.ts'
import { storeDecision } from './accept-and-reject/decision-store.ts'
import { ACCOUNT, DETAIL, IMPORT, INVOICE, PARCEL } from './invoice-samples.ts'

const LIST = '/invoice-reconciliation'
const CLERK: SignInOptions = { type: 'Internal User', clients: ['ACME', 'BIRCH'] }
const COMMAND = '7d1c2f60-2b3f-4a55-9f0a-0d5f5a8a1c11'
const ok = { code: 200 } as const

/** A server with one invoice that can be decided. */
function serverWith(overrides: Partial<typeof INVOICE> = {}) {
  const server = openServer()
  const invoice = { ...INVOICE, ...overrides }
  const pageInfo = { total: 1, page: 1, limit: 10 }
  server.answer(invoices.summary, { ...ok, summary: [invoice], pageInfo })
  server.answer(invoices.carriers, { ...ok, carriers: [{ code: 'UPS', name: 'UPS' }] })
  server.answer(invoices.imports, { ...ok, imports: [IMPORT], waiting: 0, pageInfo: { total: 1, page: 1, limit: 50 } })
  server.answer(invoices.details, { ...ok, details: [DETAIL], pageInfo })
  server.answer(invoices.parcels, { ...ok, parcels: [PARCEL], pageInfo })
  server.answer(invoices.rejection, {
    ...ok,
    claims: [
      { currency: 'GBP', verdict: 'Matched', rows: 1, claimed: '0.00', wholeRows: 0 },
      { currency: 'GBP', verdict: 'Overcharged', rows: 1, claimed: '5.40', wholeRows: 0 },
    ],
    unclaimed: 1,
    disputed: 0,
  })
  server.answer(invoices.proof, {
    ...ok,
    result: 'does not add up',
    filename: 'ups-46.csv',
    fileRows: 3,
    taken: 2,
    refused: 1,
    passedOver: 0,
    deleted: 0,
    unplaced: 0,
    elsewhere: 0,
    remarks: [{ line: 2, column: 'Invoice Date', text: 'The invoice date is in the future', rows: 2 }],
    net: '18.40',
    tax: '3.68',
    stated: [{ what: 'net', amount: '22.40', difference: '-4.00', line: 2 }],
    refusals: [{ line: 4, column: 'Net Amount', value: '1.59E+13', reason: 'A spreadsheet has rounded it' }],
    contradictions: [],
    duplicates: [],
    explanation: '',
    explainedBy: '',
  })
  return server
}

const row = async (name: RegExp) => screen.findByRole('row', { name })
const select = async (name: RegExp, user: { click(element: Element): Promise<void> }) =>
  user.click(within(await row(name)).getByRole('checkbox'))

/** An action in the menu of an invoice. */
async function choose(name: string, user: Awaited<ReturnType<typeof openScreen>>['user']) {
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

test('the list shows variances, their causes, and what is left to decide', async () => {
  serverWith()
  await openScreen(LIST, CLERK)
  const line = within(await row(/A1B2C3466/))
  line.getByText('+£5.40')
  line.getByRole('img', { name: 'Weight or size +£5.40' })
  line.getByText('£18.40 (2)')
  line.getByText('1 overcharged')
  line.getByText('Totals match')
})

test('a client user sees their part, without files, imports and agreements', async () => {
  const server = serverWith({ filename: '', proof: null, canDecide: false })
  const { user } = await openScreen(LIST, { type: 'Client User' })
  await row(/A1B2C3466/)
  expect(screen.queryByRole('button', { name: /Import invoices|Matching rules/ })).toBeNull()
  expect(screen.queryByRole('columnheader', { name: /Totals|File/ })).toBeNull()
  await select(/A1B2C3466/, user)
  await screen.findByText(/only the operator can decide/)
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  expect((await screen.findByRole<HTMLButtonElement>('menuitem', { name: /^Reject invoice…/ })).disabled).toBe(true)
  expect(screen.queryByRole('menuitem', { name: 'Recalculate' })).toBeNull()
  expect(server.callsTo(invoices.imports)).toEqual([])
})

test('an invoice is rejected with a reason, and the receipt undoes it', async () => {
  const server = serverWith()
  server.answer(invoices.decideSummary, { ...ok, message: 'Invoice rejected.', commandId: COMMAND, done: 2 })
  server.answer(invoices.undo, { ...ok, message: 'The rejection is undone.', commandId: COMMAND, done: 2 })
  const { user } = await openScreen(LIST, CLERK)
  await select(/A1B2C3466/, user)
  await choose('Reject invoice…', user)
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject invoice A1B2C3466?' }))
  const reject = dialog.getByRole<HTMLButtonElement>('button', { name: 'Reject 1 invoice' })
  expect(reject.disabled).toBe(true)
  await dialog.findByText('£5.40', { selector: 'strong' })
  dialog.getByRole('row', { name: 'Overcharged 1 £5.40' })
  dialog.getByText(/Nothing to dispute on 1 row not overcharged/)
  expect(server.callsTo(invoices.rejection)[0]).toMatchObject({ body: { of: 'invoices', ids: '17' } })
  await user.click(dialog.getByRole('button', { name: 'Already billed' }))
  await user.click(dialog.getByRole('button', { name: 'Reject 1 invoice' }))
  await waitFor(() => expect(server.callsTo(invoices.decideSummary)).toHaveLength(1))
  expect(server.callsTo(invoices.decideSummary)[0]).toMatchObject({
    params: { id: 'Rejected' },
    body: { summaryID: '17', reason: 'Already billed', version: 3 },
  })
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.callsTo(invoices.undo)).toHaveLength(1))
  await screen.findAllByText('The rejection is undone.')
})

test.each([
  [2, 2, '2 rows were not checked, so the whole price is disputed. Check them before you reject.'],
  [1, 0, 'Only unchecked charges are disputed on 1 row. Check them before you reject.'],
])(
  'rejecting %i rows that were not judged, %i of them as a whole, says what it disputes',
  async (rows, wholeRows, text) => {
    const server = serverWith()
    const claims = [{ currency: 'GBP', verdict: 'Not judged' as const, rows, claimed: '9.00', wholeRows }]
    server.answer(invoices.rejection, { ...ok, claims, unclaimed: 0, disputed: 0 })
    const { user } = await openScreen(LIST, CLERK)
    await select(/A1B2C3466/, user)
    await choose('Reject invoice…', user)
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject invoice A1B2C3466?' }))
    await dialog.findByText(text)
  },
)

test('accepting all shows its effect first, and a refusal appears in the dialog', async () => {
  const server = serverWith()
  server.answer(invoices.preflight, {
    ...ok,
    accepted: [{ currency: 'GBP', rows: 1, billed: '6.50', variance: '0.00' }],
    left: [{ currency: 'GBP', verdict: 'Overcharged', rows: 1, billed: '11.90' }],
    refused: [],
    most: 1,
  })
  server.answer(invoices.acceptMatched, refusal('version_conflict', 'There are other rows by now. Look at them again.'))
  const { user } = await openScreen(LIST, CLERK)
  await select(/A1B2C3466/, user)
  await user.click(screen.getByRole('button', { name: /^Accept matched/ }))
  await screen.findByRole('row', { name: /Accepted 1 £6.50/ })
  screen.getByRole('row', { name: /Not included: overcharged 1 £11.90/ })
  await user.click(screen.getByRole('button', { name: 'Accept 1 row' }))
  await screen.findByText('There are other rows by now. Look at them again.')
  const [first] = server.callsTo(invoices.acceptMatched)
  expect(first?.body).toMatchObject({ summaryIDs: ['17'], most: 1 })
})

test("an operator has invoices judged again by today's agreements", async () => {
  const server = serverWith()
  server.answer(invoices.judgeAgain, { ...ok, message: 'Nothing changed.', changed: 0, after: null })
  const { user } = await openScreen(LIST, CLERK)
  await select(/A1B2C3466/, user)
  await choose('Recalculate', user)
  await screen.findByText('Recalculated: nothing changed.')
  expect(server.callsTo(invoices.judgeAgain)[0]?.body).toEqual({ summaryID: '17', after: 0 })
})

test('an invoice accepted while it is judged again says so, with the earlier changes', async () => {
  const server = serverWith()
  const refused = refusal('unprocessable', 'The invoice is accepted and closed, so its rows don’t change.')
  server.answer(invoices.judgeAgain, ({ body: { after } }) =>
    after === 0 ? { ...ok, message: '', changed: 3, after: 1000 } : refused,
  )
  const { user } = await openScreen(LIST, CLERK)
  await select(/A1B2C3466/, user)
  await choose('Recalculate', user)
  await screen.findByText('The invoice is accepted and closed, so its rows don’t change. Before that, 3 rows changed.')
})

test('an invoice that does not add up shows the difference and its refused rows', async () => {
  const server = serverWith()
  const { user } = await openScreen(`${LIST}/invoice-details?summaryID=17`, CLERK)
  await user.click(await screen.findByRole('button', { name: 'Show totals, causes and results' }))
  await screen.findByText('Line 2 states £22.40 net, but its rows total £18.40. That is £4.00 less.')
  screen.getByText(/ups-46.csv has 3 rows: 2 imported, 1 rejected/)
  screen.getByText(/The invoice date is in the future, and on 1 row more/)
  await user.click(screen.getByRole('button', { name: 'Show 1 rejected row' }))
  await screen.findByText('A spreadsheet has rounded it')
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Weight or size' }))
  await waitFor(() => expect(server.callsTo(invoices.details).at(-1)?.body).toMatchObject({ cause: 'weight or size' }))
})

test('the explanation of a cost includes the price and who entered it', async () => {
  const server = serverWith()
  server.answer(invoices.why, {
    ...ok,
    parcel: PARCEL,
    despatch: {
      clientCode: 'ACME',
      orderNumber: 'W100',
      trackingNumber: '1ZA1B2C30000000001',
      carrier: 'UPS',
      carrierService: 'Standard',
      despatchedAt: '2026-11-10T16:00:00.000Z',
      weight: '11',
    },
    price: {
      clientMethodID: 'UPS-STD',
      methodDescription: 'UPS Standard',
      pricingMethod: 'By Weight Matrix',
      ruleBookVersion: 4,
      publishedAt: '2026-10-01T09:00:00.000Z',
      holdsFrom: '2026-09-15',
      publishedBy: 'grace',
      summary: '',
    },
    matchedByHand: null,
    missing: null,
    steps: [{ title: 'Price', text: 'UPS Standard up to 11 kg', amount: '6.50' }],
  })
  server.answer(invoices.parcelCharges, ACCOUNT)
  const { user, search } = await openScreen(`${LIST}/invoice-details-parcel?summaryID=17&detailsID=171`, CLERK)
  await user.click(await screen.findByRole('button', { name: /^Expected cost of 1ZA1B2C30000000001/ }))
  const why = within(await screen.findByRole('dialog', { name: 'Expected cost' }))
  await why.findByText('Carrier billed 12.4 kg; 11.0 kg was despatched.')
  why.getByText('grace')
  expect(why.getByText('Effective from').nextSibling?.textContent).toBe('15 Sep 2026')
  why.getByText('UPS Standard up to 11 kg')
  const account = await why.findByRole('table', { name: 'Parcel account' })
  expect(
    within(account)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Due',
    'The parcel costs £6.50.£6.50',
    'Total due£6.50',
    'Billed',
    `UPS A1 ${dayText('2026-11-16', operatorToday())} Overcharged posted ${dayText('2026-11-17', operatorToday())}£11.90`,
    'Total billed£11.90',
    'Disputed',
    'D-000004 sent, claimed and open£5.00',
    'D-000003 refused, not credited£0.40',
    'Claimed and open£5.00',
    'Balance',
    'Due less billed, including claims−£0.40',
    'Accrual',
    'Accrued until it was billed.£6.50',
    'Reversed by the posting of invoice A1−£6.50',
  ])
  why.getByText(/^Billed outside this account/)
  expect(search()['parcel']).toBe('1711')
})

test('an accepted invoice is closed: its receipt offers no undo', async () => {
  const server = serverWith()
  server.answer(invoices.decideSummary, { ...ok, message: 'Invoice accepted.', commandId: COMMAND, done: 2 })
  const { user } = await openScreen(`${LIST}/invoice-details?summaryID=17`, CLERK)
  await user.click(await screen.findByRole('button', { name: 'Accept invoice…' }))
  await user.click(await screen.findByRole('button', { name: 'Accept 1 invoice' }))
  await screen.findByText('Invoice accepted.', { selector: 'p' })
  screen.getByRole('button', { name: 'Receipts' })
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a closed invoice says so, and nothing on it can be decided', async () => {
  serverWith({ status: 'Accepted' })
  const { user } = await openScreen(`${LIST}/invoice-details?summaryID=17`, CLERK)
  await screen.findByText('This invoice is accepted and closed.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Accept invoice…' }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  const items = await screen.findAllByRole<HTMLButtonElement>('menuitem')
  const closed = (name: string) => `${name}This invoice is accepted and closed. true`
  expect(items.map(({ textContent, disabled }) => `${textContent} ${disabled}`)).toEqual([
    closed('Reject invoice…'),
    closed('Recalculate'),
    'Compare decided rows false',
    closed('Delete invoice…'),
  ])
})

test('decided rows that would cost something else now are listed on request', async () => {
  const server = serverWith({ status: 'Accepted' })
  server.answer(invoices.differences, {
    ...ok,
    rows: [
      {
        parcelID: '1711',
        clientCode: 'ACME',
        orderNumber: 'O-1',
        trackingNumber: '1ZA1B2C30000000001',
        status: 'Accepted',
        billed: '6.50',
        expected: '6.00',
        expectedNow: '6.50',
        difference: '0.50',
      },
    ],
    after: null,
  })
  const { user } = await openScreen(`${LIST}/invoice-details?summaryID=17`, CLERK)
  const actions = within(await screen.findByRole('group', { name: 'Invoice actions' }))
  await user.click(actions.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Compare decided rows' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Decided rows with a new expected cost' }))
  await dialog.findByText(/^1 row/)
  dialog.getByRole('row', { name: /1ZA1B2C30000000001 ACME Accepted £6\.50 £6\.00 £6\.50 \+£0\.50/ })
})

test('one menu above the rows exports the details, or all rows', async () => {
  const server = serverWith()
  server.answer(invoices.exportRows, refusal('unprocessable', 'It did not work.'))
  const { user } = await openScreen(`${LIST}/invoice-details?summaryID=17`, CLERK)
  await screen.findByRole('link', { name: 'All parcels' })
  await user.click(screen.getByRole('button', { name: 'Export' }))
  const menu = within(await screen.findByRole('menu'))
  menu.getByText('Details')
  menu.getByText('All rows')
  const [, ofRows] = menu.getAllByRole('menuitem', { name: 'CSV' })
  if (ofRows) await user.click(ofRows)
  await screen.findByText('Nothing was exported. It did not work.')
  expect(server.callsTo(invoices.exportRows).map(({ body }) => body.summaryIDs)).toEqual([['17']])
})

test('the receipt of a decision is shown only on its own invoices', async () => {
  serverWith()
  await openScreen(`${LIST}/invoice-details?summaryID=17`, CLERK)
  await screen.findByRole('heading', { name: /A1B2C3466/ })
  const decided = (message: string, ...summaryIDs: string[]) =>
    act(() => storeDecision({ message, commandIds: [COMMAND], done: 1, summaryIDs }))
  decided('That of this one.', '17', '18')
  await screen.findByText('That of this one.', { selector: 'p' })
  decided('That of another.', '18')
  // On another invoice it would look as if that one had been rejected.
  expect(screen.queryByText('That of another.', { selector: 'p' })).toBeNull()
})

test('the buttons of an invoice and of its selected rows say what each is for', async () => {
  serverWith()
  const { user } = await openScreen(`${LIST}/invoice-details?summaryID=17`, CLERK)
  await select(/1ZA1B2C30000000001/, user)
  await screen.findByRole('button', { name: 'Accept 1 detail' })
  const names = screen.getAllByRole('button', { name: /^(Accept|Reject|Delete)/ }).map((one) => one.textContent)
  expect(names.toSorted()).toEqual([
    'Accept 1 detail',
    'Accept invoice…',
    'Accept matched and within tolerance',
    'Delete 1 detail…',
    'Reject 1 detail…',
  ])
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Reject invoice…',
    'Recalculate',
    'Compare decided rows',
    'Delete invoice…',
  ])
})

test('a parcel row is accepted with one key, and a failure is shown', async () => {
  const server = serverWith()
  server.answer(invoices.decideParcels, refusal('unprocessable', 'The invoice is accepted, and closed.'))
  const { user } = await openScreen(`${LIST}/invoice-details-parcel?summaryID=17&detailsID=171`, CLERK)
  await select(/1ZA1B2C30000000001/, user)
  await screen.findByRole('button', { name: 'Accept 1 parcel row' })
  ;(document.activeElement as HTMLElement | null)?.blur()
  await user.keyboard('a')
  await screen.findByText('The invoice is accepted, and closed.')
  expect(server.callsTo(invoices.decideParcels)[0]).toMatchObject({ params: { value: 'accepted' } })
})

test('a row that someone else decided meanwhile is reloaded, and can then be decided', async () => {
  const server = serverWith()
  const late = 'Someone else changed this row.'
  server.answer(invoices.decideParcels, refusal('version_conflict', late))
  const { user } = await openScreen(`${LIST}/invoice-details-parcel?summaryID=17&detailsID=171`, CLERK)
  await select(/1ZA1B2C30000000001/, user)
  const theirs = { ...PARCEL, status: 'Rejected', reason: 'Already billed', version: 2 } as const
  server.answer(invoices.parcels, { ...ok, parcels: [theirs], pageInfo: { total: 1, page: 1, limit: 10 } })
  await user.click(await screen.findByRole('button', { name: 'Accept 1 parcel row' }))
  await screen.findByText(late)
  await within(await row(/1ZA1B2C30000000001/)).findByText('Rejected')
  await user.click(screen.getByRole('button', { name: 'Accept 1 parcel row' }))
  await waitFor(() =>
    expect(server.callsTo(invoices.decideParcels).map(({ body }) => body)).toEqual([
      { parcelIDs: '1711', versions: [1] },
      { parcelIDs: '1711', versions: [2] },
    ]),
  )
})
