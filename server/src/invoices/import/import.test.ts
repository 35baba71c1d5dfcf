import { contract } from '@despatch/contract/contract'
import type { InvoiceImport } from '@despatch/contract/invoices/importing'
import { LAYOUT_FIELDS } from '@despatch/domain/invoices/column-mapping/layout'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSession } from '../../testing/factories.ts'
import {
  GOSHAWK_HEADER as HEADER,
  GOSHAWK_LAYOUT as LAYOUT,
  goshawkFile as csv,
  goshawkParcel,
  goshawkRow as row,
  openGoshawk,
  sendInvoices,
  settledImport,
} from '../../testing/invoices/goshawk.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { invoices } = contract
let portal: TestPortal
let operator: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  operator = await openGoshawk(portal.testDatabase)
})
afterAll(() => portal.close())

const parcel = (client: string, trackingNumber: string) => goshawkParcel(portal.testDatabase, client, trackingNumber)
const send = (files: Parameters<typeof sendInvoices>[1], as = operator) => sendInvoices(portal.url, files, as)
const settled = (importID: string) => settledImport(portal, importID, operator)

async function imported(name: string, text: string | Uint8Array<ArrayBuffer>): Promise<InvoiceImport> {
  const { body } = await send({ [name]: text })
  return settled(body.imports[0]?.importID ?? '')
}
const rowsOf = async (summaryID = '') =>
  (await portal.call(invoices.parcels, { body: { summaryID } }, operator)).body.parcels

describe('a file with an unknown layout', () => {
  test('waits for the mapping studio, and is imported with the layout saved there', async () => {
    await parcel('ACME', 'GOS10000110')
    const waiting = await imported('goshawk-1.csv', csv(row('G-1', 'GOS10000110')))
    expect(waiting.state).toBe('Unknown layout')
    const { importID } = waiting
    const { body: preview } = await portal.call(invoices.preview, { body: { importID, draft: LAYOUT } }, operator)
    expect(preview).toMatchObject({
      problems: [],
      doubts: [],
      net: '4.50',
      taken: 1,
      rows: [{ line: 1, cells: HEADER }, {}],
    })
    const { body: guessed } = await portal.call(invoices.preview, { body: { importID } }, operator)
    expect(guessed).toMatchObject({
      nearest: null,
      // Its parcels were despatched with that carrier.
      carrier: 'Goshawk',
      layout: { header: HEADER },
      problems: [expect.stringMatching(/a title|a carrier/), expect.anything()],
    })
    const short = { ...LAYOUT, fields: { ...LAYOUT.fields, invoiceNumber: undefined } }
    const refused = await portal.call(invoices.preview, { body: { importID, draft: short } }, operator)
    expect(refused.body.problems).toContainEqual(expect.stringContaining('Choose the invoice number’s column'))
    const off = {
      ...LAYOUT,
      fields: { ...LAYOUT.fields, rowNet: { names: ['Fuel'] } },
      charges: LAYOUT.charges.slice(0, 1),
    }
    const wrong = await portal.call(invoices.preview, { body: { importID, draft: off } }, operator)
    expect(wrong.body).toMatchObject({
      wrongTotals: 1,
      firstWrong: { line: 2, column: 'Fuel', stated: '0.00', charges: '4.50' },
    })
    // The code identifies the same carrier.
    const layout = { ...LAYOUT, carrier: 'gos' }
    const saved = await portal.call(invoices.saveLayout, { body: { layout, importID } }, operator)
    expect(saved).toMatchObject({ status: 200, body: { code: 200, version: 1 } })
    const done = await settled(importID)
    expect(done).toMatchObject({ state: 'Imported', invoices: [{ invoiceNumber: 'G-1' }] })
    expect((await portal.call(invoices.carriers, {}, operator)).body.carriers).toContainEqual({
      code: 'GOS',
      name: 'Goshawk',
    })
  })
})

test('a layout without a header reads fields of every kind', async () => {
  await parcel('ACME', 'GOS10000115')
  const text = 'G-15,GOS10000115,SO-15,2026-03-02,1,GB,GBP,2.5,4.50\n'
  const { importID, state } = await imported('goshawk-15.csv', text)
  expect(state).toBe('Unknown layout')
  const fields = [
    'invoiceNumber',
    'trackingNumber',
    'consignmentNumber',
    'shipmentDay',
    'pieces',
    'country',
    'currency',
    'billedWeight',
    'rowNet',
  ] as const
  const layout = {
    code: 'goshawk-plain',
    version: 1,
    carrier: 'Goshawk',
    title: 'Goshawk without a header',
    row: 'parcel' as const,
    header: null,
    shape: {
      columns: fields.length,
      maxColumns: fields.length,
      cells: fields.map((field, index) => ({
        position: index + 1,
        holds: LAYOUT_FIELDS[field].holds,
        isFilled: true,
      })),
    },
    fields: Object.fromEntries(fields.map((field, index) => [field, { position: index + 1 }])),
    charges: [{ column: { position: 9 }, code: 'BASE', text: 'Base', category: 'base' as const }],
    amounts: { decimal: '.' as const },
    dates: 'day-first' as const,
    weightUnit: 'kg' as const,
    currency: null,
  }
  expect(await portal.call(invoices.saveLayout, { body: { layout, importID } }, operator)).toMatchObject({
    status: 200,
  })
  expect(await settled(importID)).toMatchObject({ state: 'Imported', invoices: [{ invoiceNumber: 'G-15' }] })
  // The same layout reads the next file without a question.
  const next = await imported('goshawk-16.csv', text.replaceAll('15', '16'))
  expect(next).toMatchObject({ state: 'Imported' })
})

