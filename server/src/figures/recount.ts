import { type Day, daysBetween } from '@despatch/domain/calendar/day'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { inClient } from '../database/in-client.ts'
import { retryOnDeadlock } from '../database/retry-on-deadlock.ts'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'
import { forAllClients } from './clients.ts'
import { tablesOf, writeCounted } from './figure-tables.ts'
import { FIGURE_KIND_NAMES, type FigureKind } from './kinds.ts'

/** The figures of one kind of one client. Only one server at a time recounts them. */
export type ClientFigures = { readonly kind: FigureKind; readonly client: string }

export const DAYS_A_TRANSACTION = 40
/** Days this close are recounted as one range: an extra day costs less than another statement. */
const NEAR_DAYS = 3
/** Pause before retrying while another server recounts the same figures. */
const LOCKED_PAUSE_MS = 200

/** All figures with stale days. */
export const markedFigures = (database: Database): Promise<readonly ClientFigures[]> =>
  forAllClients(database, (transaction) =>
    transaction.rows(
      sql<ClientFigures>`
        select kind, client_code as client from clients cross join unnest(${FIGURE_KIND_NAMES}::text[]) as kinds (kind)
        where exists (select from stale_days s where s.kind = kinds.kind and s.client_code = clients.client_code)`.compile(
        db,
      ),
    ),
  )

/** The stale days of a client, newest first. */
export const markedDays = (database: Database, { kind, client }: ClientFigures): Promise<Day[]> =>
  inClient(database, client, async (transaction) => {
    const rows = await transaction.rows(
      sql<{ day: Day }>`
        select distinct day from stale_days where kind = ${kind} and client_code = ${client} order by day desc`.compile(
        db,
      ),
    )
    return rows.map(({ day }) => day)
  })

/**
 * Recounts days (newest first) in one transaction. If that times out, each half of the days gets its own transaction.
 * Returns false, and does nothing, while another server recounts these figures.
 */
export async function recountDays(database: Database, figures: ClientFigures, days: readonly Day[]): Promise<boolean> {
  try {
    return await retryOnDeadlock(() =>
      inClient(database, figures.client, (transaction) => recountWithin(transaction, figures, days)),
    )
  } catch (error) {
    if (days.length < 2 || !isTimeout(error)) throw error
    const half = Math.ceil(days.length / 2)
    return (
      (await recountDays(database, figures, days.slice(0, half))) && recountDays(database, figures, days.slice(half))
    )
  }
}

const isTimeout = (error: unknown) => error instanceof Error && 'code' in error && error.code === '57014'

/** Recounts a client's stale days until none is left, also while servers do the same. For commands, the bench and tests. */
export async function recountMarked(database: Database, figures: ClientFigures): Promise<void> {
  for (;;) {
    const days = await markedDays(database, figures)
    if (days.length === 0) return
    for (let from = 0; from < days.length; from += DAYS_A_TRANSACTION)
      if (!(await recountDays(database, figures, days.slice(from, from + DAYS_A_TRANSACTION)))) {
        await sleep(LOCKED_PAUSE_MS)
        break
      }
  }
}

/** Recounts all stale days of all clients. */
export async function recountAll(database: Database): Promise<void> {
  for (const figures of await markedFigures(database)) await recountMarked(database, figures)
}

/** Returns false while another transaction recounts these figures. */
async function recountWithin(
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
  for (const range of rangesOf(days)) {
    // Delete the marks first and read the records in a later statement: a change that this statement does not see yet leaves a
    // mark that the delete did not see either.
    await transaction.write(
      sql<object>`
        delete from stale_days
        where kind = ${kind} and client_code = ${client} and day between ${range.first}::date and ${range.last}::date`.compile(
        db,
      ),
    )
    for (const written of tablesOf(kind))
      await transaction.write(writeCounted(written, { client, ...range }).compile(db))
  }
  return true
}

/** Groups days (newest first) into ranges. */
function rangesOf(days: readonly Day[]): { first: Day; last: Day }[] {
  const ranges: { first: Day; last: Day }[] = []
  for (const day of days) {
    const range = ranges.at(-1)
    if (range && daysBetween(day, range.first) <= NEAR_DAYS) range.first = day
    else ranges.push({ first: day, last: day })
  }
  return ranges
}
