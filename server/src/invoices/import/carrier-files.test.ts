import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { contract } from '@despatch/contract/contract'
import type { InvoiceImport } from '@despatch/contract/invoices/importing'
import { DHL_EXPRESS } from '@despatch/domain/invoices/column-mapping/dhl-express'
import { DPD_ENGLISH } from '@despatch/domain/invoices/column-mapping/dpd-mainland'
import { DHL_ROWS, dhlShipment, dpdEnglishRow } from '@despatch/domain/testing/carrier-rows'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'
import { makeZip } from '../../testing/zip.ts'

const { invoices } = contract
let portal: TestPortal
let operator: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  await makeClient(portal.testDatabase, { code: 'ACME', name: 'Acme' })
  operator = {
    ...(await makeSession(portal.testDatabase, { clients: [], type: 'Internal Administrator' })),
    client: 'All_client',
  }
})
afterAll(() => portal.close())

type Files = Readonly<Record<string, Buffer | string>>

async function send(files: Files): Promise<{ status: number; body: { message: string; imports: InvoiceImport[] } }> {
  const form = new FormData()
  for (const [name, bytes] of Object.entries(files))
    form.append('file', new Blob([new Uint8Array(Buffer.from(bytes))]), name)
  const answer = await fetch(`${portal.url}/api/invoice/import/`, {
    method: 'POST',
    body: form,
    headers: { access_token: operator.token, client: 'All_client' },
  })
  return { status: answer.status, body: (await answer.json()) as { message: string; imports: InvoiceImport[] } }
}

async function settled(importID: string): Promise<InvoiceImport> {
  for (let tries = 0; tries < 4800; tries++) {
    const [is] = (await portal.call(invoices.imports, { query: { id: importID } }, operator)).body.imports
    if (is && !['Waiting', 'Reading', 'Matching', 'Judging'].includes(is.state)) return is
    await sleep(25)
  }
  throw new Error('The import does not come to an end')
}

/** Imports files together and returns the imports by name. */
async function imported<Name extends string>(files: Readonly<Record<Name, Buffer | string>>) {
  const { status, body } = await send(files)
  expect([status, body.message]).toEqual([200, expect.any(String)])
  const is = {} as Record<Name, InvoiceImport>
  for (const { importID, filename } of body.imports) is[filename as Name] = await settled(importID)
  return is
}

const summaryOf = async (one: InvoiceImport | undefined, index = 0) => {
  const summaryID = one?.invoices[index]?.summaryID ?? ''
  const [summary] = (await portal.call(invoices.summary, { query: { summaryID } }, operator)).body.summary
  const { body: proof } = await portal.call(invoices.proof, { query: { summaryID } }, operator)
  const rows = (await portal.call(invoices.parcels, { body: { summaryID } }, operator)).body.parcels
  return { summary, proof, rows }
}

describe('real files', () => {
  const REAL = new URL('../../../../../shared/real/invoices/', import.meta.url)
  beforeEach((context) => context.skip(!existsSync(REAL), 'shared/real is not beside the repository'))

  test('have their known totals', async () => {
    const read = (name: string) => readFileSync(new URL(name, REAL))
    const is = await imported({
      'ups.csv': read('ups.csv'),
      'dhl-express.csv': read('dhl-express.csv'),
      'dpd-english.csv': read('dpd-english.csv'),
      'royal-mail.csv': read('royal-mail.csv'),
    })
    const told = []
    for (const [name, one] of Object.entries(is)) {
      expect(one).toMatchObject({ state: 'Imported' })
      let [net, tax, rows] = [0, 0, 0]
      const proofs = new Set<string>()
      for (const index of one.invoices.keys()) {
        const { proof, summary } = await summaryOf(one, index)
        net += Number(proof.net)
        tax += Number(proof.tax ?? 0)
        rows += summary?.details ?? 0
        proofs.add(proof.result)
      }
      told.push([name, one.invoices.length, rows, net.toFixed(2), tax.toFixed(2), [...proofs].join()])
    }
    expect(told.toSorted()).toEqual([
      ['dhl-express.csv', 1, 15, '1536.60', '291.97', 'nothing stated'],
      ['dpd-english.csv', 25, 25, '367.27', '0.00', 'nothing stated'],
      ['royal-mail.csv', 1, 25, '1208.42', '263.64', 'nothing stated'],
      ['ups.csv', 1, 10, '898.66', '42.70', 'does not add up'],
    ])
  })
})

