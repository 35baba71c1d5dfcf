import { contract } from '@despatch/contract/contract'
import type { InvoiceImport } from '@despatch/contract/invoices/importing'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { invoices } = contract
const column = (name: string) => ({ names: [name] })
const HEADER = [
  'Invoice',
  'Invoice date',
  'Account',
  'Tracking',
  'Reference',
  'Service',
  'Shipped',
  'Weight',
  'Base',
  'Fuel',
  'Net',
]
/** As the mapping studio sends it. */
const LAYOUT = {
  code: 'goshawk',
  version: 1,
  carrier: 'Goshawk',
  title: 'Goshawk’s weekly file',
  row: 'parcel',
  header: HEADER,
  fields: {
    invoiceNumber: column('Invoice'),
    invoiceDay: column('Invoice date'),
    account: column('Account'),
    trackingNumber: column('Tracking'),
    consignmentNumber: column('Tracking'),
    service: column('Service'),
    shipmentDay: column('Shipped'),
    billedWeight: column('Weight'),
    rowNet: column('Net'),
  },
  references: [column('Reference')],
  charges: [
    { column: column('Base'), code: 'BASE', text: 'Base', category: 'base' },
    { column: column('Fuel'), code: 'FUEL', text: 'Fuel', category: 'fuel' },
  ],
  amounts: { decimal: '.' },
  dates: 'day-first',
  weightUnit: 'kg',
  currency: 'GBP',
}

let portal: TestPortal
let operator: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  for (const code of ['ACME', 'BIRCH']) {
    await makeClient(on, { code, name: `${code} Ltd` })
    await makeRuleBook(on, code, [carrierItem('GOS', { name: 'Goshawk' }), methodItem('GOS-1', 'GOS', 45_000)])
    await on.asOwner(`update rule_books set published_at = '2026-01-01' where client_code = $1`, [code])
  }
  operator = { ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })), client: 'All_client' }
})
afterAll(() => portal.close())

const parcel = (client: string, trackingNumber: string) =>
  makeParcel(portal.testDatabase, {
    client,
    trackingNumber,
    carrier: 'GOS',
    clientMethodId: 'GOS-1',
    carrierService: 'Parcel',
    orderNumber: `O-${trackingNumber}`,
  })
const row = (number: string, tracking: string, base = '4.50', fuel = '0') =>
  [
    number,
    '06/03/2026',
    'A1',
    tracking,
    `O-${tracking}`,
    'Parcel',
    '02/03/2026',
    '1.5',
    base,
    fuel,
    (Number(base) + Number(fuel)).toFixed(2),
  ].join()
const csv = (...rows: string[]) => `${[HEADER.join(), ...rows].join('\n')}\n`

async function send(files: Record<string, string>, as = operator) {
  const form = new FormData()
  for (const [name, text] of Object.entries(files)) form.append('file', new Blob([text]), name)
  const answer = await fetch(`${portal.url}/api/invoice/import/?creator`, {
    method: 'POST',
    body: form,
    headers: { access_token: as.token, client: as.client ?? '' },
  })
  return { status: answer.status, body: (await answer.json()) as { message: string; imports: InvoiceImport[] } }
}

/** The import of a file once nothing more happens to it. */
async function settled(importID: string): Promise<InvoiceImport> {
  for (let tries = 0; tries < 400; tries++) {
    const { body } = await portal.call(invoices.imports, { query: { id: importID } }, operator)
    const [is] = body.imports
    if (!is) throw new Error('The import is gone')
    if (!['Waiting', 'Reading', 'Matching', 'Judging'].includes(is.state)) return is
    await sleep(25)
  }
  throw new Error('The import does not come to an end')
}

async function imported(name: string, text: string): Promise<InvoiceImport> {
  const { body } = await send({ [name]: text })
  return settled(body.imports[0]?.importID ?? '')
}
const rowsOf = async (summaryID = '') =>
  (await portal.call(invoices.parcels, { body: { summaryID } }, operator)).body.parcels

