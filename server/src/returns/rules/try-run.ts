import type { TriedResult } from '@despatch/contract/returns/rules/returns-try'
import { dayNumbered } from '@despatch/domain/returns/day-numbers'
import { compileReturnsBook, type CompiledReturnsBook } from '@despatch/domain/returns/rules/compile-returns-book'
import type { AskedOnce } from '@despatch/domain/returns/rules/return-classes'
import { withReturnsChanges } from '@despatch/domain/returns/rules/returns-book-items'
import { ReturnsTrial, type TriedSide } from '@despatch/domain/returns/rules/try-returns'
import { costText } from '@despatch/domain/routing/allocation/units'
import { currencyOf } from '../../administration/clients/client-currency.ts'
import type { Database } from '../../database/database.ts'
import { inClient } from '../../database/in-client.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { regionOf } from '../../routing/allocation/regions.ts'
import { loadReturnsBook } from './returns-book-cache.ts'
import { countLinesToTry, linesToTry, looksAt, type TriedOf, type TriedRow } from './try-lines.ts'

/** From so many lines on shoppers' earlier returns are put together at once. */
const MANY = 20_000
/** From so many on their orders' lines and parcels are too: to look a million up one by one takes most of the time. */
const VERY_MANY = 100_000
/** Lines that are read at a time. */
const AT_A_TIME = 5000
/** Changed lines that are told, the newest. */
const MAX_MOVES = 200
/** How often it says how far it is, and looks whether it is still wanted. */
const SAY_EVERY_MS = 300
/** Postcodes whose regions are kept. */
const MAX_REGIONS = 50_000

/** Thrown within: it was cancelled, or another run has begun it anew. */
class NotWanted extends Error {}

type TryRef = { client: string; tryId: string }
type Run = TryRef & { database: Database; run: number }
type Move = TriedResult['moves'][number]

/**
 * Reckons a trial: every line that it is about, by the book in force when it was asked for and with the draft's changes, as a
 * cursor reads them. Writes how far it is and what it comes to; nothing else is changed. Run again it begins from nothing;
 * cancelled, or begun anew elsewhere, it ends early. Throws what the database throws.
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
  const counted = await transaction.row(countLinesToTry(of).compile(db))
  const before = compileReturnsBook(book)
  const after = compileReturnsBook(withReturnsChanges(book, row.changes))
  return { run: row.run, of, before, after, currency, total: counted?.total ?? 0 }
}

async function tryAll(run: Run, { of, before, after, currency, total }: Began): Promise<void> {
  const trial = new ReturnsTrial(before, after)
  const moves: Move[] = []
  const titleOf = reasonTitler(after)
  let said = performance.now()
  await say(run, 0, total)
  await run.database.copying([run.client], async (connection) => {
    const regions = new Map<string, string | null>()
    const looks = looksAt([before, after])
    if (looks.earlier && total > MANY) looks.earlier = 'of all'
    looks.isOfAllOrders = total > VERY_MANY
    // The planner may know nothing of the tables, and would look each shopper up by itself.
    if (looks.earlier === 'of all' || looks.isOfAllOrders)
      await connection.query("set local enable_nestloop = off; set local jit = off; set local work_mem = '32MB'")
    const { sql, parameters } = linesToTry(of, looks).compile(db)
    await connection.query(`declare tried no scroll cursor for ${sql}`, [...parameters])
    const fetch = () => {
      const rows = connection.query<TriedRow>(`fetch ${AT_A_TIME} from tried`)
      // What it fails with is heard when it is waited for.
      rows.catch(() => undefined)
      return rows
    }
    for (let coming = fetch(); ;) {
      const { rows } = await coming
      if (rows.length === 0) break
      // While these are decided the next come in.
      coming = fetch()
      await learnRegions(run, rows, regions)
      for (const row of rows) {
        const move = trial.add(askedOf(row, regions))
        if (move) keepMove(moves, { ...moveOf(row), reason: titleOf(row.reason), ...move })
      }
      if (performance.now() - said < SAY_EVERY_MS) continue
      await say(run, trial.lines, total)
      said = performance.now()
    }
  })
  await finish(run, trial, { currency, moves: newest(moves) })
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

/** Keeps the newest of them, and never many more. */
function keepMove(moves: Move[], move: Move): void {
  moves.push(move)
  if (moves.length >= 10 * MAX_MOVES) moves.splice(0, moves.length, ...newest(moves))
}

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

function askedOf(row: TriedRow, regions: ReadonlyMap<string, string | null>): AskedOnce {
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
