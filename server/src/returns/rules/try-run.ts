import type { TriedResult } from '@despatch/contract/returns/rules/returns-try'
import { dayOfNumber } from '@despatch/domain/returns/day-numbers'
import { compileReturnsBook, type CompiledReturnsBook } from '@despatch/domain/returns/rules/compile-returns-book'
import { type SingleLineReturn, distinctionsOf } from '@despatch/domain/returns/rules/return-classes'
import { withReturnsChanges } from '@despatch/domain/returns/rules/returns-book-items'
import { ReturnsTrial, type TriedSide } from '@despatch/domain/returns/rules/try-returns'
import { costText } from '@despatch/domain/routing/allocation/units'
import type pg from 'pg'
import { currencyOf } from '../../administration/clients/client-currency.ts'
import type { Database } from '../../database/database.ts'
import { inClient } from '../../database/in-client.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { regionOf } from '../../routing/allocation/regions.ts'
import { loadReturnsBook } from './returns-book-cache.ts'
import { countLinesToTry, lookupsOf, type TrialScope, type TrialLine } from './try-lines.ts'
import { shareWork, type SharedWork } from './try-shared-work.ts'
import { type ClassRow, TrialLines } from './try-part.ts'

/** From this many lines on, earlier returns of shoppers are collected at once. */
const MANY_LINES = 20_000
/** From this many lines on, order lines and parcels are too: a million separate look-ups would take most of the time. */
const VERY_MANY_LINES = 100_000
/** Lines per part, when two connections read in parallel. */
const LINES_OF_PART = 50_000
/** Changed lines in the result, newest first. */
const MAX_MOVES = 200
/** Postcodes with cached regions. */
const MAX_REGIONS = 50_000

/** Ends a run that was cancelled or restarted elsewhere. */
class RunEnded extends Error {}

type TryRef = { client: string; tryId: string }
type Run = TryRef & { database: Database; run: number }
type Move = TriedResult['moves'][number]

/**
 * Runs a trial: decides every line by the book in force at the time of the request, and by that book with the draft's
 * changes. The database counts lines by class, and one line of each class is decided. It writes progress and result;
 * nothing else changes. A repeated run starts from nothing; it ends early if cancelled or restarted elsewhere.
 *
 * @throws errors of the database
 */
export async function runReturnsTry(database: Database, ref: TryRef): Promise<void> {
  const started = await inClient(database, ref.client, (transaction) => startTrial(transaction, ref))
  if (!started) return
  try {
    await runTrial({ ...ref, database, run: started.run }, started)
  } catch (error) {
    if (!(error instanceof RunEnded)) throw error
  }
}

type StartedTrial = NonNullable<Awaited<ReturnType<typeof startTrial>>>

async function startTrial(transaction: Transaction, { client, tryId }: TryRef) {
  const row = await transaction.writeRow(
    db
      .updateTable('return_tries')
      .set((is) => ({ status: 'Running', run: is('run', '+', 1), done: 0, total: 0 }))
      .where('client_code', '=', client)
      .where('try_id', '=', tryId)
      .where('status', 'in', ['NotStarted', 'Running'])
      .returning(['run', 'changes', 'since', 'today', 'over', 'reason', 'book_version']),
  )
  if (!row) return undefined
  const of: TrialScope = { client, over: row.over, since: row.since, today: row.today, reason: row.reason }
  const [book, currency] = await Promise.all([
    loadReturnsBook(transaction, client, row.book_version),
    currencyOf(transaction, client),
    // Load the postcode reference now, so that no line waits for it.
    regionOf(transaction, 'GB', ''),
  ])
  const counted = await transaction.row(countLinesToTry(of, VERY_MANY_LINES).compile(db))
  const total = counted?.total ?? 0
  const books = [compileReturnsBook(book), compileReturnsBook(withReturnsChanges(book, row.changes))] as const
  const lookups = lookupsOf(books)
  if (lookups.earlier && total > MANY_LINES) lookups.earlier = 'of all'
  lookups.isOfAllOrders = total > VERY_MANY_LINES
  const [before, after] = books
  return { run: row.run, of, before, after, currency, total, lookups, distinctions: distinctionsOf(books) }
}

