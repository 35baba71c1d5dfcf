import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { makeInvoice } from '../../testing/invoices/make-invoice.ts'
import { makeParcel } from '../../testing/parcels.ts'
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

const ask = (query: { from: string; to: string }, as = operator) => portal.call(invoices.causes, { query }, as)
const JANUARY = { from: '2026-01-01', to: '2026-01-31' }

/** Makes an invoice whose rows have the given verdicts and causes. */
async function judged(
  rows: readonly { causes: object; reasons?: object[]; charges?: object[]; parcel?: string; day?: string }[],
  day = '2026-01-10',
) {
  const on = portal.testDatabase
  const made = await makeInvoice(on, {
    day,
    rows: rows.map(({ parcel }) => ({ client: 'ACME', billed: 50_000, ...(parcel && { despatchedAs: parcel }) })),
  })
  for (const [index, row] of rows.entries())
    await on.asOwner(
      `update invoice_parcels set causes = $3, reasons = $4, judged_charges = $5, billed_weight = 2000, our_weight = 1500,
         variance = 5000, shipment_day = $6 where invoice_id = $1 and parcel_no = $2`,
      [
        made.id,
        index + 1,
        JSON.stringify(row.causes),
        JSON.stringify(row.reasons ?? []),
        JSON.stringify(row.charges ?? []),
        row.day ?? '2026-01-05',
      ],
    )
  await on.asOwner('select refresh_invoice($1)', [made.id])
}

test('contents that the carrier weighs heavier show in how many of how many parcels', async () => {
  const rows = []
  for (const [index, sku] of ['MUG', 'MUG', 'MUG', 'MUG', 'PEN', 'PEN', 'PEN', 'PEN', 'PEN', 'PEN', 'PEN'].entries()) {
    const parcel = `CAU${index}`
    await makeParcel(portal.testDatabase, {
      client: 'ACME',
      trackingNumber: parcel,
      contents: [{ sku, quantity: sku === 'MUG' ? 2 : 1 }],
    })
    // Three of four mugs are heavier, and three of seven pens.
    rows.push({ parcel, causes: index < 3 || (index >= 4 && index < 7) ? { 'weight or size': 5000 } : {} })
  }
  await judged(rows)
  const { body } = await ask(JANUARY)
  expect(body.weights).toEqual([
    {
      carrierCode: 'DPD',
      carrierName: 'DPD',
      currency: 'GBP',
      rows: 3,
      of: 4,
      amount: '1.50',
      first: '2026-01-05',
      last: '2026-01-05',
      clientCode: 'ACME',
      clientName: 'ACME Ltd',
      contents: 'MUG ×2',
      skus: ['MUG'],
      billedWeight: '2',
      ourWeight: '1.5',
    },
  ])
})

test('a changed price shows its method, country and first day', async () => {
  const row = (billed: number, amount: number, day: string) => ({
    day,
    causes: amount === 0 ? {} : { price: amount },
    reasons: [{ kind: 'price', clientMethodID: 'DPD-1' }],
    charges: [{ category: 'base', code: 'B', text: 'Base', billed, expected: 45_000 }],
  })
  await judged(
    [
      row(45_000, 0, '2026-02-01'),
      row(45_000, 0, '2026-02-02'),
      ...['2026-02-09', '2026-02-10', '2026-02-11'].map((day) => row(48_000, 3000, day)),
    ],
    '2026-02-20',
  )
  const { body } = await ask({ from: '2026-02-01', to: '2026-02-28' })
  expect(body.prices).toMatchObject([
    {
      clientMethodID: 'DPD-1',
      country: 'GB',
      billed: '4.80',
      expected: '4.50',
      rows: 3,
      of: 3,
      amount: '0.90',
      first: '2026-02-09',
    },
  ])
})

test('a charge without an agreement shows its least, most and sum', async () => {
  const row = (billed: number) => ({
    causes: { charges: billed },
    reasons: [{ kind: 'not agreed', code: 'PEAK', text: 'Peak surcharge', category: 'peak', billed }],
  })
  await judged([row(5000), row(7500)], '2026-03-10')
  const { body } = await ask({ from: '2026-03-01', to: '2026-03-31' })
  expect(body.charges).toMatchObject([
    {
      chargeCode: 'PEAK',
      category: 'peak',
      clientCode: 'ACME',
      rows: 2,
      consignments: 2,
      least: '0.50',
      most: '0.75',
      amount: '1.25',
    },
  ])
})

test('causes are for the operator only, and of at most a quarter', async () => {
  expect((await ask(JANUARY, acme)).status).toBe(403)
  expect((await ask({ from: '2026-01-01', to: '2026-12-31' })).status).toBe(422)
  expect((await ask({ from: '2025-01-01', to: '2025-01-31' })).body).toMatchObject({
    weights: [],
    prices: [],
    charges: [],
  })
})