test('a workbook shows its table, and a renamed column needs no new layout', async () => {
  const workbook = async (header: readonly string[], line: string) => {
    const sheets = [
      { name: 'Cover', rows: [['Goshawk Ltd'], ['Invoice', 'G-9']] },
      { name: 'Parcels', rows: [[...header], line.split(',')] },
    ]
    return new Uint8Array(await writeXlsx({ sheets }))
  }
  await portal.call(invoices.saveLayout, { body: { layout: LAYOUT } }, operator)
  const passed = 'Skipped (no table): goshawk-9.xlsx, Cover.'
  const known = await imported('goshawk-9.xlsx', await workbook(HEADER, row('G-9', 'GOS10000190')))
  expect(known).toMatchObject({ state: 'Imported', message: expect.stringContaining(passed) })
  const renamed = HEADER.map((name) => (name === 'Base' ? 'Carriage' : name))
  const waiting = await imported('goshawk-9.xlsx', await workbook(renamed, row('G-10', 'GOS10000191')))
  expect(waiting).toMatchObject({ state: 'Unknown layout', message: expect.stringContaining(passed) })
  const { body } = await portal.call(invoices.preview, { body: { importID: waiting.importID } }, operator)
  expect(body).toMatchObject({
    rows: [{ line: 1, cells: renamed }, {}],
    nearest: {
      code: LAYOUT.code,
      differs: [expect.stringContaining('Base'), expect.anything()],
      layout: { ...LAYOUT, version: 2 },
    },
  })
})

describe('a billed parcel', () => {
  test('is no longer still to be billed', async () => {
    for (const number of ['GOS10000170', 'GOS10000171']) await parcel('BIRCH', number)
    // The parcels are billed today, long after the requested days, so the stored totals of days are read.
    const billed = async () => {
      await portal.call(invoices.required, { query: { carriercode: 'GOS', asOf: '2026-03-31' } }, operator)
      const sum = "select coalesce(sum(parcels), 0)::int as parcels from billing_days where billed_on < 'infinity'"
      return Number((await portal.testDatabase.asOwner(sum))[0]?.['parcels'])
    }
    const before = await billed()
    const { invoices: made } = await imported('goshawk-70.csv', csv(row('G-70', 'GOS10000170')))
    expect(await billed()).toBe(before + 1)
    await portal.call(invoices.removeSummary, { query: { id: made[0]?.summaryID ?? '' } }, operator)
    expect(await billed()).toBe(before)
  })

  test("is matched with its consignment, judged by that day's price, and explained", async () => {
    await parcel('ACME', 'GOS10000120')
    await parcel('BIRCH', 'GOS10000220')
    const { invoices: made } = await imported(
      'goshawk-2.csv',
      csv(row('G-2', 'gos 1000 0120'), row('G-2', 'GOS10000220', '5.00', '0.30'), row('G-2', 'GOS90000000')),
    )
    const summaryID = made[0]?.summaryID ?? ''
    const rows = await rowsOf(summaryID)
    expect(rows).toMatchObject([
      {
        clientCode: 'ACME',
        orderNumber: 'O-GOS10000120',
        verdict: 'Matched',
        billed: '4.50',
        expected: '4.50',
        causes: [],
      },
      {
        clientCode: 'BIRCH',
        verdict: 'Overcharged',
        billed: '5.30',
        expected: '4.50',
        variance: '0.80',
        charges: [
          { category: 'base', line: 3 },
          { category: 'fuel', line: 3 },
        ],
      },
      { clientCode: '', verdict: 'Not found', billed: '4.50' },
    ])
    const { body: list } = await portal.call(invoices.summary, { query: { summaryID } }, operator)
    expect(list.summary[0]).toMatchObject({
      totalCarrier: '14.30',
      matched: '4.50',
      leftToDecide: 3,
      carrierCode: 'GOS',
    })
    const why = await portal.call(invoices.why, { query: { parcelID: rows[1]?.parcelID ?? '' } }, operator)
    expect(why.body).toMatchObject({
      price: { clientMethodID: 'GOS-1', ruleBookVersion: 1 },
      despatch: { trackingNumber: 'GOS10000220', orderNumber: 'O-GOS10000220' },
    })
    expect(why.body.steps.map(({ title }) => title)).toContain('Price')
  })

  test('is Already billed on a second invoice', async () => {
    await parcel('ACME', 'GOS10000130')
    await imported('goshawk-3.csv', csv(row('G-3', 'GOS10000130')))
    const { invoices: made } = await imported('goshawk-4.csv', csv(row('G-4', 'GOS10000130')))
    const [again] = await rowsOf(made[0]?.summaryID)
    expect(again).toMatchObject({ verdict: 'Already billed', billedBefore: { invoiceNumber: 'G-3' } })
    const { body: proof } = await portal.call(
      invoices.proof,
      { query: { summaryID: made[0]?.summaryID ?? '' } },
      operator,
    )
    const [duplicate] = proof.duplicates
    expect(duplicate).toMatchObject({ filename: 'goshawk-3.csv', summaryID: again?.billedBefore?.summaryID })
    expect(duplicate?.what).toBe('Base of parcel GOS10000130 on line 2: invoice G-3 billed it on line 2')
  })
})