describe('a file of a layout that nobody knows', () => {
  test('waits for the mapping studio, and is imported by what that keeps', async () => {
    await parcel('ACME', 'GOS10000110')
    const waiting = await imported('goshawk-1.csv', csv(row('G-1', 'GOS10000110')))
    expect(waiting.state).toBe('Unknown layout')
    const { importID } = waiting
    const { body: preview } = await portal.call(invoices.preview, { body: { importID, draft: LAYOUT } }, operator)
    expect(preview).toMatchObject({ problems: [], net: '4.50', taken: 1, rows: [{ line: 1, cells: HEADER }, {}] })
    const short = { ...LAYOUT, fields: { ...LAYOUT.fields, invoiceNumber: undefined } }
    const refused = await portal.call(invoices.preview, { body: { importID, draft: short } }, operator)
    expect(refused.body.problems).toContainEqual(expect.stringContaining('Choose the column with the invoice number'))
    const saved = await portal.call(invoices.saveLayout, { body: { layout: LAYOUT, importID } }, operator)
    expect(saved).toMatchObject({ status: 200, body: { code: 200, version: 1 } })
    const done = await settled(importID)
    expect(done).toMatchObject({ state: 'Imported', invoices: [{ invoiceNumber: 'G-1' }] })
    expect((await portal.call(invoices.carriers, {}, operator)).body.carriers).toContainEqual({
      code: 'GOS',
      name: 'Goshawk',
    })
  })
})

describe('what is billed', () => {
  test('is matched with what left, judged by the price of that day, and explained', async () => {
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

  test('twice is Already billed on the second invoice', async () => {
    await parcel('ACME', 'GOS10000130')
    await imported('goshawk-3.csv', csv(row('G-3', 'GOS10000130')))
    const { invoices: made } = await imported('goshawk-4.csv', csv(row('G-4', 'GOS10000130')))
    expect(await rowsOf(made[0]?.summaryID)).toMatchObject([{ verdict: 'Already billed' }])
  })
})

describe('the same again', () => {
  test('the same bytes are refused, with the file that they came as', async () => {
    const text = csv(row('G-5', 'GOS90000005'))
    expect((await imported('goshawk-5.csv', text)).state).toBe('Imported')
    const again = await imported('another-name.csv', text)
    expect(again).toMatchObject({ state: 'Refused', message: expect.stringContaining('goshawk-5.csv') })
  })

  test('the same invoice number is refused; deleted, it may come again', async () => {
    const first = await imported('goshawk-6.csv', csv(row('G-6', 'GOS90000006')))
    const second = await imported('goshawk-6b.csv', csv(row('G-6', 'GOS90000006'), row('G-6', 'GOS90000007')))
    expect(second).toMatchObject({ state: 'Refused', message: expect.stringContaining('G-6') })
    await portal.call(invoices.removeSummary, { query: { id: first.invoices[0]?.summaryID ?? '' } }, operator)
    expect((await imported('goshawk-6c.csv', csv(row('G-6', 'GOS90000006')))).state).toBe('Imported')
  })
})

test('several files are imported each on its own', async () => {
  const { body } = await send({ 'a.csv': csv(row('G-7', 'GOS80000007')), 'b.csv': csv(row('G-8', 'GOS80000008')) })
  const states = []
  for (const { importID } of body.imports) states.push((await settled(importID)).state)
  expect(states).toEqual(['Imported', 'Imported'])
})

test('a file that holds no invoice is refused in words', async () => {
  const is = await imported('empty.csv', csv())
  expect(is).toMatchObject({
    state: expect.stringMatching(/Refused|Unknown layout/),
    message: expect.stringMatching(/\w/),
  })
})

test('cancelled, nothing of a file is left', async () => {
  const waiting = await imported('unknown.csv', 'a,b\n1,2\n')
  expect(waiting.state).toBe('Unknown layout')
  const { importID } = waiting
  const cancelled = await portal.call(invoices.cancelImport, { body: { importID } }, operator)
  expect(cancelled.status).toBe(200)
  const left = await portal.testDatabase.asOwner('select from invoice_file_pieces where file_id = $1', [importID])
  expect(left).toEqual([])
  expect((await portal.call(invoices.imports, { query: { id: importID } }, operator)).body.imports).toEqual([])
  expect((await portal.call(invoices.cancelImport, { body: { importID } }, operator)).status).toBe(404)
})

test('users of clients may not import', async () => {
  const acme = await makeSession(portal.testDatabase, { clients: ['ACME'] })
  expect((await send({ 'x.csv': csv(row('G-9', 'GOS80000009')) }, acme)).status).toBe(403)
})

test('a form that breaks off leaves nothing', async () => {
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

test('what is still to be billed is the same whenever it is asked', async () => {
  await parcel('BIRCH', 'GOS10000290')
  const ask = (asOf: string) => portal.call(invoices.required, { query: { carriercode: 'GOS', asOf } }, operator)
  const { body } = await ask('2026-03-10')
  expect(body.required).toMatchObject([{ carrierCode: 'GOS', week: '2026-03-02', billed: 0 }])
  const now = await ask('2026-06-20')
  expect(now.body.asOf).toBe('2026-06-20')
})
