import { type Day, dayOf } from '@despatch/domain/calendar/day'
import type { BilledDetail } from '@despatch/domain/invoices/invoice'
import { compileRules } from '@despatch/domain/invoices/judging/judge'
import type pg from 'pg'
import type { Database } from '../../database/database.ts'
import { Transaction } from '../../database/transaction.ts'
import { AppError } from '../../process/app-error.ts'
import { settleCredits } from '../disputes/settle-credits.ts'
import { MAX_ROWS_OF_INVOICE } from '../ids.ts'
import { loadRules } from '../matching/load-rules.ts'
import { type Found, findDetails, type FoundDetail } from '../matching/match-details.ts'
import { asOperator } from './as-operator.ts'
import { detailOfInvoice } from './billed-rows.ts'
import { carrierCodeOf, carriersOfAllBooks, type NamedCarrier } from './carrier-of-layout.ts'
import type { ImportRow, ReadFile, ReadInvoice } from './gather-invoices.ts'
import { InvoiceJudge } from './judge-invoice.ts'
import { auditImport, finishImport, keepInvoice } from './keep-invoice.ts'
import { noteImport } from './note-import.ts'
import { openRowTables, writeDetails } from './write-rows.ts'

/** Details that are matched, judged and written at a time. */
const AT_A_TIME = 500
const SAY_EVERY_MS = 400

export type Import = { fileId: number; file: ImportRow; read: ReadFile }
type Matched = { invoice: ReadInvoice; details: BilledDetail[]; found: FoundDetail[]; day: Day }

/**
 * Matches, judges and keeps what was read, all in one transaction: nothing of a file is kept by halves. Throws an AppError
 * where all of its invoices are there already, and ImportCancelled where nobody wants it any more.
 */
export async function writeInvoices(database: Database, given: Import): Promise<void> {
  const clients = await asOperator(database, async (_transaction, codes) => codes)
  const progress = new Progress(database, given)
  await database.copying(clients, async (connection) => {
    await connection.query('set local jit = off')
    await openRowTables(connection)
    const carriers = await carriersOfAllBooks(new Transaction(connection))
    const matched: Matched[] = []
    for (const invoice of given.read.invoices)
      matched.push(await match(connection, invoice, { sentOn: dayOf(given.file.sent_at), clients, progress }))
    const rules = compileRules(await loadRules(connection, clients))
    const judge = new InvoiceJudge(connection, rules)
    const kept: { number: string; id: number }[] = []
    const duplicates: string[] = []
    progress.begin('Judging')
    for (const one of matched) {
      const { number } = one.invoice.billed
      const carrier = carrierOf(one, carriers)
      const id = await keepInvoice(connection, given, { ...one, carrier })
      if (id === undefined) duplicates.push(number)
      else {
        await judgeAndWrite(connection, judge, { one, carrier, id, progress })
        kept.push({ number, id })
      }
    }
    if (kept.length === 0)
      throw new AppError(
        'unprocessable',
        `Imported before, so nothing was done: ${duplicates.slice(0, 10).join(', ')}.`,
      )
    await settleCredits(
      new Transaction(connection),
      kept.map(({ id }) => id),
    )
    for (const { id } of kept) await connection.query('select refresh_invoice($1)', [id])
    await finishImport(connection, given, kept.length, duplicates)
    await auditImport(connection, given, kept)
  })
}

async function match(
  connection: pg.PoolClient,
  invoice: ReadInvoice,
  given: { sentOn: Day; clients: readonly string[]; progress: Progress },
): Promise<Matched> {
  const { billed, details: read } = invoice
  const day = billed.day ?? given.sentOn
  const details = billed.charges.length > 0 ? [...read, detailOfInvoice(billed.charges, day)] : read
  const rows = details.reduce((sum, { parcels }) => sum + parcels.length + 1, 0)
  if (rows >= MAX_ROWS_OF_INVOICE)
    throw new AppError(
      'too_large',
      `Invoice ${billed.number} has more than a million rows: ask the carrier to split it.`,
    )
  const found: FoundDetail[] = []
  for (let at = 0; at < details.length; at += AT_A_TIME) {
    const some = details.slice(at, at + AT_A_TIME)
    found.push(...(await findDetails(connection, some, { day, clients: given.clients })))
    await given.progress.add(some.length)
  }
  return { invoice, details, found, day }
}

/** The carrier that most of the parcels left with that were found by their numbers; else that of the layout. */
function carrierOf({ found, invoice }: Matched, carriers: readonly NamedCarrier[]): NamedCarrier {
  const counts = new Map<string, number>()
  const count = (one: Found) => {
    if (one.kind === 'parcel') counts.set(one.parcel.carrier, (counts.get(one.parcel.carrier) ?? 0) + 1)
  }
  for (const { parcels, own } of found) for (const one of parcels.length > 0 ? parcels : [own]) count(one)
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  return { code: most?.[0] ?? carrierCodeOf(invoice.carrier, carriers), name: invoice.carrier }
}

async function judgeAndWrite(
  connection: pg.PoolClient,
  judge: InvoiceJudge,
  given: { one: Matched; carrier: NamedCarrier; id: number; progress: Progress },
): Promise<void> {
  const { details, found, invoice, day } = given.one
  const { number, currency } = invoice.billed
  const of = { invoiceId: given.id, number, carrier: given.carrier.code, currency, day }
  const numbers = { detail: counter(), row: counter() }
  for (let at = 0; at < details.length; at += AT_A_TIME) {
    const some = details.slice(at, at + AT_A_TIME)
    const kept = await judge.judge(of, some, found.slice(at, at + AT_A_TIME), numbers)
    await writeDetails(connection, given.id, kept)
    await given.progress.add(some.length)
  }
}

function counter(): () => number {
  let count = 0
  return () => ++count
}

/** Says now and then how far an import is, beside the transaction that does it. */
class Progress {
  readonly #database: Database
  readonly #fileId: number
  readonly #total: number
  #state: 'Matching' | 'Judging' = 'Matching'
  #done = 0
  #said = 0

  constructor(database: Database, { fileId, read }: Import) {
    this.#database = database
    this.#fileId = fileId
    this.#total = read.invoices.reduce((sum, { details }) => sum + details.length, 0)
  }

  begin(state: 'Matching' | 'Judging'): void {
    this.#state = state
    this.#done = 0
  }

  async add(count: number): Promise<void> {
    this.#done = Math.min(this.#done + count, this.#total)
    if (performance.now() - this.#said < SAY_EVERY_MS) return
    await noteImport(this.#database, this.#fileId, { state: this.#state, done: this.#done, total: this.#total })
    this.#said = performance.now()
  }
}
