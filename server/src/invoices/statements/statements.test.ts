import { contract } from '@despatch/contract/contract'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { makeInvoice } from '../../testing/invoices/make-invoice.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { invoices } = contract

let portal: TestPortal
let operator: SignedIn
let acme: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  for (const code of ['ACME', 'BIRCH']) await makeClient(on, { code, name: `${code} Ltd` })
  operator = { ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })), client: 'All_client' }
  acme = await makeSession(on, { clients: ['ACME'] })
})
afterAll(() => portal.close())

const shared = (day: string) =>
  makeInvoice(portal.testDatabase, { day, rows: [{ client: 'ACME' }, { client: 'BIRCH' }, { client: 'ACME' }] })
const today = dayOf(new Date())
const days = { from: addDays(today, -1), to: addDays(today, 1) }
const statement = (query: object = {}, as = operator) =>
  portal.call(invoices.statement, { query: { clientCode: 'ACME', ...days, ...query } }, as)
const accept = async (summaryID: string) =>
  expect(
    (await portal.call(invoices.decideSummary, { params: { id: 'Accepted' }, body: { summaryID } }, operator)).status,
  ).toBe(200)
const post = async (...summaryIDs: string[]) =>
  expect((await portal.call(invoices.post, { body: { summaryIDs } }, operator)).status).toBe(200)

test('a statement lists posted charges of its days, and accepted ones that wait', async () => {
  const made = await shared('2026-01-10')
  await shared('2026-01-11')
  const later = await shared('2026-02-01')
  const on = portal.testDatabase
  await on.asOwner(`update invoice_parcels set tax = 9000 where invoice_id = $1`, [made.id])
  const charges = [
    { code: 'B', text: 'Base', category: 'base', net: 40_000, line: 1 },
    { code: 'F', text: 'Fuel', category: 'fuel', net: 4000, line: 1 },
  ]
  await on.asOwner(`update invoice_parcels set charges = $2 where invoice_id = $1`, [made.id, JSON.stringify(charges)])
  for (const { id } of [made, later]) await accept(id)
  const waiting = [
    { summaryID: made.id, parcels: 2, net: '9.00', tax: '1.80', postedOn: null },
    { summaryID: later.id, parcels: 2, net: '9.00', tax: null, postedOn: null },
  ]
  expect((await statement()).body).toMatchObject({
    totals: [],
    lines: [],
    invoices: [],
    waiting: { totals: [{ invoices: 2, withoutTax: 1, net: '18.00', tax: '1.80' }], invoices: waiting },
  })
  await post(made.id)
  const { body } = await statement()
  expect(body).toMatchObject({
    clientName: 'ACME Ltd',
    totals: [{ currency: 'GBP', invoices: 1, withoutTax: 0, parcels: 2, net: '9.00', tax: '1.80' }],
    invoices: [{ summaryID: made.id, parcels: 2, net: '9.00', tax: '1.80', postedOn: today }],
    waiting: { invoices: waiting.slice(1) },
  })
  // The lines include what a row bills beside its charges, so that they add up.
  expect(body.lines.map(({ category, net }) => [category, net])).toEqual([
    ['base', '8.00'],
    ['fuel', '0.80'],
    ['other', '0.20'],
  ])
  expect((await statement({}, acme)).body).toEqual(body)
  expect((await statement({ clientCode: 'BIRCH' })).body).toMatchObject({ totals: [{ net: '4.50', tax: '0.90' }] })
  expect((await statement({ clientCode: 'BIRCH' }, acme)).status).toBe(404)
  expect((await statement({ from: '2026-01-01', to: '2027-01-02' })).status).toBe(422)
  expect((await statement({ from: '2026-01-01', to: '2025-12-31' })).status).toBe(400)
  // Posted on another day, and billed after the last of these.
  expect((await statement({ from: '2026-01-01', to: '2026-01-31' })).body).toMatchObject({
    totals: [],
    invoices: [],
    waiting: { invoices: [] },
  })
})

