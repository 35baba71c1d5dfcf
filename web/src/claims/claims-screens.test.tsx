import type { Claim, Claimable } from '@despatch/contract/claims/claim'
import type { ClaimTermsDto } from '@despatch/contract/claims/claim-terms'
import { claims } from '@despatch/contract/claims/claims'
import { BRANCHES_FAILED } from '@despatch/domain/claims/claim'
import { EMPTY_PDF } from '@despatch/domain/feedback/messages'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../testing/fake-server.ts'
import { claimToFillInAddress } from '../kit/navigation/addresses.ts'
import { openScreen, openServer } from '../testing/open-portal.tsx'
import type { SignInOptions } from '../testing/sign-in.ts'
import { CLAIM_SCREENS, claimableAddress } from './addresses.ts'

const CLERK: SignInOptions = { type: 'Internal User', clients: ['ACME'] }
const PARCEL: Claimable = {
  clientCode: 'ACME',
  trackingNumber: '15501234567890',
  orderNumber: 'W100',
  carrierCode: 'DPD',
  carrierName: 'DPD',
  carrierService: 'Two Day',
  cause: 'lost',
  despatchedOn: '2026-11-01',
  deadline: '2026-11-29',
  daysLeft: 3,
  currency: 'GBP',
  goods: '25.00',
  carriage: '4.50',
  amount: '29.50',
}
const { daysLeft: _daysLeft, ...OF_PARCEL } = PARCEL
const LISTED: Claim = {
  ...OF_PARCEL,
  claimID: '12',
  number: 'C-000012',
  submission: 'S-000003',
  state: 'sent',
  accepted: null,
  paid: '0.00',
  carrierReference: '',
  preparedAt: '2026-11-20T09:00:00.000Z',
  preparedBy: 'ada',
  sentAt: '2026-11-20T10:00:00.000Z',
  closedAt: null,
  version: 2,
}
const BRANCH = {
  clientCode: 'ACME',
  Branch_Code: 'M11AE-3F9A12',
  Address_1: 'Unit 4',
  Address_2: 'High Street',
  Address_3: '',
  Address_4: '',
  Post_Code: 'M1 1AE',
  Country: 'GB',
  claimable: 1,
  ConsolidatedList: [PARCEL],
}
const SUMS = [
  {
    carrierCode: 'DPD',
    carrierName: 'DPD',
    cause: 'lost',
    currency: 'GBP',
    parcels: 1,
    goods: '25.00',
    amount: '29.50',
    thisWeek: 1,
  },
] as const
const PREPARED = {
  message: '1 claim is prepared in S-000003.',
  done: 1,
  submissions: [{ number: 'S-000003', carrierName: 'DPD', claims: 1 }],
  receipts: [
    {
      clientCode: 'ACME',
      trackingNumber: PARCEL.trackingNumber,
      isDone: true,
      claimID: '12',
      number: 'C-000012',
      message: '',
    },
  ],
}

const TERMS: ClaimTermsDto = {
  termsID: '1',
  carrierCode: 'DPD',
  service: '',
  from: '2026-01-01',
  to: '',
  source: 'Contract of 2026',
  lostAfterDays: 7,
  lostWithinDays: 28,
  damagedWithinDays: null,
  lateAfterDays: 1,
  lateWithinDays: 28,
  mostPerParcel: '',
  mostPerKg: '',
  limitCurrency: 'GBP',
  isChecked: true,
  basis: 'selling price',
  costPercent: 100,
  isCarriagePaid: true,
  evidence: [],
  email: '',
  address: '',
  form: '',
  version: 1,
  changedAt: '2026-01-01T09:00:00.000Z',
  changedBy: 'ada',
}

function serverWithClaims() {
  const server = openServer()
  server.answer(claims.list, { rows: [LISTED], total: 1 })
  server.answer(claims.terms, { terms: [], gaps: [], without: [] })
  server.answer(claims.prepare, PREPARED)
  return server
}