const HEADER = [...(DPD_ENGLISH.header ?? [])]
const rowsOf = (number: string, more: Record<string, string> = {}) => [
  HEADER,
  dpdEnglishRow({ 'Invoice number': number, 'Sender name': 'Jörg, "Söhne"; & Co', ...more }),
  dpdEnglishRow({ 'Invoice number': number, 'Parcel number': '01234567890124', 'Shipment number': '120002', ...more }),
]
const quoted = (cell: string, sign: string) =>
  cell.includes('"') || cell.includes(sign) ? `"${cell.replaceAll('"', '""')}"` : cell
const csv = (rows: readonly (readonly string[])[], sign = ';', end = '\r\n') =>
  rows.map((row) => row.map((cell) => quoted(cell, sign)).join(sign) + end).join('')
const withCommas = (rows: string[][]) =>
  rows.map((row, index) =>
    index === 0 ? row : row.map((cell) => (/^\d+\.\d\d$/.test(cell) ? cell.replace('.', ',') : cell)),
  )
/** Cells as a spreadsheet has them: figures as numbers, dates as serial numbers. */
const typed = (rows: string[][]) =>
  rows.map((row, index) =>
    row.map((cell, place) => {
      if (index === 0 || cell === '') return cell
      if (HEADER[place]?.endsWith('date'))
        return new Date(`${cell.slice(0, 4)}-${cell.slice(4, 6)}-${cell.slice(6)}T00:00:00Z`)
      return /^\d+(?:\.\d\d)?$/.test(cell) && !/number/.test(HEADER[place] ?? '') ? Number(cell) : cell
    }),
  )
const workbook = async (rows: unknown[][], ...covers: string[][][]) => {
  const sheets = [...covers, rows as string[][]].map((of, index) => ({ name: `Sheet ${index}`, rows: of }))
  return Buffer.from(await writeXlsx({ sheets }))
}

test('a ZIP of every dialect is read alike, whatever its signs, encodings, dates and totals', async () => {
  const total = HEADER.map((name, place) => (place === 0 ? 'Total' : name === 'Total amount' ? '19.60' : ''))
  const days = { 'Invoice date': '31/03/2026', 'Shipment date': '05/03/2026' }
  const american = { 'Invoice date': '03/31/2026', 'Shipment date': '03/25/2026' }
  const parts: Record<string, Buffer | string> = {
    semicolon: csv(rowsOf('D1')),
    tab: csv(rowsOf('D2'), '\t'),
    comma: csv(rowsOf('D3'), ','),
    bom: `\uFEFF${csv(rowsOf('D4'))}`,
    utf16: Buffer.from(`\uFEFF${csv(rowsOf('D5'))}`, 'utf16le'),
    windows: Buffer.from(csv(rowsOf('D6')), 'latin1'),
    cr: csv(rowsOf('D7'), ';', '\r'),
    decimals: csv(withCommas(rowsOf('D8'))),
    dayFirst: csv(rowsOf('D9', days)),
    monthFirst: csv(rowsOf('D10', american)),
    totals: csv([...rowsOf('D11'), total]),
    'text.xlsx': await workbook(rowsOf('D12'), [['Our invoice'], ['Number', 'D12']]),
    'typed.xlsx': await workbook(typed(rowsOf('D13'))),
    'one.csv.gz': gzipSync(csv(rowsOf('D14'))),
  }
  const zip = makeZip(
    Object.entries(parts).map(([name, data]) => ({ name: name.includes('.') ? name : `${name}.csv`, data })),
  )
  const { 'all.zip': is } = await imported({ 'all.zip': zip })
  expect(is).toMatchObject({ state: 'Imported' })
  const told = []
  for (const index of is.invoices.keys()) told.push((await summaryOf(is, index)).summary)
  expect(
    told
      .map((one) => [one?.invoiceNumber, one?.invoiceDay, one?.totalCarrier, one?.details])
      .toSorted(([one], [other]) => Number(String(one).slice(1)) - Number(String(other).slice(1))),
  ).toEqual(Array.from({ length: 14 }, (_, index) => [`D${index + 1}`, '2026-03-31', '19.60', 2]))
})

