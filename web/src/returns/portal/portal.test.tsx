import { dayText } from '../../kit/list/columns/moment-text.ts'
import { operatorToday } from '../../kit/browser/clock.ts'
import {
  announcedReturns,
  type ListedReturn,
  type ReturnRecord,
} from '@despatch/contract/returns/portal/announced-returns'
import { shoppersPage } from '@despatch/contract/returns/shoppers-page'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import type { SignInOptions } from '../../testing/sign-in.ts'

const PORTAL = '/reporting-and-enquiries/returns-portal'
const CLERK: SignInOptions = { type: 'Internal User', clients: ['ACME'] }
const LISTED: ListedReturn = {
  clientCode: 'ACME',
  returnReference: 'R2345678ABC',
  orderNumber: 'SO-1',
  customerName: 'Ada Lovelace',
  announcedAt: '2026-03-10T10:00:00.000Z',
  channel: 'portal',
  state: 'announced',
  stateTitle: 'Announced',
  review: 'waiting',
  SKU: 'MUG',
  lines: 2,
  quantity: 3,
  reasons: 'DAMAGED',
  refundDueOn: null,
  isOverdue: false,
}
const CAME: ListedReturn = {
  ...LISTED,
  returnReference: 'RCAME',
  review: 'none',
  state: 'received',
  stateTitle: 'Received',
  refundDueOn: '2026-03-01',
  isOverdue: true,
}
const record = (listed: ListedReturn, owed: number): ReturnRecord => ({
  ...listed,
  version: 3,
  by: '',
  email: 'ada@example.com',
  reviewedAt: null,
  reviewedBy: '',
  reviewReason: '',
  currency: 'GBP',
  fee: '0.00',
  postage: '0.00',
  exchangeOrder: '',
  exchange: 'none',
  parcels: [
    {
      lineNumbers: [1],
      destination: 'returns-centre',
      option: 'Post office',
      shopperPays: '3.50',
      label: '',
      isVoid: false,
    },
  ],
  details: [
    {
      lineNumber: 1,
      SKU: 'MUG',
      Item_Description: 'A mug',
      quantity: 2,
      reason: 'DAMAGED',
      comment: 'The handle came off',
      resolution: 'refund',
      answer: 'review',
      destination: 'returns-centre',
      pieces: [{ state: 'announced', title: 'Announced', quantity: 2 }],
      announced: 2 - owed,
      owed,
      // Finer than a penny.
      pieceValue: '6.2502',
    },
  ],
  steps: [
    {
      at: '2026-03-10T10:00:00.000Z',
      step: 'announced',
      title: 'Announced',
      by: '',
      reason: '',
      pieces: 2,
      amount: null,
      deduction: null,
      mailedAt: '2026-03-10T10:00:05.000Z',
    },
  ],
  paid: { refunded: '0.00', lines: [{ lineNumber: 1, value: '12.5004', bought: 2, refunded: 0, elsewhere: 0 }] },
  decision: {
    orderNumber: listed.orderNumber,
    bookVersion: 4,
    day: '2026-03-10',
    orderedOn: '2026-03-01',
    despatchedOn: '2026-03-02',
    deliveredOn: null,
    customer: 'consumer',
    answer: 'review',
    fee: '0.00',
    currency: 'GBP',
    lines: [],
    parcels: [],
  },
})

function serverWith(rows: readonly ListedReturn[], owed = 0) {
  const server = openServer()
  server.answer(announcedReturns.list, {
    rows: [...rows],
    total: rows.length,
    counts: { review: 1, due: 1, overdue: 1, label: 0 },
  })
  server.answer(announcedReturns.record, record(rows[0] ?? LISTED, owed))
  server.answer(shoppersPage.photos, { photos: [] })
  return server
}

