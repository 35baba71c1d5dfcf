import type { Duplicate } from '@despatch/domain/invoices/reading/kept-proof'
import type { BilledDetail } from '@despatch/domain/invoices/invoice'
import { isSalesOrder } from '@despatch/domain/invoices/sales-orders/spread-orders'
import type pg from 'pg'
import { AppError } from '../../process/app-error.ts'
import { MAX_ROWS_OF_INVOICE } from '../ids.ts'
import { countRows } from '../reconciliation/billed-rows.ts'
import {
  type DetailToJudge,
  earlierOf,
  judgeDetails,
  type JudgedInvoice,
  type Known,
} from '../reconciliation/judge-details.ts'
import { type DetailLines, linesOf, writeDetails } from '../reconciliation/write-rows.ts'
import { EarlierRows } from '../matching/earlier-rows.ts'
import { loadConsignments } from '../matching/load-consignments.ts'
import type { Rules } from '../matching/load-rules.ts'
import { type FindBy, findDetails, type FoundDetail, ordersOf } from '../matching/match-details.ts'
import { spreadByDay } from '../matching/spread-by-day.ts'
import { MAX_DUPLICATES_KEPT } from './kept-proof.ts'
import type { BillingDays } from './note-billing-days.ts'
import type { ReadInvoice, ReadStore } from './read-store.ts'

/** Details that are matched, judged and written at a time. */
const AT_A_TIME = 2000

type Given = {
  /** That of the transaction that writes. */
  connection: pg.PoolClient
  /** Another one, which sees the same clients, and what is committed. */
  reader: pg.PoolClient
  store: ReadStore
  read: ReadInvoice
  invoice: JudgedInvoice
  by: FindBy
  rules: Rules
  billingDays: BillingDays
  /** The numbers of all parcel rows that this transaction has written. */
  written: Set<string>
  onWritten: (details: number) => Promise<void>
}
type Found = Pick<Known, 'consignments'> & { details: readonly BilledDetail[]; found: readonly FoundDetail[] }

/**
 * Matches, judges and writes the details of an invoice, some at a time. While some are written, the next ones are judged, and
 * what those behind them bill is looked up over another connection. Gives what number comes next, of details and of rows, and
 * the charges that were billed before. Throws an AppError (413) for more rows than an invoice may have.
 */
export async function writeBatches(
  given: Given,
): Promise<{ next: { no: number; row: number }; duplicates: Duplicate[] }> {
  const { connection, read, invoice } = given
  const duplicates: Duplicate[] = []
  const next = { no: 1, row: 1 }
  let details = await readAt(given, 1)
  let behind = await readAt(given, 1 + AT_A_TIME)
  /** What is being written; then it gives the details that are read behind those. */
  let writing = readAt(given, 1 + 2 * AT_A_TIME)
  writing.catch(() => undefined)
  let looking = lookUp(given, details)
  try {
    for (let from = 1; from <= read.details; from += AT_A_TIME) {
      if (!looking) await writing
      const one = await (looking ?? find(given, await spreadByDay(connection, invoice.carrier, details)))
      const wanted = numbered(one, next)
      if (next.row >= MAX_ROWS_OF_INVOICE)
        throw new AppError(
          'too_large',
          `Invoice ${invoice.number} has more than a million rows: ask the carrier to split it.`,
        )
      const earlier = await earlierRows(given, wanted, () => writing)
      looking = lookUp(given, behind)
      const judged = await judgeDetails(given.rules, invoice, wanted, { ...one, earlier })
      const lines = await linesOf(invoice.invoiceId, judged.kept)
      given.billingDays.add([...one.consignments.values()].flat())
      duplicates.push(...judged.duplicates.slice(0, MAX_DUPLICATES_KEPT - duplicates.length))
      details = behind
      behind = await writing
      writing = writeAndRead(given, { lines, count: wanted.length }, from + 3 * AT_A_TIME)
      writing.catch(() => undefined)
    }
    await writing
  } finally {
    // Nothing is asked any more over connections that are given back.
    await Promise.allSettled([looking, writing])
  }
  return { next, duplicates }
}

const readAt = async ({ store, read }: Given, from: number): Promise<BilledDetail[]> =>
  from <= read.details ? store.detailsOf(read, from, AT_A_TIME) : []

/** Writes details, and says so beside it; gives those from a number on, so that the connection need not wait to be asked. */
async function writeAndRead(
  given: Given,
  { lines, count }: { lines: DetailLines; count: number },
  from: number,
): Promise<BilledDetail[]> {
  const done = await Promise.allSettled([writeDetails(given.connection, lines), given.onWritten(count)])
  for (const one of done) if (one.status === 'rejected') throw one.reason
  return readAt(given, from)
}

/** Sales orders are shared out over what is left of their days: they wait until those before them are written. */
function lookUp(given: Given, details: readonly BilledDetail[]): Promise<Found> | undefined {
  if (details.some(isSalesOrder)) return undefined
  const looking = find(given, details)
  looking.catch(() => undefined)
  return looking
}

async function find({ reader, by, rules }: Given, details: readonly BilledDetail[]): Promise<Found> {
  const found = await findDetails(reader, details, by)
  return { details, found, consignments: await loadConsignments(reader, ordersOf(found), rules) }
}

function numbered({ details, found }: Found, next: { no: number; row: number }): DetailToJudge[] {
  return details.map((detail, index) => {
    const one = found[index]
    if (!one) throw new Error('A detail that was not looked for')
    const firstRow = next.row
    next.row += countRows(detail)
    return { detail, found: one, no: next.no++, firstRow }
  })
}

/**
 * What billed the same before. What this transaction itself has written is seen over its own connection alone, once it is
 * written; few files bill a parcel twice, so it is seldom waited for.
 */
async function earlierRows(
  { connection, reader, written }: Given,
  details: readonly DetailToJudge[],
  whenWritten: () => Promise<unknown>,
): Promise<EarlierRows> {
  const sought = earlierOf(details)
  const isBilledHere = sought.orders.length > 0 || sought.numbers.some((number) => written.has(number))
  if (isBilledHere) await whenWritten()
  const earlier = new EarlierRows()
  await earlier.load(isBilledHere ? connection : reader, sought)
  for (const number of sought.numbers) if (number !== '') written.add(number)
  return earlier
}
