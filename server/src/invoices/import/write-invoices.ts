import { dayOf } from '@despatch/domain/calendar/day'
import { InvoiceRounding, roundedProof } from '@despatch/domain/invoices/reading/invoice-rounding'
import type pg from 'pg'
import type { Database } from '../../database/database.ts'
import { Transaction } from '../../database/transaction.ts'
import { AppError } from '../../process/app-error.ts'
import { judgeFollowing } from '../parcel-accounts/judge-following.ts'
import { lockAccounts } from '../parcel-accounts/lock-accounts.ts'
import { settleCredits } from '../disputes/settle-credits.ts'
import { keepCharges } from '../reconciliation/billed-rows.ts'
import { judgeCharges } from '../reconciliation/judge-charges.ts'
import type { JudgedInvoice } from '../reconciliation/facts-of-detail.ts'
import { linesOf, openRowTables, writeDetails } from '../reconciliation/write-rows.ts'
import { currencyOfAccount } from '../matching/account-currencies.ts'
import { clientOfAccount } from '../matching/account-clients.ts'
import { loadRules, type Rules } from '../matching/load-rules.ts'
import { type FindBy, type Found, findDetails } from '../matching/match-details.ts'
import { carrierCodeOf, carriersOfAllBooks, type NamedCarrier } from './carrier-of-layout.ts'
import { auditImport, finishImport, type ImportRow, keepDuplicates, keepInvoice } from './keep-invoice.ts'
import { BillingDays } from './note-billing-days.ts'
import { noteImport } from './note-import.ts'
import type { ReadInvoice, ReadStore } from './read-store.ts'
import { writeBatches } from './write-batches.ts'

const HEARTBEAT_MS = 400
/** Details that the carrier of an invoice is told by. */
const FIRST_ONES = 1000

export type Import = {
  fileId: number
  file: ImportRow
  clients: readonly string[]
  store: ReadStore
  /** What of the file was passed over, in words. */
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

/** The invoices of a file that were kept, and the numbers of those that were there already. */
type Written = { kept: readonly { number: string; id: number }[]; known: readonly string[] }

/**
 * Matches, judges and keeps what was read, in the transaction that read it: nothing of a file is kept by halves. Throws an
 * AppError where all of its invoices are there already, and ImportCancelled where nobody wants it any more. `reader` is a
 * connection that sees the same clients, to look things up over meanwhile.
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
  const carriers = await carriersOfAllBooks(new Transaction(connection))
  const rules = await loadRules(connection, clients)
  const billingDays = new BillingDays()
  await billingDays.begin(connection)
  await progress.begin('Judging')
  const kept: { number: string; id: number }[] = []
  const known: string[] = []
  const written = new Set<string>()
  for await (const invoice of store.invoices()) {
    const writing = { ...given, connection, reader, written, carriers, rules, billingDays, progress }
    const id = await writeInvoice(writing, invoice)
    if (id === undefined) known.push(invoice.billed.number)
    else kept.push({ number: invoice.billed.number, id })
  }
  if (kept.length === 0)
    throw new AppError(
      'unprocessable',
      `Imported before, so nothing was done: ${known.slice(0, 10).join(', ')}. If the carrier has changed what it bills, delete the invoice that is here first, or ask for a correction with a number of its own.`,
    )
  await billingDays.note(connection)
  return { kept, known }
}

/** Settles what follows from invoices that were written, in the same transaction, and says that the import is done. */
export async function finishInvoices(
  connection: pg.PoolClient,
  given: Import,
  { kept, known }: Written,
): Promise<void> {
  const { clients, store } = given
  const ids = kept.map(({ id }) => id)
  await judgeFollowing(connection, ids, { clients })
  await settleCredits(new Transaction(connection), ids)
  for (const id of ids) await connection.query('select refresh_invoice($1)', [id])
  await finishImport(connection, { ...given, layouts: store.layouts, tally: store.tally }, kept.length, known)
  await auditImport(connection, given, kept)
}

/** Gives the id of the invoice; undefined where the carrier's invoice of this number is there already. */
async function writeInvoice(writing: Writing, given: ReadInvoice): Promise<number | undefined> {
  const { connection, file, rules, progress, clients } = writing
  const currencyGiven = given.billed.currency || (await currencyOfAccount(connection, accountOf(given)))
  const rounding = new InvoiceRounding(currencyGiven)
  const read: ReadInvoice = {
    ...given,
    billed: { ...given.billed, currency: currencyGiven, tax: rounding.roundTax(given.billed.tax) },
    proof: roundedProof(given.proof, currencyGiven),
  }
  const { billed } = read
  const day = billed.day ?? dayOf(file.sent_at)
  const preferred = await clientOfAccount(connection, accountOf(read))
  const carrier = await carrierOf(writing, read, { day, clients, preferred })
  const keptInvoice = await keepInvoice(connection, writing, { invoice: read, carrier, day })
  if (!keptInvoice) return undefined
  const { invoiceId } = keptInvoice
  const { number, account, currency } = billed
  const { bills } = read
  const invoice: JudgedInvoice = {
    ...keptInvoice,
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
  // Where rows state their tax, what the document has beyond it is on what it bills as a whole.
  const ownTax = tax === null ? 0 : billed.tax - tax
  const charges = rounding.roundCharges(billed.charges)
  const row = await judgeCharges(connection, rules, invoice, charges, { isTaxed: ownTax !== 0 })
  if (row) {
    const kept = keepCharges(charges, row, { no: next.no, firstRow: next.row, day, tax: ownTax })
    await writeDetails(connection, await linesOf(invoiceId, [kept]))
  }
  await keepDuplicates(connection, invoiceId, duplicates)
  return invoiceId
}

const accountOf = ({ carrier, billed }: ReadInvoice) => ({ carrierName: carrier, account: billed.account })

/** The carrier that most parcels left with of the first ones that are found by their numbers; else that of the layout. */
async function carrierOf(
  { connection, carriers, store }: Writing,
  read: ReadInvoice,
  by: FindBy,
): Promise<NamedCarrier> {
  const counts = new Map<string, number>()
  const count = (one: Found) => {
    if (one.kind === 'parcel') counts.set(one.parcel.carrier, (counts.get(one.parcel.carrier) ?? 0) + 1)
  }
  for (let from = 1; from <= read.details && counts.size === 0; from += FIRST_ONES) {
    const found = await findDetails(connection, await store.detailsOf(read, from, FIRST_ONES), by)
    for (const { parcels, own } of found) for (const one of parcels.length > 0 ? parcels : [own]) count(one)
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  return { code: most?.[0] ?? carrierCodeOf(read.carrier, carriers), name: read.carrier }
}

/** Says now and then how far an import is, beside the transaction that does it. */
class Progress {
  readonly #database: Database
  readonly #fileId: number
  readonly #total: number
  #state: 'Matching' | 'Judging' = 'Matching'
  #done = 0
  #said = 0

  constructor(database: Database, fileId: number, total: number) {
    this.#database = database
    this.#fileId = fileId
    this.#total = total
  }

  async begin(state: 'Matching' | 'Judging'): Promise<void> {
    this.#state = state
    await this.#say()
  }

  async add(count: number): Promise<void> {
    this.#done = Math.min(this.#done + count, this.#total)
    if (performance.now() - this.#said >= HEARTBEAT_MS) await this.#say()
  }

  async #say(): Promise<void> {
    await noteImport(this.#database, this.#fileId, { state: this.#state, done: this.#done, total: this.#total })
    this.#said = performance.now()
  }
}