test('the correct part of a disputed row is charged, and its credit charges nothing', async () => {
  const before = (await statement({ clientCode: 'BIRCH' })).body.totals[0]?.net ?? '0'
  const charged = async () => Number((await statement({ clientCode: 'BIRCH' })).body.totals[0]?.net) - Number(before)
  const made = await makeInvoice(portal.testDatabase, {
    rows: [{ client: 'BIRCH', expected: 32_600, verdict: 'Overcharged' }, { client: 'BIRCH' }],
  })
  const disputed = made.parcels[0] ?? ''
  const body = { parcelIDs: disputed, reason: 'Too dear' }
  expect((await portal.call(invoices.decideParcels, { params: { value: 'Rejected' }, body }, operator)).status).toBe(
    200,
  )
  await accept(made.id)
  await post(made.id)
  // 9.00 billed, of which 1.24 is claimed.
  expect(await charged()).toBeCloseTo(7.76)
  const [dispute] = (await portal.call(invoices.disputes, { query: { summaryID: made.id } }, operator)).body.disputes
  for (const act of ['send', 'refuse'] as const)
    await portal.call(
      invoices.actOnDisputes,
      { params: { act }, body: { disputes: [{ disputeID: dispute?.disputeID ?? '' }], reason: 'as agreed' } },
      operator,
    )
  await post(made.id)
  expect(await charged()).toBeCloseTo(9)
})

test('the tax of a whole document is shared by what clients are billed', async () => {
  const on = portal.testDatabase
  const whole = await shared('2026-05-11')
  const stated = `update invoices set proof_details = jsonb_set(proof_details, '{proof,tax}', '27000') where invoice_id = $1`
  await on.asOwner(stated, [whole.id])
  await accept(whole.id)
  const { body } = await statement({}, acme)
  expect(body.waiting.invoices.find(({ summaryID }) => summaryID === whole.id)).toMatchObject({
    net: '9.00',
    tax: '1.80',
  })
})

test('rows are exported in pages, with their client and invoice', async () => {
  const [one, other] = [await shared('2026-04-01'), await shared('2026-04-02')]
  const all = async (body: object, as = operator) => {
    const rows: string[][] = []
    let after: string | undefined
    for (;;) {
      const { body: piece } = await portal.call(
        invoices.exportRows,
        { body: { summaryIDs: [other.id, one.id], items: 2, ...body, ...(after && { after }) } },
        as,
      )
      rows.push(...piece.rows.map(({ invoiceRef, clientName, parcelID }) => [invoiceRef, clientName, parcelID]))
      after = piece.rows.at(-1)?.parcelID
      if (!piece.hasMore) return rows
    }
  }
  expect(await all({})).toEqual([
    ...one.parcels.map((id, index) => [one.number, index === 1 ? 'BIRCH Ltd' : 'ACME Ltd', id]),
    ...other.parcels.map((id, index) => [other.number, index === 1 ? 'BIRCH Ltd' : 'ACME Ltd', id]),
  ])
  expect(await all({}, acme)).toHaveLength(4)
  expect(await all({ items: 3, clientCode: 'BIRCH' })).toHaveLength(2)
})

test('a whole file is exported by one of its invoices, for internal users only', async () => {
  const on = portal.testDatabase
  const [one, other] = [await shared('2026-05-01'), await shared('2026-05-02')]
  await on.asOwner(
    'update invoices set file_id = (select file_id from invoices where invoice_id = $1) where invoice_id = $2',
    [one.id, other.id],
  )
  const ask = (as = operator) =>
    portal.call(invoices.exportRows, { body: { summaryIDs: [other.id], wholeFiles: true } }, as)
  const { body } = await ask()
  expect(new Set(body.rows.map(({ invoiceRef }) => invoiceRef))).toEqual(new Set([one.number, other.number]))
  expect((await ask(acme)).status).toBe(403)
  const none = await portal.call(invoices.exportRows, { body: { summaryIDs: ['999'] } }, operator)
  expect(none.status).toBe(404)
})
