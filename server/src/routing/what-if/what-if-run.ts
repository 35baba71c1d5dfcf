import { dayOf } from '@despatch/domain/calendar/day'
import { usageKey } from '@despatch/domain/routing/allocation/consignment'
import { applyChanges } from '@despatch/domain/routing/rule-book/book-items'
import { compileBook } from '@despatch/domain/routing/rule-book/compile-book'
import { bookCurrency } from '@despatch/domain/routing/rule-book/rule-book'
import type { ClientTerms } from '@despatch/domain/routing/terms/client-terms'
import { ReplayTally } from '@despatch/domain/routing/what-if/replay'
import { costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import type pg from 'pg'
import { clientDaysOff } from '../../administration/clients/client-calendar.ts'
import type { Database } from '../../database/database.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { inClient } from '../../database/in-client.ts'
import { currencyOf } from '../../administration/clients/client-currency.ts'
import { openClientTermsCache } from '../terms/client-terms-cache.ts'
import { momentsOf } from '../terms/counted-terms.ts'
import { loadStops } from '../allocation/allocation-inputs.ts'
import { loadBook } from '../rule-book/rule-book-cache.ts'
import { OrderPlanner, type OrderToTry, splitsOrders } from './what-if-orders.ts'
import { startRating, type SideConsignment, type CurrentConsignment, type CurrentRow } from './what-if-sides.ts'

/** Consignments per read and moves per write. */
const BATCH_SIZE = 1000
/** How often a run reports progress and checks whether it was cancelled. */
const HEARTBEAT_MS = 400

/** Thrown to stop a run that was cancelled or replaced by another run. */
class RunStopped extends Error {}

type WhatIfRef = { client: string; whatIfId: string }
type Run = WhatIfRef & { database: Database; run: number }

/**
 * Calculates a what-if: current consignments from its first day on, beside their methods if the draft were published
 * and the orders re-allocated one after the other, by despatch day and time of creation. Writes moves, progress and the
 * result, and changes nothing else. A repeated run starts from scratch; a cancelled or replaced run stops early. Throws
 * what the database throws.
 */
export async function runWhatIf(database: Database, ref: WhatIfRef): Promise<void> {
  const began = await inClient(database, ref.client, (transaction) => begin(transaction, ref))
  if (!began) return
  const run = { ...ref, database, run: began.run }
  try {
    await replay(run, began)
  } catch (error) {
    if (!(error instanceof RunStopped)) throw error
    await inClient(database, ref.client, (transaction) => transaction.write(movesOf(ref).where('run', '<=', began.run)))
  }
}

const movesOf = ({ client, whatIfId }: WhatIfRef) =>
  db.deleteFrom('what_if_moves').where('client_code', '=', client).where('what_if_id', '=', whatIfId)

type StartedRun = NonNullable<Awaited<ReturnType<typeof begin>>>

async function begin(transaction: Transaction, ref: WhatIfRef) {
  const { client, whatIfId } = ref
  const row = await transaction.writeRow(
    db
      .updateTable('what_ifs')
      .set((is) => ({ status: 'Running', run: is('run', '+', 1), done: 0, total: 0 }))
      .where('client_code', '=', client)
      .where('what_if_id', '=', whatIfId)
      .where('status', 'in', ['NotStarted', 'Running'])
      .returning(['run', 'changes', 'since', 'rule_book_version', 'at']),
  )
  if (!row) return undefined
  const currency = await currencyOf(transaction, client)
  const [book, count, used] = await Promise.all([
    loadBook(transaction, { client, version: row.rule_book_version, currency }),
    transaction.row(
      sql<{ total: number }>`select count(*)::int as total from consignments
        where client_code = ${client} and ended_at is null and despatch_day >= ${row.since}`.compile(db),
    ),
    transaction.rows(
      sql<{ carrier: string; day: string; parcels: number }>`
        select carrier, despatch_day::text as day, sum(parcels)::int as parcels from consignments
        where client_code = ${client} and ended_at is null and carrier is not null and despatch_day >= ${row.since}
        group by carrier, despatch_day`.compile(db),
    ),
    transaction.write(movesOf(ref)),
  ])
  const usage = new Map(used.map(({ carrier, day, parcels }) => [usageKey(carrier, day), parcels]))
  return { ...row, book, usage, total: count?.total ?? 0 }
}

async function replay(run: Run, { book, changes, since, at, usage, total }: StartedRun): Promise<void> {
  const terms = new Map<string, ClientTerms>()
  const draft = { ...compileBook(applyChanges(book, changes)), terms }
  const termsAt = openClientTermsCache()
  const rating = startRating(draft, usage)
  const tally = new ReplayTally()
  const planner = new OrderPlanner({
    client: run.client,
    book: draft,
    ...(await dayRulesOf(run)),
    today: dayOf(at),
    plansPast: splitsOrders(changes),
  })
  const moves = new MoveWriter(run)
  let [done, said] = [0, performance.now()]
  await reportProgress(run, 0, total)
  for await (const rows of standing(run, since)) {
    const orders = await inClient(run.database, run.client, async (transaction) => {
      const whose = { client: run.client, currency: bookCurrency(book) }
      for (const moment of momentsOf(rows.map(({ consignment }) => consignment)))
        if (!terms.has(moment)) terms.set(moment, await termsAt(transaction, whose, moment))
      return planner.plan(transaction, rows)
    })
    for (const order of orders) {
      for (const [index, pair] of rating.next(order.standing, order.trial).entries())
        if (tally.add(order.day, pair.before.outcome, pair.after.outcome)) moves.add(order, index, pair)
      done += order.standing.length
    }
    await moves.write()
    if (performance.now() - said < HEARTBEAT_MS) continue
    await reportProgress(run, done, total)
    said = performance.now()
  }
  await moves.end()
  await finish(run, done, tally)
}

const dayRulesOf = ({ database, client }: Run) =>
  inClient(database, client, async (transaction) => ({
    daysOff: await clientDaysOff(transaction, client),
    stops: await loadStops(transaction),
  }))

/** Reads the current consignments in batches that never split an order. */
async function* standing(run: Run, since: string): AsyncGenerator<CurrentRow[]> {
  const wanted = Promise.withResolvers<pg.PoolClient>()
  const ended = Promise.withResolvers<void>()
  // The cursor's transaction has one snapshot, so changes during the run are not seen.
  const open = run.database.copying(
    [run.client],
    async (client) => {
      wanted.resolve(client)
      await ended.promise
    },
    { isIdleLong: true },
  )
  open.catch((error: Error) => wanted.reject(error))
  let coming: Promise<{ rows: CurrentRow[] }> = Promise.resolve({ rows: [] })
  try {
    const client = await wanted.promise
    await client.query(
      `declare standing no scroll cursor for
        select c.order_number, c.number, c.despatch_day::text, c.consignment, c.by_hand, c.carrier, c.client_method_id,
          c.cost, c.parcels, c.usage_seen, c.rule_book_version, o.status
        from consignments c
        join orders o on o.client_code = c.client_code and o.order_number = c.order_number
        where c.client_code = $1 and c.ended_at is null and c.despatch_day >= $2::date
        order by c.despatch_day, o.created_at, c.order_number, c.number`,
      [run.client, since],
    )
    const fetch = () => {
      const rows = client.query<CurrentRow>(`fetch ${BATCH_SIZE} from standing`)
      // A later await reports the error; this avoids an unhandled rejection.
      rows.catch(() => undefined)
      return rows
    }
    let carriedOver: CurrentRow[] = []
    for (coming = fetch(); ;) {
      const { rows } = await coming
      // Fetch the next batch while this one is processed.
      if (rows.length > 0) coming = fetch()
      const all = [...carriedOver, ...rows]
      const last = all.at(-1)?.order_number
      // The last order may continue in the next batch.
      const from = rows.length > 0 ? all.findIndex(({ order_number }) => order_number === last) : all.length
      carriedOver = all.slice(from)
      if (from > 0) yield all.slice(0, from)
      if (rows.length === 0) break
    }
  } finally {
    await coming.catch(() => undefined)
    ended.resolve()
    await open
  }
}

/** Reports progress. Throws {@link RunStopped} if the run was cancelled or replaced. */
async function reportProgress({ database, client, whatIfId, run }: Run, done: number, total: number): Promise<void> {
  const row = await inClient(database, client, (transaction) =>
    transaction.writeRow(
      db
        .updateTable('what_ifs')
        .set({ done, total: Math.max(done, total) })
        .where('client_code', '=', client)
        .where('what_if_id', '=', whatIfId)
        .where('status', '=', 'Running')
        .where('run', '=', run)
        .returning('run'),
    ),
  )
  if (!row) throw new RunStopped()
}

async function finish({ database, client, whatIfId, run }: Run, done: number, tally: ReplayTally): Promise<void> {
  const { costBefore, costAfter, ...sum } = tally.sum()
  const moved = sum.moves.reduce((total, { count }) => total + count, 0)
  const summary = { ...sum, moved, costBefore: costText(costBefore), costAfter: costText(costAfter) }
  const row = await inClient(database, client, (transaction) =>
    transaction.writeRow(
      db
        .updateTable('what_ifs')
        .set({ status: 'Succeeded', done, total: done, summary: JSON.stringify(summary) })
        .where('client_code', '=', client)
        .where('what_if_id', '=', whatIfId)
        .where('status', '=', 'Running')
        .where('run', '=', run)
        .returning('run'),
    ),
  )
  if (!row) throw new RunStopped()
}

/** Writes moves in the background. */
class MoveWriter {
  readonly #run: Run
  #moves: object[] = []
  #position = 0
  #writing: Promise<unknown> = Promise.resolve()

  constructor(run: Run) {
    this.#run = run
  }

  add(
    { orderNumber, day }: OrderToTry,
    index: number,
    { before, after }: { before: CurrentConsignment; after: SideConsignment },
  ): void {
    this.#moves.push({
      position: ++this.#position,
      order_number: orderNumber,
      number: index + 1,
      despatch_day: day,
      from_method: before.outcome.clientMethodID,
      to_method: after.outcome.clientMethodID,
      cost_before: costText(before.outcome.cost),
      cost_after: costText(after.outcome.cost),
      consignment_before: before.consignment,
      consignment_after: after.consignment,
      usage_before: before.usage,
      usage_after: after.usage,
      rule_book_version_before: before.ruleBookVersion,
    })
  }

  /** Starts to write the added moves once the previous ones are written. Throws the error of the previous write. */
  async write(): Promise<void> {
    if (this.#moves.length === 0) return
    await this.#writing
    const { database, client, whatIfId, run } = this.#run
    const moves = JSON.stringify(this.#moves)
    this.#moves = []
    this.#writing = inClient(database, client, (transaction) =>
      transaction.write(
        sql`insert into what_if_moves (client_code, what_if_id, run, position, order_number, number, despatch_day, from_method,
            to_method, cost_before, cost_after, consignment_before, consignment_after, usage_before, usage_after,
            rule_book_version_before)
          select ${client}, ${whatIfId}::uuid, ${run}, m.* from jsonb_to_recordset(${moves}::jsonb) as m (position int,
            order_number text, number int, despatch_day date, from_method text, to_method text, cost_before numeric,
            cost_after numeric, consignment_before jsonb, consignment_after jsonb, usage_before jsonb, usage_after jsonb,
            rule_book_version_before int)`.compile(db),
      ),
    )
    // A later await reports the error; this avoids an unhandled rejection.
    this.#writing.catch(() => undefined)
  }

  async end(): Promise<void> {
    await this.write()
    await this.#writing
  }
}