async function runTrial(run: Run, started: StartedTrial): Promise<void> {
  const trial = new ReturnsTrial(started.before, started.after)
  await reportProgress(run, 0, started.total)
  const duties = shareWork(started, LINES_OF_PART)
  const moves = await run.database.copying(
    [run.client],
    async (connection) => {
      const work = (one: pg.ClientBase) =>
        tryLines(run, { ...started, trial, duties, lines: new TrialLines(one, started) })
      if (!started.lookups.isOfAllOrders) return work(connection)
      // Two connections use two processors, and share a snapshot.
      const { rows } = await connection.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
      const beside = run.database.copying([run.client], work, { snapshot: rows[0]?.snapshot ?? '', isIdleLong: true })
      return (await allOrFirstFault([work(connection), beside])).flat()
    },
    { isSnapshot: true, isIdleLong: true },
  )
  await finish(run, trial, { currency: started.currency, moves: newest(moves) })
}

/** Awaits all before it throws the first error: the connections share a snapshot. */
async function allOrFirstFault<Result>(all: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(all)
  return Promise.all(all)
}

type TrialWork = StartedTrial & { trial: ReturnsTrial; duties: SharedWork; lines: TrialLines }

/**
 * Reads parts until none are left, decides the classes of their lines, and returns the newest lines that the draft
 * changes.
 */
async function tryLines(run: Run, work: TrialWork): Promise<Move[]> {
  const { lines, trial, duties } = work
  await lines.begin()
  const parts = await duties.parts(lines)
  await lines.prepare()
  await duties.beginShoppers(lines)
  for (let part = parts.next(); part; part = parts.next()) {
    const read = await lines.add(part)
    // Add after the await: the other connection changes `done` meanwhile.
    parts.done += read
    await reportProgress(run, parts.done, parts.total)
  }
  await lines.storeShoppers(await duties.shoppers)
  const regions = new Map<string, string | null>()
  let changed: ClassRow[] = []
  for await (const some of lines.classes()) {
    const cases = await loadCases(run, work, { regions, classes: some.map(({ place }) => place) })
    changed.push(...some.filter(({ place, lines: count }) => decide(trial, cases.get(place), count)))
    // One newest line per class is enough, so keep as many classes as lines.
    changed = changed.toSorted((one, other) => other.newest - one.newest).slice(0, MAX_MOVES)
    await reportProgress(run, parts.done, parts.total)
  }
  if (changed.length === 0) return []
  const places = await lines.newestOf(
    changed.map(({ place }) => place),
    MAX_MOVES,
  )
  const changedCases = await loadCases(run, work, { regions, classes: places })
  const titleOf = reasonTitler(work.after)
  return Array.from(changedCases.values(), ({ row, one }) => ({
    ...moveOf(row),
    reason: titleOf(row.reason),
    ...trial.describe(one),
  }))
}

function decide(trial: ReturnsTrial, trialCase: TrialCase | undefined, count: number): boolean {
  if (!trialCase) throw new Error('A line that was counted is not there')
  return trial.add(trialCase.one, count)
}

type TrialCase = { readonly row: TrialLine; readonly one: SingleLineReturn }

async function loadCases(
  run: Run,
  { lines }: TrialWork,
  { regions, classes }: { regions: Map<string, string | null>; classes: readonly string[] },
): Promise<Map<string, TrialCase>> {
  const rows = await lines.at(classes)
  await loadRegions(run, rows, regions)
  return new Map(rows.map((row) => [row.place, { row, one: toSingleLineReturn(row, regions) }]))
}

