import { dayOf } from '@despatch/domain/calendar/day'
import { InvoiceRounding, roundedProof } from '@despatch/domain/invoices/reading/invoice-rounding'
import type pg from 'pg'
import type { Database } from '../../database/database.ts'
import { Transaction } from '../../database/transaction.ts'
import { AppError } from '../../process/app-error.ts'
import { judgeDependents } from '../parcel-accounts/judge-dependents.ts'
import { lockAccounts } from '../parcel-accounts/lock-accounts.ts'
import { settleCredits } from '../disputes/settle-credits.ts'
import { toInvoiceCharges } from '../judging/billed-rows.ts'
import { judgeCharges } from '../judging/judge-charges.ts'
import type { JudgedInvoice } from '../judging/facts-of-detail.ts'
import { linesOf, openRowTables, writeDetails } from '../judging/write-rows.ts'
import { readCurrencyOfAccount } from '../matching/account-currencies.ts'
import { readClientOfAccount } from '../matching/account-clients.ts'
import { loadRules, type Rules } from '../matching/load-rules.ts'
import { type FindBy, type ParcelMatch, findDetails } from '../matching/match-details.ts'
import { carrierCodeOf, readRuleBookCarriers, type NamedCarrier } from './carrier-of-layout.ts'
import { auditImport, finishImport, type ImportRow, storeDuplicates, storeInvoice } from './store-invoice.ts'
import { BillingDays } from './note-billing-days.ts'
import { recordProgress } from './import-progress.ts'
import type { ReadInvoice, ReadStore } from './read-store.ts'
import { writeBatches } from './write-batches.ts'

const PROGRESS_EVERY_MS = 400
/** The details from which the carrier of an invoice is derived. */
const SAMPLE_SIZE = 1000

export type Import = {
  fileId: number
  file: ImportRow
  clients: readonly string[]
  store: ReadStore
  /** Text about skipped tables. */
  passed: string
}
type Writing = Import & {
  connection: pg.PoolClient
  reader: pg.PoolClient
  written: Set<string>
  carriers: readonly NamedCarrier[]
  rules: Rules
  billingDays: BillingDays
  progress: Progress
}

/** The stored invoices of a file, and the numbers of those that already existed. */
type Written = { kept: readonly { number: string; id: number }[]; known: readonly string[] }

/**
 * Matches, judges and stores the invoices in the transaction that read them, so that a file is stored whole or not at
 * all. `reader` is a connection for concurrent look-ups that sees the same clients.
 *
 * @throws AppError if all invoices already exist, ImportCancelled if a user cancelled the import
 */
export async function writeInvoices(
  database: Database,
  { connection, reader }: { connection: pg.PoolClient; reader: pg.PoolClient },
  given: Import,
): Promise<Written> {
  const { store, clients } = given
  const progress = new Progress(database, given.fileId, store.details)
  await progress.begin('Matching')
  await openRowTables(connection)
  await lockAccounts(connection)
  const carriers = await readRuleBookCarriers(new Transaction(connection))
  const rules = await loadRules(connection, clients)
  const billingDays = new BillingDays()
  await billingDays.begin(connection)
  await progress.begin('Judging')
  const stored: { number: string; id: number }[] = []
  const known: string[] = []
  const written = new Set<string>()
  for await (const invoice of store.invoices()) {
    const writing = { ...given, connection, reader, written, carriers, rules, billingDays, progress }
    const id = await writeInvoice(writing, invoice)
    if (id === undefined) known.push(invoice.billed.number)
    else stored.push({ number: invoice.billed.number, id })
  }
  if (stored.length === 0)
    throw new AppError(
      'unprocessable',
      `Already imported: ${known.slice(0, 10).join(', ')}. To import a changed invoice, delete the old one first, or ask the carrier for a correction.`,
    )
  await billingDays.note(connection)
  return { kept: stored, known }
}

/** Settles credits and judges dependent rows in the same transaction, then marks the import as finished. */
export async function finishInvoices(
  connection: pg.PoolClient,
  given: Import,
  { kept: stored, known }: Written,
): Promise<void> {
  const { clients, store } = given
  const ids = stored.map(({ id }) => id)
  await judgeDependents(connection, ids, { clients })
  await settleCredits(new Transaction(connection), ids)
  for (const id of ids) await connection.query('select refresh_invoice($1)', [id])
  await finishImport(connection, { ...given, layouts: store.layouts, tally: store.tally }, stored.length, known)
  await auditImport(connection, given, stored)
}