test("a customer's branch leads to its parcels and claims; an empty form is reported", async () => {
  const server = serverWithClaims()
  server.answer(claims.searchBranch, { branches: [BRANCH], totalRows: 1 })
  server.answer(claims.search, new Blob([], { type: 'application/pdf' }))
  server.answer(claims.terms, { terms: [TERMS], gaps: [], without: [] })
  const { user } = await openScreen(CLAIM_SCREENS.customer, CLERK)
  await user.click(await screen.findByRole('combobox', { name: 'Carrier' }))
  await user.click(await screen.findByRole('option', { name: 'DPD' }))
  await user.type(await screen.findByRole('textbox', { name: 'Customer' }), 'SHOPS{Enter}')
  await user.click(await screen.findByRole('button', { name: BRANCH.Branch_Code }))
  expect(await screen.findByRole('row', { name: /15501234567890.*£29\.50/ })).toBeDefined()
  expect(server.callsTo(claims.searchBranch)[0]?.body).toMatchObject({ customer: 'SHOPS', carrier: 'DPD' })
  await user.click(screen.getByRole('button', { name: 'Claim form (PDF)' }))
  expect(await screen.findByText(EMPTY_PDF)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Prepare 1 claim' }))
  expect(await screen.findByText(/search=S-000003/)).toBeDefined()
  expect(server.callsTo(claims.prepare)[0]?.body).toEqual({
    parcels: [{ clientCode: 'ACME', trackingNumber: PARCEL.trackingNumber }],
  })
})

test("a failed branch search shows the specification's message", async () => {
  serverWithClaims().answer(claims.searchBranch, refusal('internal_error', 'Something went wrong'))
  await openScreen(`${CLAIM_SCREENS.customer}?view=branch&customer=SHOPS`, CLERK)
  expect(await screen.findByText(BRANCHES_FAILED)).toBeDefined()
})

test('unchecked terms are named above claimable parcels, and marked among the terms', async () => {
  const server = serverWithClaims()
  server.answer(claims.terms, { terms: [{ ...TERMS, isChecked: false }], gaps: [], without: [] })
  await openScreen(CLAIM_SCREENS.terms, CLERK)
  await screen.findByText('Not checked against a contract')
  screen.getByText(/The terms of DPD are sample terms from 2025/)
})

test('deadlines of this week filter the list of claimable parcels', async () => {
  const server = serverWithClaims()
  server.answer(claims.claimable, { rows: [PARCEL], total: 1, sums: [...SUMS] })
  const { user } = await openScreen(CLAIM_SCREENS.claimable, CLERK)
  expect(await screen.findByText('3 days left')).toBeDefined()
  const sums = within(await screen.findByRole('table', { name: 'Claimable by carrier and cause' }))
  await user.click(sums.getAllByRole('button', { name: '1' })[0] as HTMLElement)
  await waitFor(() =>
    expect(server.callsTo(claims.claimable).at(-1)?.body).toMatchObject({ carrier: 'DPD', until: expect.any(String) }),
  )
})

test("an order's link opens its prefilled claim, and a button prepares it", async () => {
  const server = serverWithClaims()
  server.answer(claims.claimable, { rows: [PARCEL], total: 1, sums: [...SUMS] })
  const { user } = await openScreen(claimableAddress({ reference: 'W100', open: 'W100' }), CLERK)
  const drawer = within(await screen.findByRole('dialog', { name: 'Claim for W100' }))
  expect(await drawer.findByText('£29.50')).toBeDefined()
  await user.click(drawer.getByRole('button', { name: 'Prepare claim' }))
  await waitFor(() =>
    expect(server.callsTo(claims.prepare)[0]?.body).toEqual({
      parcels: [{ clientCode: 'ACME', trackingNumber: PARCEL.trackingNumber }],
    }),
  )
})

test('missed deadlines in the figures link to their parcels, which cannot be prepared', async () => {
  const server = serverWithClaims()
  const counts = { claims: 0, acceptedClaims: 0, refusedClaims: 0, paidClaims: 0 }
  const none = { ...counts, goods: '0.00', claimed: '0.00', accepted: '0.00', refused: '0.00', paid: '0.00' }
  const of = { carrierCode: 'DPD', carrierName: 'DPD', clientCode: 'ACME', cause: 'lost', currency: 'GBP' } as const
  server.answer(claims.figures, { rows: [{ ...of, ...none, missed: 2, missedGoods: '40.00', missedAmount: '50.00' }] })
  const days = { from: '2026-10-01', to: '2026-10-31' }
  await openScreen(`${CLAIM_SCREENS.figures}?from=${days.from}&to=${days.to}`, CLERK)
  const [link] = await screen.findAllByRole('link', { name: '2' })
  const to = link?.getAttribute('href') ?? ''
  expect(new URL(to, 'http://localhost').searchParams.get('missedTo')).toBe(days.to)
  cleanup()
  server.answer(claims.claimable, { rows: [{ ...PARCEL, daysLeft: -3 }], total: 1, sums: [...SUMS] })
  await openScreen(to, CLERK)
  expect(await screen.findByRole('heading', { name: /Expired claims/ })).toBeDefined()
  expect(server.callsTo(claims.claimable).at(-1)?.body).toMatchObject({
    carrier: 'DPD',
    missedFrom: days.from,
    missedTo: days.to,
  })
  expect(await screen.findByText('expired 3 days ago')).toBeDefined()
  expect(screen.getByRole('button', { name: /^Prepare \d* ?claims?/ })).toHaveProperty('disabled', true)
})

test('a sent claim is marked as partly accepted', async () => {
  const server = serverWithClaims()
  server.answer(claims.claim, {
    claim: LISTED,
    history: [{ at: LISTED.preparedAt, by: 'ada', what: 'prepared', text: 'lost', amount: '29.50' }],
    evidence: ['Proof of value'],
    files: [],
    office: { email: 'claims@dpd.example', address: '', form: '' },
  })
  server.answer(claims.act, { message: 'Claim C-000012 is marked as accepted.', done: 1, receipts: [] })
  const { user } = await openScreen(`${CLAIM_SCREENS.cases}?claim=12`, CLERK)
  const drawer = within(await screen.findByRole('dialog', { name: 'Claim' }))
  expect(await drawer.findByText(/Proof of value/)).toBeDefined()
  const acts = within(drawer.getByRole('group', { name: 'Claim actions' }))
  expect(acts.getAllByRole('button').map((button) => button.textContent || button.getAttribute('aria-label'))).toEqual([
    'Mark as acknowledged',
    'Mark as accepted…',
    'More actions',
  ])
  await user.click(drawer.getByRole('button', { name: 'Mark as accepted…' }))
  const dialog = within(await screen.findByRole('dialog', { name: /Mark as accepted/ }))
  await user.type(dialog.getByRole('textbox', { name: /Amount/ }), '10')
  await user.click(dialog.getByRole('button', { name: 'Mark as accepted' }))
  await waitFor(() =>
    expect(server.callsTo(claims.act)[0]).toMatchObject({ params: { act: 'accept' }, body: { amount: '10.00' } }),
  )
})

test.each([
  [
    'an unsent claim says how long is left',
    { state: 'prepared', deadline: '2001-01-01' },
    /^Not sent yet: expired [\d,]+ days ago/,
  ],
  ['a refused claim says why', { state: 'refused' }, /^Refused by the carrierPoorly packed$/],
] as const)('%s', async (_title, overrides, banner) => {
  serverWithClaims().answer(claims.claim, {
    claim: { ...LISTED, ...overrides },
    history: [{ at: LISTED.preparedAt, by: 'ada', what: 'refused', text: 'Poorly packed', amount: null }],
    evidence: [],
    files: [],
    office: { email: '', address: '', form: '' },
  })
  await openScreen(`${CLAIM_SCREENS.cases}?claim=12`, CLERK)
  expect((await screen.findByRole('note')).textContent).toMatch(banner)
})

test('a message that saves slowly is saved once, even if the claim is reopened', async () => {
  const server = serverWithClaims()
  server.answer(claims.claim, {
    claim: LISTED,
    history: [],
    evidence: [],
    files: [],
    office: { email: '', address: '', form: '' },
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.answer(claims.message, async () => {
    await promise
    return { message: 'Note added.' }
  })
  const { user, go } = await openScreen(`${CLAIM_SCREENS.cases}?claim=12`, CLERK)
  const text = () => screen.findByLabelText<HTMLTextAreaElement>('Add note')
  await user.type(await text(), 'They have found it')
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  await waitFor(() => expect(server.callsTo(claims.message)).toHaveLength(1))
  await go(CLAIM_SCREENS.cases)
  await waitFor(() => expect(screen.queryByLabelText('Add note')).toBeNull())
  await go(`${CLAIM_SCREENS.cases}?claim=12`)
  expect((await text()).value).toBe('They have found it')
  screen.getByText(/were sent but not confirmed/)
  resolve()
  await waitFor(async () => expect((await text()).value).toBe(''))
  expect(screen.queryByText(/were sent but not confirmed/)).toBeNull()
})

test('a user who does not see costs sees counts and goods, never £0.00', async () => {
  const server = serverWithClaims()
  const { amount: _amount, carriage: _carriage, ...late } = { ...PARCEL, cause: 'late', goods: '0.00' } as const
  const { amount: _sum, ...lateSum } = { ...SUMS[0], cause: 'late', goods: '0.00' } as const
  server.answer(claims.claimable, { rows: [late], total: 1, sums: [lateSum] })
  await openScreen(CLAIM_SCREENS.claimable, CLERK)
  expect(await screen.findAllByText('Carriage')).toHaveLength(2)
  expect(screen.queryByText('£0.00')).toBeNull()
  cleanup()
  const of = { carrierCode: 'DPD', carrierName: 'DPD', clientCode: 'ACME', cause: 'lost', currency: 'GBP' } as const
  const counts = { claims: 7, acceptedClaims: 4, refusedClaims: 2, paidClaims: 3, missed: 1 }
  server.answer(claims.figures, { rows: [{ ...of, ...counts, goods: '175.00', missedGoods: '25.00' }] })
  await openScreen(CLAIM_SCREENS.figures, CLERK)
  const [row] = await screen.findAllByRole('row', { name: /^DPD/ })
  expect(row?.textContent).toBe('DPD7£175.00423' + '1£25.00')
})

test('tiles compare claims with the period before', async () => {
  const server = serverWithClaims()
  const of = { carrierCode: 'DPD', carrierName: 'DPD', clientCode: 'ACME', cause: 'lost', currency: 'GBP' } as const
  const counts = { claims: 7, acceptedClaims: 4, refusedClaims: 2, paidClaims: 3, missed: 1 }
  const sums = { goods: '175.00', claimed: '200.00', accepted: '60.00', refused: '0.00', paid: '0.00' }
  const row = { ...of, ...counts, ...sums, missedGoods: '25.00', missedAmount: '30.00' }
  server.answer(claims.figures, ({ body }) => ({
    rows: [
      body.dateFrom === '2026-10-01' ? row : { ...row, claims: 5, claimed: '100.00', accepted: '80.00', missed: 3 },
    ],
  }))
  await openScreen(`${CLAIM_SCREENS.figures}?from=2026-10-01&to=2026-10-28`, CLERK)
  const tileOf = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement?.textContent
  await expect.poll(() => tileOf('Claims')).toMatch(/7.*\+2/)
  expect(tileOf('Claimed')).toMatch(/£200\.00.*\+100%/)
  expect(tileOf('Accepted')).toMatch(/£60\.00.*−25%, worse/)
  expect(tileOf('Expired')).toMatch(/1.*−2, better£30\.00 not claimed/)
  screen.getByText(/Compared with 3 – 30 Sep 2026$/)
})

test('the link from an unclaimable parcel says why, or leads to its claim', async () => {
  const server = serverWithClaims()
  server.answer(claims.claimable, { rows: [], total: 0, sums: [] })
  const why = 'This parcel arrived on time and isn’t reported as damaged.'
  const of = { clientCode: 'ACME', trackingNumber: PARCEL.trackingNumber, can: false, claimable: null }
  server.answer(claims.parcel, { parcels: [{ ...of, why, claimID: '', claimNumber: '' }] })
  const reference = PARCEL.trackingNumber
  await openScreen(claimToFillInAddress({ reference, open: reference, client: 'ACME' }), CLERK)
  expect(await screen.findByText(new RegExp(why))).toBeDefined()
  expect(server.callsTo(claims.claimable)[0]?.body).toMatchObject({ reference, clientCode: 'ACME' })
  cleanup()
  server.answer(claims.parcel, {
    parcels: [{ ...of, why: 'This parcel already has a claim.', claimID: '12', claimNumber: 'C-000012' }],
  })
  await openScreen(claimToFillInAddress({ reference, open: reference }), CLERK)
  expect(await screen.findByRole('link', { name: 'Claim C-000012' })).toBeDefined()
})

test('terms show their numbers of days, also a single one', async () => {
  serverWithClaims().answer(claims.terms, { terms: [TERMS], gaps: [], without: [] })
  await openScreen(CLAIM_SCREENS.terms, CLERK)
  expect(await screen.findByText('From 1 day late, claim within 28 days')).toBeDefined()
})

test('the files of a claim are listed, and deleted', async () => {
  const server = serverWithClaims()
  const file = {
    fileID: '0d9b3ad6-6b8e-4a7d-9f3c-2f6f5f2f0002',
    name: 'scratch.jpg',
    type: 'image/jpeg',
    bytes: 41_200,
    addedAt: LISTED.preparedAt,
    addedBy: 'ada',
  } as const
  const answer = {
    claim: LISTED,
    history: [],
    evidence: [],
    files: [file],
    office: { email: '', address: '', form: '' },
  }
  server.answer(claims.claim, answer)
  server.answer(claims.removeFile, { message: 'scratch.jpg is deleted.' })
  const { user } = await openScreen(`${CLAIM_SCREENS.cases}?claim=12`, CLERK)
  const drawer = within(await screen.findByRole('dialog', { name: 'Claim' }))
  expect(await drawer.findByText(/42 KB, ada/)).toBeDefined()
  await user.click(drawer.getByRole('button', { name: 'Delete scratch.jpg' }))
  await waitFor(() => expect(server.callsTo(claims.removeFile)[0]?.params).toEqual({ fileID: file.fileID }))
})