test('reviews and overdue refunds are highlighted; a refusal requires a reason', async () => {
  const server = serverWith([LISTED, CAME])
  server.answer(announcedReturns.review, { message: 'Data updated successfully.', returnReference: 'R2345678ABC' })
  const { user } = await openScreen(PORTAL, CLERK)
  expect(await screen.findByText('Needs review')).toBeTruthy()
  expect(screen.getByText(/^Overdue/)).toBeTruthy()
  expect(screen.getAllByText('MUG and 1 more').length).toBe(2)
  await user.click(screen.getByRole('link', { name: 'R2345678ABC' }))
  const drawer = await screen.findByRole('dialog', { name: 'Return R2345678ABC' })
  expect(await within(drawer).findByText('The handle came off')).toBeTruthy()
  expect(within(drawer).getByText(/customer told by email/)).toBeTruthy()
  await user.click(within(drawer).getByRole('button', { name: 'Refuse…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Refuse return R2345678ABC?' })
  expect(within(dialog).getByRole('button', { name: 'Refuse' }).hasAttribute('disabled')).toBe(true)
  await user.type(within(dialog).getByLabelText('Reason (shown to the customer)'), 'Worn')
  await user.click(within(dialog).getByRole('button', { name: 'Refuse' }))
  await waitFor(() =>
    expect(server.callsTo(announcedReturns.review).at(-1)?.body).toEqual({
      answer: 'refused',
      reason: 'Worn',
      version: 3,
    }),
  )
})

test.each([
  [2, /^No labels left.*Add labels$/],
  [0, undefined],
])('a parcel without a label and %d pieces to send says what happens next', async (announced, banner) => {
  const server = serverWith([LISTED])
  const shown = record({ ...LISTED, review: 'none' }, 2)
  server.answer(announcedReturns.record, {
    ...shown,
    parcels: shown.parcels.map((parcel) => ({ ...parcel, label: null })),
    details: shown.details.map((line) => ({ ...line, announced })),
  })
  await openScreen(`${PORTAL}?return=R2345678ABC`, CLERK)
  const parcels = within(await screen.findByRole('region', { name: 'Return method' }))
  expect(parcels.getByRole('listitem').textContent).toMatch(/£3.50; no label$/)
  const note = screen.queryByRole('note')
  if (banner) expect(note?.textContent).toMatch(banner)
  else expect(note).toBeNull()
})

test('an overdue refund is the first thing that its return says', async () => {
  serverWith([CAME], 2)
  await openScreen(`${PORTAL}?return=RCAME`, CLERK)
  expect((await screen.findByRole('note')).textContent).toMatch(/^Refund overdue/)
})

test.each([
  ['on their way', 'in_transit', ['Received', 'Lost in transit'], '2'],
  ['closed as never sent', 'expired', ['Received'], '0'],
] as const)('staff can record the state of pieces that are %s', async (_title, state, choices, suggested) => {
  const server = serverWith([CAME])
  const shown = record(CAME, 0)
  const pieces = [{ state, title: state, quantity: 2 }]
  server.answer(announcedReturns.record, {
    ...shown,
    details: shown.details.map((line) => ({ ...line, announced: 0, pieces })),
  })
  server.answer(announcedReturns.mark, { message: 'Data updated successfully.', returnReference: 'RCAME' })
  const { user } = await openScreen(`${PORTAL}?return=RCAME`, CLERK)
  await user.click(await screen.findByRole('button', { name: 'Update return…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Update return RCAME?' }))
  const field = dialog.getByLabelText<HTMLInputElement>(/^Units of MUG/)
  expect(field.value).toBe(suggested)
  await user.click(dialog.getByLabelText('Outcome', { selector: 'input' }))
  const listed = within(await screen.findByRole('listbox', { name: 'Outcome' }))
  expect(listed.getAllByRole('option').map((option) => option.textContent)).toEqual(choices)
  await user.click(listed.getByRole('option', { name: 'Received' }))
  await user.clear(field)
  await user.type(field, '1')
  await user.click(dialog.getByRole('button', { name: 'Record' }))
  await waitFor(() =>
    expect(server.callsTo(announcedReturns.mark).at(-1)?.body).toMatchObject({
      state: 'received',
      lines: [{ lineNumber: 1, quantity: 1 }],
    }),
  )
})

test('a refund suggests the price minus the deduction', async () => {
  const server = serverWith([CAME], 2)
  server.answer(announcedReturns.refund, { message: 'Data updated successfully.', returnReference: 'RCAME' })
  const { user } = await openScreen(`${PORTAL}?return=RCAME`, CLERK)
  await user.click(await screen.findByRole('button', { name: 'Record refund…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Record a refund of RCAME' })
  await user.type(within(dialog).getByLabelText('Deduction (GBP, optional)'), '2.50')
  expect(within(dialog).getByLabelText<HTMLInputElement>('Refund amount (GBP)').value).toBe('10.00')
  await user.type(within(dialog).getByLabelText('Reason for the deduction (shown to the customer)'), 'A crack')
  await user.click(within(dialog).getByRole('button', { name: 'Record refund' }))
  await waitFor(() =>
    expect(server.callsTo(announcedReturns.refund).at(-1)?.body).toEqual({
      lines: [{ lineNumber: 1, quantity: 2 }],
      amount: '10.00',
      deduction: '2.50',
      reason: 'A crack',
      version: 3,
    }),
  )
})

test('a refund above the price requires a reason', async () => {
  const server = serverWith([CAME], 2)
  server.answer(announcedReturns.refund, { message: 'Data updated successfully.', returnReference: 'RCAME' })
  const { user } = await openScreen(`${PORTAL}?return=RCAME`, CLERK)
  await user.click(await screen.findByRole('button', { name: 'Record refund…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Record a refund of RCAME' }))
  await user.clear(dialog.getByLabelText('Refund amount (GBP)'))
  await user.type(dialog.getByLabelText('Refund amount (GBP)'), '100.00')
  const record = dialog.getByRole('button', { name: 'Record refund' })
  expect(record).toHaveProperty('disabled', true)
  expect(dialog.getByText('Enter a reason to refund more than the items cost.')).toBeTruthy()
  await user.type(dialog.getByLabelText('Deduction (GBP, optional)'), '1.00')
  expect(dialog.getByText('Remove the deduction to refund more than the items cost.')).toBeTruthy()
  await user.clear(dialog.getByLabelText('Deduction (GBP, optional)'))
  await user.type(dialog.getByLabelText('Reason for refunding more (shown to the customer)'), 'An apology')
  await user.click(record)
  const refunded = {
    lines: [{ lineNumber: 1, quantity: 2 }],
    amount: '100.00',
    deduction: '',
    reason: 'An apology',
    version: 3,
  }
  await waitFor(() => expect(server.callsTo(announcedReturns.refund).at(-1)?.body).toEqual(refunded))
})

/** Opens the refund dialog of a return with the given `paid` figures. */
async function openRefund(paid: ReturnRecord['paid'], details = record(CAME, 2).details, fee = '0.00') {
  const server = serverWith([CAME], 2)
  server.answer(announcedReturns.record, { ...record(CAME, 2), paid, details, fee })
  server.answer(announcedReturns.refund, { message: 'Data updated successfully.', returnReference: 'RCAME' })
  const { user } = await openScreen(`${PORTAL}?return=RCAME`, CLERK)
  await user.click(await screen.findByRole('button', { name: 'Record refund…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Record a refund of RCAME' }))
  const amount = dialog.getByLabelText<HTMLInputElement>('Refund amount (GBP)')
  return {
    server,
    user,
    dialog,
    amount,
    button: dialog.getByRole<HTMLButtonElement>('button', { name: 'Record refund' }),
  }
}
const paidOf = (refunded: string, given: Partial<ReturnRecord['paid']['lines'][number]> = {}) => ({
  refunded,
  lines: [{ lineNumber: 1, value: '12.50', bought: 2, refunded: 0, elsewhere: 0, ...given }],
})

test.each(['0', '12.49'])('a refund of %s, below the price, requires a reason', async (typed) => {
  const { server, user, dialog, amount, button } = await openRefund(paidOf('0.00'))
  expect(button.disabled).toBe(false)
  await user.clear(amount)
  await user.type(amount, typed)
  expect(button.disabled).toBe(true)
  expect(dialog.getByText('Enter a reason to refund less than the items cost.')).toBeTruthy()
  await user.type(dialog.getByLabelText('Reason for refunding less (shown to the customer)'), 'Worn')
  await user.click(button)
  await waitFor(() => expect(server.callsTo(announcedReturns.refund).at(-1)?.body).toMatchObject({ reason: 'Worn' }))
})

test('the returns fee’s reason disappears with the fee', async () => {
  const { user, dialog, amount, button } = await openRefund(paidOf('0.00'), undefined, '1.50')
  await user.clear(amount)
  await user.type(amount, '0')
  expect(button.disabled).toBe(true)
  expect(dialog.getByText('Deduct everything you don’t refund, and enter a reason.')).toBeTruthy()
  await user.clear(dialog.getByLabelText('Deduction (GBP, optional)'))
  expect(dialog.getByText('Enter a reason to refund less than the items cost.')).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>('Reason for refunding less (shown to the customer)').value).toBe('')
})

test('a refund shows what is left of the order and suggests no more', async () => {
  const { user, dialog, amount, button } = await openRefund(paidOf('10.00'))
  expect(
    dialog.getByText('Of £12.50 paid for the order’s items, £10.00 was refunded so far: £2.50 is left.'),
  ).toBeTruthy()
  expect(amount.value).toBe('2.50')
  expect(button.disabled).toBe(false)
  await user.clear(amount)
  await user.type(amount, '12.50')
  expect(dialog.getByText('Enter a reason to refund more than is left to refund.')).toBeTruthy()
  expect(dialog.getByLabelText('Reason for refunding more (shown to the customer)')).toBeTruthy()
})

test('with nothing left of the order no amount is suggested', async () => {
  const { amount } = await openRefund(paidOf('12.50'))
  expect(amount.value).toBe('0.00')
})

test('a negative amount is refused before it is sent', async () => {
  const { user, dialog, amount, button } = await openRefund(paidOf('0.00'))
  await user.clear(amount)
  await user.type(amount, '-1')
  expect(button.disabled).toBe(true)
  expect(dialog.getByText('Enter zero or more.')).toBeTruthy()
})

test('lines of one SKU show their price in the return and the refund', async () => {
  const details = record(CAME, 2).details.flatMap((line) => [
    { ...line, pieceValue: '20.00' },
    { ...line, lineNumber: 2, pieceValue: '10.00' },
  ])
  const { dialog } = await openRefund(paidOf('0.00'), details)
  for (const price of ['20.00', '10.00']) {
    expect(dialog.getByText(`(£${price} each)`)).toBeTruthy()
    expect(screen.getAllByText(`(£${price} each)`)).toHaveLength(2)
  }
})

test('the first refund deducts the fee, and the next one starts without it', async () => {
  const server = serverWith([CAME], 2)
  const before = { ...record(CAME, 2), fee: '1.50' }
  server.answer(announcedReturns.record, before)
  server.answer(announcedReturns.refund, { message: 'Data updated successfully.', returnReference: 'RCAME' })
  const { user } = await openScreen(`${PORTAL}?return=RCAME`, CLERK)
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Record refund…' }))
    return within(await screen.findByRole('dialog', { name: 'Record a refund of RCAME' }))
  }
  const values = ({ getByLabelText: at }: ReturnType<typeof within>) =>
    [/^Refund amount/, /^Deduction/, /shown to the customer\)$/, /^Units of MUG/].map(
      (label) => at(label).getAttribute('value') ?? '',
    )
  const first = await open()
  expect(values(first)).toEqual(['11.00', '1.50', 'Returns fee', '2'])
  await user.clear(first.getByLabelText(/^Units of MUG/))
  await user.type(first.getByLabelText(/^Units of MUG/), '1')
  await user.clear(first.getByLabelText(/^Refund amount/))
  await user.type(first.getByLabelText(/^Refund amount/), '5.00')
  const step = { ...before.steps[0], step: 'refunded', title: 'Refunded', pieces: 1, amount: '5.00', deduction: '1.50' }
  const [line] = before.details
  server.answer(announcedReturns.record, {
    ...before,
    details: line ? [{ ...line, owed: 1 }] : [],
    paid: { refunded: '5.00', lines: before.paid.lines.map((one) => ({ ...one, refunded: 1 })) },
    steps: [
      ...before.steps,
      { ...step, at: '2026-03-12T10:00:00.000Z', by: '', reason: 'Returns fee', mailedAt: null },
    ],
  })
  await user.click(first.getByRole('button', { name: 'Record refund' }))
  await screen.findByText(/Refunded, 1 unit/)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Record a refund of RCAME' })).toBeNull())
  expect(values(await open())).toEqual(['6.25', '', '', '1'])
})

