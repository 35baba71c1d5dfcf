import type { TriedResult } from '@despatch/contract/returns/rules/returns-try'
import { dayNumbered } from '@despatch/domain/returns/day-numbers'
import { compileReturnsBook, type CompiledReturnsBook } from '@despatch/domain/returns/rules/compile-returns-book'
import { type AskedOnce, whatTells } from '@despatch/domain/returns/rules/return-classes'
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
import { countLinesToTry, looksAt, type TriedOf, type TriedRow } from './try-lines.ts'
import { dutiesOf, type TryDuties } from './try-duties.ts'
import { type ClassRow, TriedLines } from './try-part.ts'

/** From so many lines on shoppers' earlier returns are put together at once. */
const MANY = 20_000
/** From so many on their orders' lines and parcels are too: to look a million up one by one takes most of the time. */
const VERY_MANY = 100_000
/** Of which so many are read at a time, by two connections beside each other. */
const LINES_OF_PART = 50_000
/** Changed lines that are told, the newest. */
const MAX_MOVES = 200
/** Postcodes whose regions are kept. */
const MAX_REGIONS = 50_000

/** Thrown within: it was cancelled, or another run has begun it again. */
class NotWanted extends Error {}

type TryRef = { client: string; tryId: string }
type Run = TryRef & { database: Database; run: number }
type Move = TriedResult['moves'][number]

/**
 * Reckons a trial: every line that it is about, by the book in force when it was asked for and with the draft's changes. The
 * database counts lines by what the two books tell apart, and one of each class is decided. Writes how far it is and what it comes to; nothing else is changed. Run again it begins from nothing;
 * cancelled, or begun again elsewhere, it ends early. Throws what the database throws.
 */
export async function runReturnsTry(database: Database, ref: TryRef): Promise<void> {
  const began = await inClient(database, ref.client, (transaction) => begin(transaction, ref))
  if (!began) return
  try {
    await tryAll({ ...ref, database, run: began.run }, began)
  } catch (error) {
    if (!(error instanceof NotWanted)) throw error
  }
}

type Began = NonNullable<Awaited<ReturnType<typeof begin>>>

async function begin(transaction: Transaction, { client, tryId }: TryRef) {
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
  const of: TriedOf = { client, over: row.over, since: row.since, today: row.today, reason: row.reason }
  const [book, currency] = await Promise.all([
    loadReturnsBook(transaction, client, row.book_version),
    currencyOf(transaction, client),
    // The reference of postcodes is read once, so that no line waits for it.
    regionOf(transaction, 'GB', ''),
  ])
  const counted = await transaction.row(countLinesToTry(of, VERY_MANY).compile(db))
  const total = counted?.total ?? 0
  const books = [compileReturnsBook(book), compileReturnsBook(withReturnsChanges(book, row.changes))] as const
  const looks = looksAt(books)
  if (looks.earlier && total > MANY) looks.earlier = 'of all'
  looks.isOfAllOrders = total > VERY_MANY
  const [before, after] = books
  return { run: row.run, of, before, after, currency, total, looks, tells: whatTells(books) }
}

async function tryAll(run: Run, began: Began): Promise<void> {
  const trial = new ReturnsTrial(began.before, began.after)
  await say(run, 0, began.total)
  const duties = dutiesOf(began, LINES_OF_PART)
  const moves = await run.database.copying(
    [run.client],
    async (connection) => {
      const work = (one: pg.ClientBase) => tryLines(run, { ...began, trial, duties, lines: new TriedLines(one, began) })
      if (!began.looks.isOfAllOrders) return work(connection)
      // Two processors are kept busy, and both see the same.
      const { rows } = await connection.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
      const beside = run.database.copying([run.client], work, { snapshot: rows[0]?.snapshot ?? '', isIdleLong: true })
      return (await allOrFirstFault([work(connection), beside])).flat()
    },
    { isSnapshot: true, isIdleLong: true },
  )
  await finish(run, trial, { currency: began.currency, moves: newest(moves) })
}

/** What all of them give; throws what the first threw once all have ended, for they share a moment of the database. */
async function allOrFirstFault<Result>(all: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(all)
  return Promise.all(all)
}

type Trying = Began & { trial: ReturnsTrial; duties: TryDuties; lines: TriedLines }

