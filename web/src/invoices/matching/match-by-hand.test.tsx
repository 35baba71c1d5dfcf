import { invoices } from '@despatch/contract/invoices/invoices'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import type { SignInOptions } from '../../testing/sign-in.ts'
import { DETAIL, INVOICE, PARCEL } from '../invoice-samples.ts'

const ROWS = '/invoice-reconciliation/invoice-details-parcel?summaryID=17&detailsID=171&parcel=1711'
const CLERK: SignInOptions = { type: 'Internal User', clients: ['ACME', 'BIRCH'] }
const ok = { code: 200 } as const
const NOT_FOUND = {
  ...PARCEL,
  verdict: 'Not found',
  verdictText: 'We couldn’t find a despatched parcel, consignment or order with this number.',
  clientCode: '',
  orderNumber: '',
} as const
const CANDIDATE = {
  clientCode: 'BIRCH',
  clientName: 'Birch Ltd',
  orderNumber: 'B-100',
  trackingNumber: '1ZREAL',
  carrier: 'UPS',
  despatchedAt: '2026-11-10T16:00:00.000Z',
  customer: 'Ada Lovelace',
  postCode: 'LS1 4AP',
  weight: '1.500',
}

function serverWith(row: typeof PARCEL | typeof NOT_FOUND, byHand: { by: string; at: string } | null = null) {
  const server = openServer()
  const pageInfo = { total: 1, page: 1, limit: 10 }
  server.answer(invoices.summary, { ...ok, summary: [INVOICE], pageInfo })
  server.answer(invoices.details, { ...ok, details: [DETAIL], pageInfo })
  server.answer(invoices.parcels, { ...ok, parcels: [row], pageInfo })
  server.answer(invoices.why, {
    ...ok,
    parcel: row,
    despatch: null,
    price: null,
    matchedByHand: byHand,
    missing: null,
    steps: [],
  })
  server.answer(invoices.matchCandidates, { ...ok, candidates: [CANDIDATE], hasMore: false })
  server.answer(invoices.matchPreview, {
    ...ok,
    billed: '11.90',
    expected: '6.50',
    variance: '5.40',
    currency: 'GBP',
    verdict: 'Overcharged',
    verdictText: '',
  })
  return server
}
const why = async () => within(await screen.findByRole('dialog', { name: 'Expected cost' }))

test('an unmatched row is searched, previewed, matched, and remembered on request', async () => {
  const server = serverWith(NOT_FOUND)
  server.answer(invoices.match, { ...ok, message: 'The row is matched.', parcelID: '1711', version: 2 })
  const { user } = await openScreen(ROWS, CLERK)
  await user.click(await (await why()).findByRole('button', { name: 'Match by hand…' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Match 1Z/ }))
  await user.type(dialog.getByRole('textbox', { name: 'Order or tracking number' }), 'b-100{Enter}')
  await user.click(await dialog.findByRole('radio', { name: /1ZREAL.*Order B-100, Birch Ltd, UPS/ }))
  await dialog.findByText('Overcharged')
  dialog.getByText('£6.50')
  await user.click(dialog.getByRole('checkbox', { name: /treat this carrier account as Birch Ltd/ }))
  await user.click(dialog.getByRole('button', { name: 'Match' }))
  await screen.findByText('The row is matched.')
  expect(server.callsTo(invoices.matchCandidates).at(-1)?.query).toEqual({ search: 'b-100' })
  expect(server.callsTo(invoices.match)[0]?.body).toEqual({
    parcelID: '1711',
    version: NOT_FOUND.version,
    clientCode: 'BIRCH',
    orderNumber: 'B-100',
    trackingNumber: '1ZREAL',
    remember: true,
  })
})

test('an empty search suggests what to try, and a refusal appears in the dialog', async () => {
  const server = serverWith(NOT_FOUND)
  server.answer(invoices.match, refusal('version_conflict', 'Someone else changed this row.'))
  const { user } = await openScreen(ROWS, CLERK)
  await user.click(await (await why()).findByRole('button', { name: 'Match by hand…' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Match 1Z/ }))
  expect(dialog.getByRole('button', { name: 'Match' }).hasAttribute('disabled')).toBe(true)
  await user.type(dialog.getByRole('textbox', { name: 'or postcode' }), 'LS1 4AP')
  await user.type(dialog.getByRole('textbox', { name: 'and despatch date' }), '10 Nov 2026')
  await user.click(dialog.getByRole('button', { name: 'Search' }))
  await user.click(await dialog.findByRole('radio', { name: /1ZREAL/ }))
  expect(server.callsTo(invoices.matchCandidates).at(-1)?.query).toEqual({ postCode: 'LS1 4AP', day: '2026-11-10' })
  await user.click(dialog.getByRole('button', { name: 'Match' }))
  await dialog.findByText('Someone else changed this row.')
  server.answer(invoices.matchCandidates, { ...ok, candidates: [], hasMore: false })
  await user.type(dialog.getByRole('textbox', { name: 'Order or tracking number' }), 'none{Enter}')
  await dialog.findByText(/^Nothing found/)
})

test('a match by hand shows its author, and is undone', async () => {
  const server = serverWith(PARCEL, { by: 'grace', at: '2026-11-12T10:00:00.000Z' })
  server.answer(invoices.unmatch, { ...ok, message: 'The match is undone.', parcelID: '1711', version: 3 })
  const { user } = await openScreen(ROWS, CLERK)
  await (await why()).findByText(/Matched by grace/)
  await user.click((await why()).getByRole('button', { name: 'Undo the match' }))
  await waitFor(() =>
    expect(server.callsTo(invoices.unmatch)[0]?.body).toEqual({ parcelID: '1711', version: PARCEL.version }),
  )
})

test('a client user sees no matching and no line of the file', async () => {
  serverWith(NOT_FOUND)
  await openScreen(ROWS, { type: 'Client User', clients: ['ACME'] })
  await (await why()).findByText('Charges')
  expect((await why()).queryByRole('button', { name: /Match/ })).toBeNull()
  const heads = screen.getAllByRole('columnheader', { hidden: true }).map((head) => head.textContent)
  expect(heads).toContain('Result')
  expect(heads).not.toContain('Line')
})