function reasonTitler({ book: { reasons } }: CompiledReturnsBook): (code: string) => string {
  const titles = new Map(reasons.map(({ code, title }) => [code.toLowerCase(), title]))
  return (code) => titles.get(code.toLowerCase()) ?? code
}

const moveOf = (row: TrialLine) => ({
  orderNumber: row.order_number,
  lineNumber: row.line_number,
  SKU: row.sku_code,
  day: dayOfNumber(row.asked_on),
})

const newest = (moves: readonly Move[]) =>
  moves.toSorted((one, other) => other.day.localeCompare(one.day)).slice(0, MAX_MOVES)

const regionKey = ({ country, post_code }: TrialLine) => (country === 'GB' ? post_code : '')

async function loadRegions(
  { database, client }: Run,
  rows: readonly TrialLine[],
  regions: Map<string, string | null>,
): Promise<void> {
  const unknown = new Set(rows.filter((row) => row.country === 'GB' && !regions.has(row.post_code)).map(regionKey))
  if (unknown.size === 0) return
  if (regions.size > MAX_REGIONS) {
    regions.clear()
    for (const row of rows) unknown.add(regionKey(row))
  }
  await inClient(database, client, async (transaction) => {
    for (const postcode of unknown) regions.set(postcode, await regionOf(transaction, 'GB', postcode))
  })
}

export function toSingleLineReturn(row: TrialLine, regions: ReadonlyMap<string, string | null>): SingleLineReturn {
  const line = {
    lineNumber: row.line_number,
    sku: row.sku_code,
    categories: row.categories,
    quantity: row.bought,
    value: Number(row.line_value),
    weight: row.weight,
    length: row.length,
    serialNumbered: row.has_serials,
  }
  return {
    line,
    order: {
      orderNumber: row.order_number,
      customer: row.is_trade ? 'trade' : 'consumer',
      orderedOn: dayOfNumber(row.ordered_on),
      despatchedOn: row.despatched_on === null ? null : dayOfNumber(row.despatched_on),
      deliveredOn: row.delivered_on === null ? null : dayOfNumber(row.delivered_on),
      country: row.country,
      region: row.country === 'GB' ? (regions.get(row.post_code) ?? null) : null,
      value: Number(row.order_value),
      lines: [line],
    },
    facts: {
      hadDeliveryException: row.has_exception,
      earlierReturns: row.earlier.length === 0 ? [] : row.earlier.map(dayOfNumber),
    },
    request: { quantity: row.quantity, reason: row.reason },
    today: row.asked_on,
  }
}

/**
 * Reports progress.
 *
 * @throws {@link RunEnded} if the run has ended
 */
const reportProgress = (run: Run, done: number, total: number) => write(run, { done, total: Math.max(done, total) })

function finish(run: Run, trial: ReturnsTrial, changedCases: Pick<TriedResult, 'currency' | 'moves'>): Promise<void> {
  const { lines, changed, before, after } = trial
  const result: TriedResult = {
    lines,
    changed,
    before: presentSide(before),
    after: presentSide(after),
    ...changedCases,
  }
  return write(run, { status: 'Succeeded', done: lines, total: lines, result: JSON.stringify(result) })
}

const presentSide = ({ fees, retailerPays, ...counts }: TriedSide): TriedResult['before'] => ({
  ...counts,
  fees: costText(fees),
  retailerPays: costText(retailerPays),
})

async function write(
  { database, client, tryId, run }: Run,
  values: { done: number; total: number; status?: 'Succeeded'; result?: string },
): Promise<void> {
  const row = await inClient(database, client, (transaction) =>
    transaction.writeRow(
      db
        .updateTable('return_tries')
        .set(values)
        .where('client_code', '=', client)
        .where('try_id', '=', tryId)
        .where('status', '=', 'Running')
        .where('run', '=', run)
        .returning('run'),
    ),
  )
  if (!row) throw new RunEnded()
}
