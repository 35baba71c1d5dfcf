import { type Day, daysBetween } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { inClient } from '../database/in-client.ts'
import { retryOnDeadlock } from '../database/retry-on-deadlock.ts'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'
import { FIGURE_KIND_NAMES, FIGURE_KINDS, type FigureKind } from './kinds.ts'

/** The figures of one kind of one client, which are counted by one server at a time. */
export type ClientFigures = { readonly kind: FigureKind; readonly client: string }

/** So many days are counted in one transaction. */
const DAYS_A_TRANSACTION = 40
/** Days that are no further apart are counted as one range: a day more costs less than another statement. */
const NEAR_DAYS = 3

/** All figures of which days are marked. */
export const markedFigures = (database: Database): Promise<readonly ClientFigures[]> =>
  database.transaction(async (transaction) => {
    await transaction.rows(
      sql`select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true)`.compile(
        db,
      ),
    )
    return transaction.rows(
      sql<ClientFigures>`
        select kind, client_code as client from clients cross join unnest(${FIGURE_KIND_NAMES}::text[]) as kinds (kind)
        where exists (select from stale_days s where s.kind = kinds.kind and s.client_code = clients.client_code)`.compile(
        db,
      ),
    )
  })

/**
 * Counts a client's marked days again, the newest first, some days in each transaction. Days that are marked meanwhile are left
 * for the next call. Gives how many days it counted, and whether all of them: not where another server is counting them.
 */
export async function recountMarked(
  database: Database,
  figures: ClientFigures,
): Promise<{ days: number; isDone: boolean }> {
  const days = await inClient(database, figures.client, (transaction) => markedDays(transaction, figures))
  for (let from = 0; from < days.length; from += DAYS_A_TRANSACTION) {
    const some = days.slice(from, from + DAYS_A_TRANSACTION)
    const isMine = await retryOnDeadlock(() =>
      inClient(database, figures.client, (transaction) => recountDays(transaction, figures, some)),
    )
    if (!isMine) return { days: from, isDone: false }
  }
  return { days: days.length, isDone: true }
}

/** Counts all marked days of all clients again, until none is left: for commands and tests. */
export async function recountAll(database: Database): Promise<void> {
  for (;;) {
    const marked = await markedFigures(database)
    if (marked.length === 0) return
    for (const figures of marked) await recountMarked(database, figures)
  }
}

/** The marked days of a client, the newest first. */
async function markedDays(transaction: Transaction, { kind, client }: ClientFigures): Promise<Day[]> {
  const rows = await transaction.rows(
    sql<{ day: Day }>`
      select distinct day from stale_days where kind = ${kind} and client_code = ${client} order by day desc`.compile(
      db,
    ),
  )
  return rows.map(({ day }) => day)
}

/** Counts some days again, newest first. False where another transaction counts the client's days. */
async function recountDays(
  transaction: Transaction,
  { kind, client }: ClientFigures,
  days: readonly Day[],
): Promise<boolean> {
  const lock = await transaction.row(
    sql<{
      got: boolean
    }>`select pg_try_advisory_xact_lock(hashtextextended(${`figures of ${kind} ${client}`}, 0)) as got`.compile(db),
  )
  if (!lock?.got) return false
  for (const { first, last } of rangesOf(days)) {
    // First the marks, then, in a statement of its own, the records: these are at least as new as what the marks are of.
    await transaction.write(
      sql<object>`
        delete from stale_days where kind = ${kind} and client_code = ${client} and day between ${first}::date and ${last}::date`.compile(
        db,
      ),
    )
    await transaction.write(writeCounted(kind, { client, first, last }).compile(db))
  }
  return true
}

/** The ranges that days, newest first, lie in. */
function rangesOf(days: readonly Day[]): { first: Day; last: Day }[] {
  const ranges: { first: Day; last: Day }[] = []
  for (const day of days) {
    const range = ranges.at(-1)
    if (range && daysBetween(day, range.first) <= NEAR_DAYS) range.first = day
    else ranges.push({ first: day, last: day })
  }
  return ranges
}

/** Writes the figures that the records say, and only those that differ from what is kept. */
function writeCounted(kind: FigureKind, { client, first, last }: { client: string; first: Day; last: Day }) {
  const { table, definition, keys, counts } = FIGURE_KINDS[kind]
  const kept = sql.table(table)
  const refs = (names: readonly string[], table?: string) =>
    sql.join(names.map((name) => sql.ref(table ? `${table}.${name}` : name)))
  const all = refs(['client_code', ...keys, ...counts])
  return sql<object>`
    with counted as materialized (
      select * from ${sql.raw(definition)}(${client}, ${first}::date, ${last}::date)
    ), gone as (
      delete from ${kept} as kept where client_code = ${client} and day between ${first}::date and ${last}::date
        and not exists (select from counted where (${refs(keys, 'counted')}) = (${refs(keys, 'kept')}))
    )
    insert into ${kept} as kept (${all}) select ${all} from counted
    on conflict (client_code, ${refs(keys)}) do update
    set ${sql.join(counts.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
    where (${refs(counts, 'kept')}) is distinct from (${refs(counts, 'excluded')})`
}