describe('a repeated import', () => {
  test('of the same bytes is refused with the name of the first file', async () => {
    const text = csv(row('G-5', 'GOS90000005'))
    expect((await imported('goshawk-5.csv', text)).state).toBe('Imported')
    const again = await imported('another-name.csv', text)
    expect(again).toMatchObject({ state: 'Refused', message: expect.stringContaining('goshawk-5.csv') })
  })

  test('of the same invoice number is refused until the invoice is deleted', async () => {
    const first = await imported('goshawk-6.csv', csv(row('G-6', 'GOS90000006')))
    const second = await imported('goshawk-6b.csv', csv(row('G-6', 'GOS90000006'), row('G-6', 'GOS90000007')))
    expect(second).toMatchObject({ state: 'Refused', message: expect.stringContaining('G-6') })
    await portal.call(invoices.removeSummary, { query: { id: first.invoices[0]?.summaryID ?? '' } }, operator)
    expect((await imported('goshawk-6c.csv', csv(row('G-6', 'GOS90000006')))).state).toBe('Imported')
  })
})

test('several files are imported independently', async () => {
  const { body } = await send({ 'a.csv': csv(row('G-7', 'GOS80000007')), 'b.csv': csv(row('G-8', 'GOS80000008')) })
  const states = []
  for (const { importID } of body.imports) states.push((await settled(importID)).state)
  expect(states).toEqual(['Imported', 'Imported'])
})

test('a file without an invoice is refused with a reason', async () => {
  const is = await imported('empty.csv', csv())
  expect(is).toMatchObject({
    state: expect.stringMatching(/Refused|Unknown layout/),
    message: expect.stringMatching(/\w/),
  })
})

test('a cancelled import leaves nothing of its file', async () => {
  const waiting = await imported('unknown.csv', 'a,b,c\n1,2,3\n')
  expect(waiting.state).toBe('Unknown layout')
  const { importID } = waiting
  const cancelled = await portal.call(invoices.cancelImport, { body: { importID } }, operator)
  expect(cancelled.status).toBe(200)
  const left = await portal.testDatabase.asOwner('select from invoice_file_pieces where file_id = $1', [importID])
  expect(left).toEqual([])
  expect((await portal.call(invoices.imports, { query: { id: importID } }, operator)).body.imports).toEqual([])
  expect((await portal.call(invoices.cancelImport, { body: { importID } }, operator)).status).toBe(404)
})

test('client users may not import', async () => {
  const acme = await makeSession(portal.testDatabase, { clients: ['ACME'] })
  expect((await send({ 'x.csv': csv(row('G-9', 'GOS80000009')) }, acme)).status).toBe(403)
})

test('an interrupted upload leaves nothing', async () => {
  const before = await portal.testDatabase.asOwner('select count(*) from invoice_files')
  const answer = await portal.request('POST', '/api/invoice/import/', {
    body: '--edge\r\nContent-Disposition: form-data; name="file"; filename="cut.csv"\r\n\r\nInvoice,Dat',
    headers: {
      'content-type': 'multipart/form-data; boundary=edge',
      access_token: operator.token,
      client: 'All_client',
    },
  })
  expect(answer.status).toBe(400)
  expect(await portal.testDatabase.asOwner('select count(*) from invoice_files')).toEqual(before)
})

test('what is still to be billed does not depend on when it is read', async () => {
  await parcel('BIRCH', 'GOS10000290')
  const ask = (asOf: string) => portal.call(invoices.required, { query: { carriercode: 'GOS', asOf } }, operator)
  const { body } = await ask('2026-03-10')
  expect(body.required).toMatchObject([{ carrierCode: 'GOS', week: '2026-03-02', billed: 0 }])
  const now = await ask('2026-06-20')
  expect(now.body.asOf).toBe('2026-06-20')
})