describe('a faulty file gets a clear message', () => {
  const one = (number: string, ...rows: Record<string, string>[]) =>
    csv([HEADER, ...rows.map((row) => dpdEnglishRow({ 'Invoice number': number, ...row }))])
  const second = { 'Parcel number': '01234567890199', 'Shipment number': '129' }
  const dhl = (...rows: string[][]) => csv([[...(DHL_EXPRESS.header ?? [])], ...rows], ',')

  test('with faulty rows: the invoice is imported, and its proof names them', async () => {
    const is = await imported({
      'penny.csv': one('W1', { 'Total amount': '9.81' }),
      'future.csv': one('W2', { 'Shipment date': '20991231' }),
      'negative.csv': one('W3', { 'Base price': '-8.62', 'Total amount': '-7.44' }),
      'twice.csv': one('W4', { 'Parcel number': '01230000000004' }, { 'Parcel number': '01230000000004' }),
      'spreadsheet.csv': one('W5', { 'Parcel number': '1.59E+13' }, second),
      'ups-invoice.csv': dhl(...DHL_ROWS),
      'currency.csv': dhl(
        ...['XQZ', 'GBP', 'GBP', 'GBP', 'GBP', 'GBP'].map((Currency, index) =>
          dhlShipment({ Currency, 'Invoice Number': 'W6', 'Shipment Number': `100000009${index}` }),
        ),
      ),
    })
    const penny = await summaryOf(is['penny.csv'])
    expect(penny.proof).toMatchObject({ result: 'does not add up', contradictions: [{ line: 2, value: '9.81' }] })
    expect(penny.rows).toMatchObject([{ verdict: 'Not found', verdictText: expect.stringMatching(/\w+ \w+/) }])
    expect((await summaryOf(is['future.csv'])).proof.remarks).toMatchObject([
      { line: 2, column: 'Shipment date', text: expect.stringContaining('in the future'), rows: 1 },
    ])
    expect((await summaryOf(is['negative.csv'])).proof.remarks).toMatchObject([
      { line: 2, text: expect.stringContaining('base charge is negative') },
    ])
    const twice = await summaryOf(is['twice.csv'])
    expect(twice.rows.map(({ line }) => line)).toEqual([2, 3])
    expect(twice.summary).toMatchObject({ details: 2, totalCarrier: '19.60' })
    const spoilt = await summaryOf(is['spreadsheet.csv'])
    expect(spoilt.proof).toMatchObject({
      taken: 1,
      refused: 1,
      refusals: [
        { line: 2, column: 'Parcel number', value: '1.59E+13', reason: expect.stringMatching(/spreadsheet/i) },
      ],
    })
    expect((await summaryOf(is['currency.csv'])).proof).toMatchObject({
      taken: 5,
      refused: 1,
      refusals: [{ line: 2, column: 'Currency', value: 'XQZ', reason: expect.stringMatching(/not a currency/) }],
    })
    // It is recognised by its content, whatever its name.
    expect((await summaryOf(is['ups-invoice.csv'])).summary).toMatchObject({
      carrierName: 'DHL',
      filename: 'ups-invoice.csv',
    })
  })

  test('with rows of an unknown invoice: the proof of each invoice counts and lists them', async () => {
    const rows = ['U1', 'U1', 'U2', ''].map((number, index) =>
      dpdEnglishRow({
        'Invoice number': number,
        'Parcel number': `0123456780010${index}`,
        'Shipment number': `${index}`,
      }),
    )
    const { 'mixed.csv': mixed } = await imported({ 'mixed.csv': csv([HEADER, ...rows]) })
    expect(mixed).toMatchObject({ refusedRows: 1, message: expect.stringContaining('See the invoice’s import check') })
    const counts = async (index: number) => {
      const { summary, proof } = await summaryOf(mixed, index)
      const { fileRows, taken, refused, unplaced, elsewhere } = proof
      expect(proof.refusals).toMatchObject([{ line: 5, reason: 'The row has no invoice number' }])
      return [summary?.invoiceNumber, fileRows, taken, refused, unplaced, elsewhere]
    }
    expect(await counts(0)).toEqual(['U1', 4, 2, 0, 1, 1])
    expect(await counts(1)).toEqual(['U2', 4, 1, 0, 1, 2])
  })

  test('without any usable row: it says why, and reports a truncated last row', async () => {
    const part = rowsOf('U3')
    const many = [...part, ...rowsOf('U3', { 'Parcel number': '01234567800201' }).slice(1), ...part.slice(1)]
    const is = await imported({
      'no-number.csv': one('', {}),
      'cut.csv': csv(many).trimEnd().slice(0, -1),
    })
    expect(is['no-number.csv']).toMatchObject({
      state: 'Refused',
      message: expect.stringMatching(/^The only row .* line 2, Invoice number: The row has no invoice number\.$/),
    })
    expect((await summaryOf(is['cut.csv'])).proof.remarks).toMatchObject([
      { line: 7, text: expect.stringContaining('the file may be incomplete') },
    ])
  })

  test('that is unusable: only the reason is stored', async () => {
    const shifted = [
      HEADER,
      ...rowsOf('W9')
        .slice(1)
        .map((row) => ['', ...row.slice(0, -1)]),
    ]
    const is = await imported({
      'shifted.csv': csv(shifted),
      'bomb.zip': makeZip([{ name: 'bomb.csv', data: Buffer.alloc(60_000_000, '\n') }]),
      'letter.csv': 'Dear Sir or Madam,\nplease find our invoice enclosed.\nYours, a carrier\n',
      'zeros.csv.gz': gzipSync(Buffer.alloc(3_000_000, '0')),
      'half.zip': makeZip([{ name: 'a.csv', data: csv(rowsOf('W8')) }]).subarray(0, 300),
      'invoice.pdf': '%PDF-1.7 nothing',
    })
    expect(is).toMatchObject({
      'shifted.csv': {
        state: 'Unknown layout',
        message: expect.stringMatching(/It is similar to DPD.*columns may be shifted/),
      },
      'bomb.zip': { state: 'Refused', message: expect.stringMatching(/too large once unpacked/) },
      'letter.csv': { state: 'Refused', message: expect.stringMatching(/^letter\.csv has no table/) },
      'zeros.csv.gz': { state: 'Refused', message: expect.stringMatching(/^zeros\.csv can’t be read.*1 MB/) },
      'half.zip': { state: 'Refused', message: expect.stringMatching(/ZIP archive or workbook is cut short/) },
      'invoice.pdf': { state: 'Refused', message: expect.stringMatching(/PDF/) },
    })
    for (const file of Object.values(is)) expect(file.invoices).toEqual([])
    const kept = await portal.testDatabase.asOwner("select from invoices where invoice_number in ('W8', 'W9')")
    expect(kept).toEqual([])
  })

  test('an empty file is refused, and the one beside it imported', async () => {
    const is = await imported({ 'a.csv': one('W10', {}), 'empty.csv': '' })
    expect(is).toMatchObject({
      'a.csv': { state: 'Imported' },
      'empty.csv': { state: 'Refused', message: expect.stringMatching(/empty/i) },
    })
  })
})