test('staff announce a return for a customer, overruling the rules with a reason', async () => {
  const server = serverWith([LISTED])
  const line = {
    lineNumber: 1,
    SKU: 'MUG',
    Item_Description: 'A mug',
    quantity: 2,
    returnable: 2,
    pieceValue: '6.25',
    reason: 'MIND',
    answer: 'refused' as const,
    why: 'too-late' as const,
    sentence: 'Too late.',
    text: '',
    until: null,
    change: '',
    fee: '0.00',
    resolutions: ['refund' as const],
    keep: false,
    destination: null,
    options: [],
    tried: [],
  }
  const decision = { ...record(LISTED, 0).decision, lines: [line, { ...line, lineNumber: 2, returnable: 0 }] }
  server.answer(announcedReturns.offer, { decision, reasons: [{ code: 'MIND', title: 'Changed my mind' }] })
  server.answer(announcedReturns.announce, refusal('internal_error', 'Something went wrong'))
  const { user } = await openScreen(PORTAL, CLERK)
  await user.click(await screen.findByRole('button', { name: 'Create return' }))
  let drawer = await screen.findByRole('dialog', { name: 'Create return' })
  await user.type(within(drawer).getByLabelText('Order number'), 'SO-1{Enter}')
  const pieces = await within(drawer).findByLabelText('Units')
  for (const number of [1, 2]) expect(within(drawer).getByText(`(£6.25 each, line ${number})`)).toBeTruthy()
  await user.clear(pieces)
  await user.type(pieces, '2')
  expect(within(drawer).getByText('Choose a reason.')).toBeDefined()
  await user.click(within(drawer).getByRole('combobox', { name: 'Reason' }))
  await user.click(await screen.findByRole('option', { name: 'Changed my mind' }))
  await user.click(within(drawer).getByLabelText(/^Allow it even where/))
  await user.type(within(drawer).getByLabelText('Why'), 'Loyal')
  // Closed with Escape and reopened, the form keeps its values.
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Create return' }))
  drawer = await screen.findByRole('dialog', { name: 'Create return' })
  await user.type(within(drawer).getByLabelText('Order number'), 'SO-1{Enter}')
  expect((await within(drawer).findByLabelText<HTMLInputElement>('Units')).value).toBe('2')
  expect(within(drawer).getByLabelText<HTMLInputElement>('Why').value).toBe('Loyal')
  await user.click(within(drawer).getByRole('button', { name: 'Create return' }))
  await within(drawer).findByText(/^Something went wrong/)
  server.answer(announcedReturns.announce, { message: 'Return RNEW created.', returnReference: 'RNEW' })
  await user.click(within(drawer).getByRole('button', { name: 'Create return' }))
  await waitFor(() => expect(server.callsTo(announcedReturns.announce)).toHaveLength(2))
  await waitFor(() =>
    expect(server.callsTo(announcedReturns.announce).at(-1)?.body).toMatchObject({
      orderNumber: 'SO-1',
      lines: [{ lineNumber: 1, quantity: 2, reason: 'MIND', resolution: 'refund' }],
      overrule: 'Loyal',
    }),
  )
  // Sending it again after a failure gives one return.
  const keys = server.callsTo(announcedReturns.announce).map(({ headers }) => headers.get('idempotency-key'))
  expect(keys[0]).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  expect(new Set(keys).size).toBe(1)
})

