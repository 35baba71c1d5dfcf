import { createHash, randomUUID } from 'node:crypto'
import type { Verdict } from '@despatch/domain/invoices/invoice'
import { rowId } from '../../invoices/ids.ts'
import type { TestDatabase } from '../test-database.ts'

type InvoiceRowInput = {
  /** The client of the parcel; '' if unknown. */
  client: string
  trackingNumber?: string
  verdict?: Verdict
  /** In ten-thousandths. */
  billed?: number
  expected?: number | null
  despatchedAs?: string
  orderNumber?: string
  /** The stored reasons for the expected cost. */
  reasons?: readonly object[]
  /** The tracking numbers of several parcels that it covers. */
  covers?: readonly string[]
}
type InvoiceInput = {
  rows: readonly InvoiceRowInput[]
  number?: string
  carrier?: string
  carrierName?: string
  day?: string
  filename?: string
  proof?: 'adds up' | 'does not add up' | 'nothing stated'
  /** A mark in all of its texts that are not keys. */
  mark?: string
}

/** Makes an invoice in its own file, with a detail for each row: of 5 January 2026, Matched, £4.50 by default. */
export async function makeInvoice(
  on: TestDatabase,
  invoice: InvoiceInput,
): Promise<{ id: string; number: string; details: string[]; parcels: string[] }> {
  const unique = randomUUID().slice(0, 8).toUpperCase()
  const { number = `INV-${unique}`, carrier = 'DPD', day = '2026-01-05', mark = '' } = invoice
  const one = async (sql: string, values: unknown[]) => Object.values((await on.asOwner(sql, values))[0] ?? {})[0]
  const fileId = await one(
    `insert into invoice_files (sha256, filename, bytes, state, sent_at, sent_by) values ($1, $2, 1, 'Imported', $3, 'test')
     returning file_id`,
    [createHash('sha256').update(unique).digest(), invoice.filename ?? `${unique}.csv`, `${day}T12:00:00Z`],
  )
  const proof = {
    rowsTaken: invoice.rows.length,
    rowsRefused: 0,
    net: 0,
    tax: null,
    statements: [],
    ownTotals: { checked: 0, wrong: 0, first: [] },
    repeats: [],
  }
  const id = Number(
    await one(
      `insert into invoices (file_id, carrier, carrier_name, account, invoice_number, invoice_day, currency, proof, proof_details)
       values ($1, $2, $3, '', $4, $5, 'GBP', $6, $7) returning invoice_id`,
      [
        fileId,
        carrier,
        invoice.carrierName ?? carrier,
        number,
        day,
        invoice.proof ?? 'nothing stated',
        JSON.stringify({ proof, remarks: [], refusals: [], duplicates: [] }),
      ],
    ),
  )
  for (const [index, row] of invoice.rows.entries()) await addRow(on, { id, no: index + 1, row, mark })
  await on.asOwner('select refresh_invoice($1)', [id])
  const ids = invoice.rows.map((_row, index) => rowId(id, index + 1))
  return { id: String(id), number, details: ids, parcels: ids }
}

async function addRow(
  on: TestDatabase,
  { id, no, row, mark }: { id: number; no: number; row: InvoiceRowInput; mark: string },
): Promise<void> {
  const { client, verdict = 'Matched', billed = 45_000, trackingNumber = `T${id}X${no}` } = row
  const expected = row.expected === undefined ? 45_000 : row.expected
  const variance = expected === null ? null : billed - expected
  const causes = JSON.stringify(variance ? { price: variance } : {})
  await on.asOwner(
    `insert into invoice_details (client_code, invoice_id, detail_no, line, consignment_number, leg, service, country, postcode,
       pieces, parcels, billed, tax, expected, variance, verdict, causes)
     values ($1, $2, $3, $3, $4, 'outbound', $5, 'GB', '', 1, 1, $6, 0, $7, $8, $9, $10)`,
    [client, id, no, `C${id}X${no}`, mark || 'Next Day', billed, expected, variance, verdict, causes],
  )
  await on.asOwner(
    `insert into invoice_parcels (client_code, invoice_id, parcel_no, detail_no, line, tracking_number, consignment_number, leg,
       despatched_as, order_number, billed, tax, expected, variance, verdict, causes, charges, reasons)
     values ($1, $2, $3, $3, $3, $4, $5, 'outbound', $6, $7, $8, 0, $9, $10, $11, $12, $13, $14)`,
    [
      client,
      id,
      no,
      trackingNumber,
      `C${id}X${no}`,
      row.despatchedAs ?? '',
      row.orderNumber ?? '',
      billed,
      expected,
      variance,
      verdict,
      causes,
      JSON.stringify([{ code: 'BASE', text: mark || 'Base price', category: 'base', net: billed, line: no }]),
      JSON.stringify(row.reasons ?? []),
    ],
  )
  for (const number of row.covers ?? [])
    await on.asOwner(
      'insert into invoice_covers (client_code, invoice_id, parcel_no, tracking_number) values ($1, $2, $3, $4)',
      [client, id, no, number],
    )
}