/** Reads parts while there are some, decides the classes of their lines, and gives the newest that are answered otherwise. */
async function tryLines(run: Run, trying: Trying): Promise<Move[]> {
  const { lines, trial, duties } = trying
  await lines.begin()
  const parts = await duties.parts(lines)
  await lines.prepare()
  await duties.beginShoppers(lines)
  for (let part = parts.next(); part; part = parts.next()) {
    const read = await lines.add(part)
    // Not in one with the wait: the other connection counts up meanwhile.
    parts.done += read
    await say(run, parts.done, parts.total)
  }
  await lines.keepShoppers(await duties.shoppers)
  const regions = new Map<string, string | null>()
  let changed: ClassRow[] = []
  for await (const some of lines.classes()) {
    const asked = await askedAt(run, trying, { regions, classes: some.map(({ place }) => place) })
    changed.push(...some.filter(({ place, lines: count }) => decide(trial, asked.get(place), count)))
    // As many classes as lines are told: each has one that is as new.
    changed = changed.toSorted((one, other) => other.newest - one.newest).slice(0, MAX_MOVES)
    await say(run, parts.done, parts.total)
  }
  if (changed.length === 0) return []
  const places = await lines.newestOf(
    changed.map(({ place }) => place),
    MAX_MOVES,
  )
  const told = await askedAt(run, trying, { regions, classes: places })
  const titleOf = reasonTitler(trying.after)
  return Array.from(told.values(), ({ row, one }) => ({
    ...moveOf(row),
    reason: titleOf(row.reason),
    ...trial.told(one),
  }))
}

function decide(trial: ReturnsTrial, asked: Asked | undefined, count: number): boolean {
  if (!asked) throw new Error('A line that was counted is not there')
  return trial.add(asked.one, count)
}

type Asked = { readonly row: TriedRow; readonly one: AskedOnce }

async function askedAt(
  run: Run,
  { lines }: Trying,
  { regions, classes }: { regions: Map<string, string | null>; classes: readonly string[] },
): Promise<Map<string, Asked>> {
  const rows = await lines.at(classes)
  await learnRegions(run, rows, regions)
  return new Map(rows.map((row) => [row.place, { row, one: askedOf(row, regions) }]))
}

function reasonTitler({ book: { reasons } }: CompiledReturnsBook): (code: string) => string {
  const titles = new Map(reasons.map(({ code, title }) => [code.toLowerCase(), title]))
  return (code) => titles.get(code.toLowerCase()) ?? code
}

const moveOf = (row: TriedRow) => ({
  orderNumber: row.order_number,
  lineNumber: row.line_number,
  SKU: row.sku_code,
  day: dayNumbered(row.asked_on),
})

const newest = (moves: readonly Move[]) =>
  moves.toSorted((one, other) => other.day.localeCompare(one.day)).slice(0, MAX_MOVES)

const regionKey = ({ country, post_code }: TriedRow) => (country === 'GB' ? post_code : '')

async function learnRegions(
  { database, client }: Run,
  rows: readonly TriedRow[],
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

export function askedOf(row: TriedRow, regions: ReadonlyMap<string, string | null>): AskedOnce {
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
      orderedOn: dayNumbered(row.ordered_on),
      despatchedOn: row.despatched_on === null ? null : dayNumbered(row.despatched_on),
      deliveredOn: row.delivered_on === null ? null : dayNumbered(row.delivered_on),
      country: row.country,
      region: row.country === 'GB' ? (regions.get(row.post_code) ?? null) : null,
      value: Number(row.order_value),
      lines: [line],
    },
    facts: {
      hadDeliveryException: row.has_exception,
      earlierReturns: row.earlier.length === 0 ? [] : row.earlier.map(dayNumbered),
    },
    asked: { quantity: row.quantity, reason: row.reason },
    today: row.asked_on,
  }
}

/** Says how far it is. Throws {@link NotWanted} where nobody wants to know any more. */
const say = (run: Run, done: number, total: number) => write(run, { done, total: Math.max(done, total) })

function finish(run: Run, trial: ReturnsTrial, told: Pick<TriedResult, 'currency' | 'moves'>): Promise<void> {
  const { lines, changed, before, after } = trial
  const result: TriedResult = { lines, changed, before: toldSide(before), after: toldSide(after), ...told }
  return write(run, { status: 'Succeeded', done: lines, total: lines, result: JSON.stringify(result) })
}

const toldSide = ({ fees, retailerPays, ...counts }: TriedSide): TriedResult['before'] => ({
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
  if (!row) throw new NotWanted()
}