test('a partial review names its items', async () => {
  const server = serverWith([LISTED])
  const whole = record(LISTED, 0)
  const [line] = whole.details
  const details = line ? [line, { ...line, lineNumber: 2, SKU: 'PLATE', answer: 'allowed' as const }] : []
  server.answer(announcedReturns.record, { ...whole, details })
  const { user } = await openScreen(`${PORTAL}?return=R2345678ABC`, CLERK)
  await user.click(await screen.findByRole('button', { name: 'Refuse…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Refuse return R2345678ABC?' }))
  dialog.getByText('This applies to MUG only. The other items are accepted.')
})

test('photos of a return are shown by item, and loaded for its client', async () => {
  const server = serverWith([LISTED])
  const at = { storedAt: '2026-03-10T10:00:00.000Z', deletedAt: '2026-09-10T10:00:00.000Z' }
  const photoId = '0d9b3ad6-6b8e-4a7d-9f3c-2f6f5f2f0002'
  server.answer(shoppersPage.photos, {
    photos: [{ photoId, lineNumber: 1, width: 800, height: 600, bytes: 90_000, ...at }],
  })
  server.answer(shoppersPage.photo, new Blob(['\u00ff\u00d8']))
  await openScreen(`${PORTAL}?return=R2345678ABC`, CLERK)
  const photo = await screen.findByRole('img', { name: 'Photo 1, MUG' })
  expect(photo.closest('a')?.href).toMatch(/^blob:/)
  expect(screen.getByText(/^Kept until/).textContent).toBe(`Kept until ${dayText('2026-09-10', operatorToday())}.`)
  expect(server.callsTo(shoppersPage.photos)[0]?.query).toEqual({ returnReference: 'R2345678ABC' })
  expect(server.callsTo(shoppersPage.photo)[0]?.params).toEqual({ photoId })
})

test('negative pieces are refused instead of silently dropped', async () => {
  serverWith([CAME], 2)
  const { user } = await openScreen(`${PORTAL}?return=RCAME&client=ACME`, CLERK)
  await user.click(await screen.findByRole('button', { name: 'Record refund…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Record a refund of RCAME' }))
  const pieces = dialog.getByLabelText('Units of MUG, line 1')
  await user.clear(pieces)
  await user.type(pieces, '-5')
  dialog.getByText('Enter zero or more units.')
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Record refund' }).disabled).toBe(true)
})
