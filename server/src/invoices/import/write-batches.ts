import type { Duplicate } from '@despatch/domain/invoices/reading/stored-proof'
import type { BilledDetail } from '@despatch/domain/invoices/invoice'
import type { InvoiceRounding } from '@despatch/domain/invoices/reading/invoice-rounding'
import type pg from 'pg'
import { AppError } from '../../process/app-error.ts'
import { MAX_ROWS_OF_INVOICE } from '../ids.ts'
import { countRows } from '../judging/billed-rows.ts'
import type { DetailToJudge, JudgedInvoice, JudgingData } from '../judging/facts-of-detail.ts'
import { accountsOf, judgeDetails } from '../judging/judge-details.ts'
import { type DetailLines, linesOf, writeDetails } from '../judging/write-rows.ts'
import { billSpreadByDue } from '../matching/bill-by-due.ts'
import { loadConsignments } from '../matching/load-consignments.ts'
import type { Rules } from '../matching/load-rules.ts'
import { type FindBy, findDetails, type DetailMatches, ordersOf } from '../matching/match-details.ts'
import { spreadByDay } from '../matching/spread-by-day.ts'
import { Accounts } from '../parcel-accounts/accounts.ts'
import { MAX_STORED_DUPLICATES } from './proof-limits.ts'
import type { BillingDays } from './note-billing-days.ts'
import type { ReadInvoice, ReadStore } from './read-store.ts'

/** Details matched, judged and written at a time. */
const BATCH_SIZE = 2000

type BatchWriting = {
  /** The connection of the writing transaction. */
  connection: pg.PoolClient
  /** Another connection that sees the same clients, and only committed data. */
  reader: pg.PoolClient
  store: ReadStore
  read: ReadInvoice
  invoice: JudgedInvoice
  by: FindBy
  rules: Rules
  billingDays: BillingDays
  /** Rounds the amounts of the invoice. */
  rounding: InvoiceRounding
  /** The numbers and parcels of all rows that this transaction has written. */
  written: Set<string>
  onWritten: (details: number) => Promise<void>
}
type BatchMatches = Pick<JudgingData, 'consignments'> & {
  details: readonly BilledDetail[]
  found: readonly DetailMatches[]
}

/**
 * Matches, judges and writes the details of an invoice in batches. While one batch is written, the next is judged,
 * and the reader's connection looks up the one after that.
 *
 * @returns the next detail and row numbers, the charges billed before, and the tax of all rows, null if no row states
 *   tax
 * @throws AppError 413 for more rows than an invoice may have
 */
export async function writeBatches(
  batch: BatchWriting,
): Promise<{ next: { no: number; row: number }; duplicates: Duplicate[]; tax: number | null }> {
  const { connection, read, invoice, rules } = batch
  const pieces = () => piecesOf(batch)
  const spread = await spreadByDay(connection, { invoice, rules, pieces })
  const duplicates: Duplicate[] = []
  const next = { no: 1, row: 1 }
  let tax: number | null = null
  const first = await readAt(batch, 1)
  let behind = await readAt(batch, 1 + BATCH_SIZE)
  /** Resolves to the details after the next batch, once the current batch is written. */
  let writing = readAt(batch, 1 + 2 * BATCH_SIZE)
  writing.catch(() => undefined)
  let looking = lookUp(batch, spread(first, 1))
  try {
    for (let from = 1; from <= read.details; from += BATCH_SIZE) {
      const one = await looking
      const wanted = numbered(one, next)
      if (next.row >= MAX_ROWS_OF_INVOICE)
        throw new AppError(
          'too_large',
          `Invoice ${invoice.number} has more than a million rows. Ask the carrier to split it.`,
        )
      const accounts = await loadAccounts(batch, { details: wanted, consignments: one.consignments }, () => writing)
      looking = lookUp(batch, spread(behind, from + BATCH_SIZE))
      const judged = await judgeDetails(batch.rules, invoice, wanted, { ...one, accounts })
      const lines = await linesOf(invoice.invoiceId, judged.details)
      for (const { detail, rows } of judged.details) {
        if (detail.parcels.some((parcel) => parcel.tax !== null)) tax ??= 0
        for (const row of rows) if (row.tax !== 0) tax = (tax ?? 0) + row.tax
      }
      batch.billingDays.add([...one.consignments.values()].flat())
      duplicates.push(...judged.duplicates.slice(0, MAX_STORED_DUPLICATES - duplicates.length))
      behind = await writing
      writing = writeAndRead(batch, { lines, count: wanted.length }, from + 3 * BATCH_SIZE)
      writing.catch(() => undefined)
    }
    await writing
  } finally {
    // Both must end before their connections are released.
    await Promise.allSettled([looking, writing])
  }
  return { next, duplicates, tax }
}

/** Reads in order, because rounding carries over from one detail to the next. */
const readAt = async ({ store, read, rounding }: BatchWriting, from: number): Promise<BilledDetail[]> =>
  from <= read.details ? (await store.detailsOf(read, from, BATCH_SIZE)).map((detail) => rounding.round(detail)) : []

/** Writes details and reads the next ones on the same connection, without waiting in between. */
async function writeAndRead(
  batch: BatchWriting,
  { lines, count }: { lines: DetailLines; count: number },
  from: number,
): Promise<BilledDetail[]> {
  const done = await Promise.allSettled([writeDetails(batch.connection, lines), batch.onWritten(count)])
  for (const one of done) if (one.status === 'rejected') throw one.reason
  return readAt(batch, from)
}

/** The details of an invoice in batches, before rounding. */
async function* piecesOf({ store, read }: BatchWriting) {
  for (let from = 1; from <= read.details; from += BATCH_SIZE)
    yield { from, details: await store.detailsOf(read, from, BATCH_SIZE) }
}

function lookUp(batch: BatchWriting, details: readonly BilledDetail[]): Promise<BatchMatches> {
  const looking = find(batch, details)
  looking.catch(() => undefined)
  return looking
}

async function find(
  { reader, by, rules, invoice }: BatchWriting,
  details: readonly BilledDetail[],
): Promise<BatchMatches> {
  const found = await findDetails(reader, details, by)
  const consignments = await loadConsignments(reader, ordersOf(found), rules)
  return { details: billSpreadByDue(rules, invoice, { details, found, consignments }), found, consignments }
}

function numbered({ details, found }: BatchMatches, next: { no: number; row: number }): DetailToJudge[] {
  return details.map((detail, index) => {
    const one = found[index]
    if (!one) throw new Error('A detail that was not looked for')
    const rows = Array.from({ length: countRows(detail) }, () => next.row++)
    return { detail, found: one, no: next.no++, rows }
  })
}

/**
 * Loads the accounts by which details are judged. Rows of this transaction are visible only on its own connection
 * after they are written. Few files bill a parcel twice, so waiting for that is rare.
 */
async function loadAccounts(
  { connection, reader, written }: BatchWriting,
  { details, consignments }: { details: readonly DetailToJudge[]; consignments: JudgingData['consignments'] },
  whenWritten: () => Promise<unknown>,
): Promise<Accounts> {
  const wanted = accountsOf(details, consignments)
  const keys = [...wanted.numbers, ...wanted.parcels.map(({ client, trackingNumber }) => `${client} ${trackingNumber}`)]
  const isBilledHere = keys.some((key) => key !== '' && written.has(key))
  if (isBilledHere) await whenWritten()
  const accounts = new Accounts()
  await accounts.load(isBilledHere ? connection : reader, wanted)
  for (const key of keys) written.add(key)
  return accounts
}
