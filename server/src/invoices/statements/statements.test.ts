import { contract } from '@despatch/contract/contract'
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
const statement = (query: object, as = operator) =>
  portal.call(invoices.statement, { query: { clientCode: 'ACME', from: '2026-01-01', to: '2026-01-31', ...query } }, as)

test('a statement has what of accepted invoices of its days is the client’s and accepted', async () => {
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
  const reject = { params: { value: 'Rejected' }, body: { parcelIDs: made.parcels[2] ?? '', reason: 'not ours' } }
  expect((await portal.call(invoices.decideParcels, reject, operator)).status).toBe(200)
  for (const { id } of [made, later])
    expect(
      (await portal.call(invoices.decideSummary, { params: { id: 'Accepted' }, body: { summaryID: id } }, operator))
        .status,
    ).toBe(200)
  const { body } = await statement({})
  expect(body).toMatchObject({
    clientName: 'ACME Ltd',
    totals: [{ currency: 'GBP', invoices: 1, withoutTax: 0, parcels: 1, net: '4.50', tax: '0.90' }],
    invoices: [{ summaryID: made.id, parcels: 1, net: '4.50', tax: '0.90' }],
  })
  // What a row bills beside its charges is told as well: the lines add up.
  expect(body.lines.map(({ category, net }) => [category, net])).toEqual([
    ['base', '4.00'],
    ['fuel', '0.40'],
    ['other', '0.10'],
  ])
  expect((await statement({}, acme)).body).toEqual(body)
  expect((await statement({ clientCode: 'BIRCH' }, acme)).status).toBe(404)
  expect((await statement({ to: '2027-01-02' })).status).toBe(422)
  expect((await statement({ to: '2025-12-31' })).status).toBe(400)
  expect((await statement({ from: '2026-03-01', to: '2026-03-31' })).body).toMatchObject({
    totals: [],
    lines: [],
    invoices: [],
  })
})

test('tax that no row states is not told as none, and counts in no total', async () => {
  const on = portal.testDatabase
  const [taxed, whole] = [await shared('2026-05-10'), await shared('2026-05-11')]
  await on.asOwner(`update invoice_parcels set tax = 9000 where invoice_id = $1`, [taxed.id])
  const stated = `update invoices set proof_details = jsonb_set(proof_details, '{proof,tax}', '18000') where invoice_id = $1`
  await on.asOwner(stated, [whole.id])
  const days = { from: '2026-05-01', to: '2026-05-31' }
  const accept = (summaryID: string) =>
    portal.call(invoices.decideSummary, { params: { id: 'Accepted' }, body: { summaryID } }, operator)
  expect((await accept(whole.id)).status).toBe(200)
  expect((await statement(days, acme)).body).toMatchObject({
    totals: [{ invoices: 1, withoutTax: 1, net: '9.00', tax: null }],
    invoices: [{ summaryID: whole.id, net: '9.00', tax: null }],
  })
  expect((await accept(taxed.id)).status).toBe(200)
  expect((await statement(days, acme)).body).toMatchObject({
    totals: [{ invoices: 2, withoutTax: 1, net: '18.00', tax: '1.80' }],
    invoices: [{ tax: '1.80' }, { tax: null }],
  })
  const credited = await shared('2026-05-12')
  await on.asOwner(`update invoice_parcels set tax = -9000 where invoice_id = $1`, [credited.id])
  expect((await accept(credited.id)).status).toBe(200)
  expect((await statement(days, acme)).body).toMatchObject({
    totals: [{ invoices: 3, withoutTax: 1, net: '27.00', tax: '0.00' }],
    invoices: [{ tax: '1.80' }, { tax: null }, { tax: '-1.80' }],
  })
})

test('rows of invoices are exported whole, piece by piece, with whose they are and of which invoice', async () => {
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

test('a whole file is exported by one of its invoices, to internal users alone', async () => {
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
