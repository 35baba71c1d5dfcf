import { formatCount } from '@despatch/domain/money/money'
import type { Day } from '@despatch/domain/calendar/day'
import type pg from 'pg'
import type { Duplicate, FileTally, StoredProof } from '@despatch/domain/invoices/reading/stored-proof'
import type { JudgedInvoice } from '../judging/facts-of-detail.ts'
import type { NamedCarrier } from './carrier-of-layout.ts'
import type { ReadInvoice } from './read-store.ts'
import { ImportCancelled } from './import-progress.ts'

/** An uploaded file and who sent it. */
export type ImportRow = { filename: string; sent_at: Date; user_id: number | null; sent_by: string }
type FileOfImport = { fileId: number; file: ImportRow }

const STORE = `
insert into invoices
  (file_id, carrier, carrier_name, account, invoice_number, invoice_day, due_day, currency, proof, proof_details, bills)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
on conflict (carrier, account, invoice_number) do nothing
returning invoice_id as "invoiceId", billed_since as "billedSince"`

type StoredInvoice = Pick<JudgedInvoice, 'invoiceId' | 'billedSince'>

/**
 * Stores an invoice.
 *
 * @returns its id, or undefined if the carrier's invoice of this number already exists
 */
export async function storeInvoice(
  connection: pg.PoolClient,
  { fileId }: FileOfImport,
  { invoice, carrier, day }: { invoice: ReadInvoice; carrier: NamedCarrier; day: Day },
): Promise<StoredInvoice | undefined> {
  const { billed, proof, remarks, refusals } = invoice
  const stored: StoredProof = { proof, remarks, refusals, duplicates: [] }
  const { rows } = await connection.query<StoredInvoice>(STORE, [
    fileId,
    carrier.code,
    carrier.name,
    billed.account,
    billed.number,
    day,
    billed.dueDay,
    billed.currency,
    proof.verdict,
    JSON.stringify(stored),
    invoice.bills,
  ])
  return rows[0]
}

/** Adds to an invoice's proof which of its charges were billed before. */
export async function storeDuplicates(
  connection: pg.ClientBase,
  invoiceId: number,
  duplicates: readonly Duplicate[],
): Promise<void> {
  if (duplicates.length === 0) return
  await connection.query(
    `update invoices set proof_details = jsonb_set(proof_details, '{duplicates}', $2) where invoice_id = $1`,
    [invoiceId, JSON.stringify(duplicates)],
  )
}

/** Marks a file as imported. Throws ImportCancelled if it was cancelled meanwhile. */
export async function finishImport(
  connection: pg.PoolClient,
  { fileId, layouts, tally, passed }: FileOfImport & { layouts: readonly string[]; tally: FileTally; passed: string },
  stored: number,
  duplicates: readonly string[],
): Promise<void> {
  const message = [
    `${formatCount(stored)} ${stored === 1 ? 'invoice' : 'invoices'} imported.`,
    duplicates.length > 0 && `Already imported, so skipped: ${duplicates.slice(0, 10).join(', ')}.`,
    tally.refusedRows > 0 && 'Some rows were rejected. See the invoice’s import check.',
    passed !== '' && passed,
  ]
  const { rowCount } = await connection.query(
    `update invoice_files set state = 'Imported', done = total, message = $2, layout = $3, refused_rows = $4, file_read = $5
     where file_id = $1 and state in ('Waiting', 'Reading', 'Matching', 'Judging')`,
    [
      fileId,
      message.filter((text) => text !== false).join(' '),
      [...new Set(layouts)].join(', '),
      tally.refusedRows,
      JSON.stringify(tally),
    ],
  )
  if (rowCount === 0) throw new ImportCancelled()
}

/** Writes the audit row, in the name of the user who sent the file. */
export async function auditImport(
  connection: pg.PoolClient,
  { file }: FileOfImport,
  stored: readonly { number: string }[],
): Promise<void> {
  await connection.query(
    `insert into audit (client_code, at, user_id, by_name, act, object, after, request_id)
     values ('', now(), $1, $2, 'invoice.imported', $3, $4, '')`,
    [
      file.user_id,
      file.sent_by,
      file.filename,
      JSON.stringify({ invoices: stored.slice(0, 100).map(({ number }) => number), count: stored.length }),
    ],
  )
}