/** Returns the id of the invoice; undefined if the carrier's invoice of this number already exists. */
async function writeInvoice(writing: Writing, given: ReadInvoice): Promise<number | undefined> {
  const { connection, file, rules, progress, clients } = writing
  const currencyGiven = given.billed.currency || (await readCurrencyOfAccount(connection, accountOf(given)))
  const rounding = new InvoiceRounding(currencyGiven)
  const read: ReadInvoice = {
    ...given,
    billed: { ...given.billed, currency: currencyGiven, tax: rounding.roundTax(given.billed.tax) },
    proof: roundedProof(given.proof, currencyGiven),
  }
  const { billed } = read
  const day = billed.day ?? dayOf(file.sent_at)
  const preferred = await readClientOfAccount(connection, accountOf(read))
  const carrier = await carrierOf(writing, read, { day, clients, preferred })
  const storedInvoice = await storeInvoice(connection, writing, { invoice: read, carrier, day })
  if (!storedInvoice) return undefined
  const { invoiceId } = storedInvoice
  const { number, account, currency } = billed
  const { bills } = read
  const invoice: JudgedInvoice = {
    ...storedInvoice,
    number,
    filename: file.filename,
    carrier: carrier.code,
    account,
    currency,
    day,
    bills,
  }
  const { next, duplicates, tax } = await writeBatches({
    ...writing,
    read,
    invoice,
    rounding,
    by: { day, clients, preferred },
    onWritten: (count) => progress.add(count),
  })
  // If rows state their tax, the rest of the document's tax belongs to the invoice's own charges.
  const ownTax = tax === null ? 0 : billed.tax - tax
  const charges = rounding.roundCharges(billed.charges)
  const row = await judgeCharges(connection, rules, invoice, charges, { isTaxed: ownTax !== 0 })
  if (row) {
    const stored = toInvoiceCharges(charges, row, { no: next.no, firstRow: next.row, day, tax: ownTax })
    await writeDetails(connection, await linesOf(invoiceId, [stored]))
  }
  await storeDuplicates(connection, invoiceId, duplicates)
  return invoiceId
}

const accountOf = ({ carrier, billed }: ReadInvoice) => ({ carrierName: carrier, account: billed.account })

/** Finds the carrier of most of the first parcels that are found by their numbers; else that of the layout. */
async function carrierOf(
  { connection, carriers, store }: Writing,
  read: ReadInvoice,
  by: FindBy,
): Promise<NamedCarrier> {
  const counts = new Map<string, number>()
  const count = (one: ParcelMatch) => {
    if (one.kind === 'parcel') counts.set(one.parcel.carrier, (counts.get(one.parcel.carrier) ?? 0) + 1)
  }
  for (let from = 1; from <= read.details && counts.size === 0; from += SAMPLE_SIZE) {
    const found = await findDetails(connection, await store.detailsOf(read, from, SAMPLE_SIZE), by)
    for (const { parcels, own } of found) for (const one of parcels.length > 0 ? parcels : [own]) count(one)
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  return { code: most?.[0] ?? carrierCodeOf(read.carrier, carriers), name: read.carrier }
}

/** Records the progress of an import from time to time, outside the importing transaction. */
class Progress {
  readonly #database: Database
  readonly #fileId: number
  readonly #total: number
  #state: 'Matching' | 'Judging' = 'Matching'
  #done = 0
  #recordedAt = 0

  constructor(database: Database, fileId: number, total: number) {
    this.#database = database
    this.#fileId = fileId
    this.#total = total
  }

  async begin(state: 'Matching' | 'Judging'): Promise<void> {
    this.#state = state
    await this.#record()
  }

  async add(count: number): Promise<void> {
    this.#done = Math.min(this.#done + count, this.#total)
    if (performance.now() - this.#recordedAt >= PROGRESS_EVERY_MS) await this.#record()
  }

  async #record(): Promise<void> {
    await recordProgress(this.#database, this.#fileId, { state: this.#state, done: this.#done, total: this.#total })
    this.#recordedAt = performance.now()
  }
}
