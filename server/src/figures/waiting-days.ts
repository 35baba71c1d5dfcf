import { setTimeout as sleep } from 'node:timers/promises'
import type { Period } from '@despatch/domain/reports/periods'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { inClients } from '../database/in-client.ts'
import { prepared } from '../database/prepared.ts'
import { db, isOfClients } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'
import type { FigureKind } from './kinds.ts'

/** The figures that an answer is computed from. */
export type FiguresQuery = { readonly kinds: readonly FigureKind[]; readonly periods: readonly Period[] }

/** How long a report file waits for stale days, and how often it checks. */
const PATIENCE_MS = 60_000
const LOOK_EVERY_MS = 500

/**
 * Counts the queried days that are stale for any of the clients. Call it before reading the figures: 0 then means that the figures
 * are at least as new as the records at this moment. With `markedBy`, marks made after that moment do not count.
 */
export async function waitingDays(
  transaction: Transaction,
  clients: readonly string[],
  { kinds, periods }: FiguresQuery,
  markedBy?: Date,
): Promise<number> {
  const row = await transaction.row(
    prepared(
      sql<{ days: number }>`
        select count(distinct day)::int as days from stale_days
        where kind = any (${kinds}::text[]) and ${isOfClients('client_code', clients)}
          and marked_at <= coalesce(${markedBy ?? null}::timestamptz, 'infinity') and exists (
          select from unnest(${periods.map(({ startDate }) => startDate)}::date[], ${periods.map(({ endDate }) => endDate)}::date[])
            as asked (first_day, last_day)
          where day between first_day and last_day
        )`.compile(db),
    ),
  )
  return row?.days ?? 0
}

/**
 * Waits up to a minute until no queried day is stale, for report files. Changes made after the call are not waited for.
 * Returns how many days are still stale.
 */
export async function untilCounted(
  database: Database,
  clients: readonly string[],
  asked: FiguresQuery,
): Promise<number> {
  const deadline = performance.now() + PATIENCE_MS
  let markedBy: Date | undefined
  for (;;) {
    const waiting = await inClients(database, clients, async (transaction) => {
      markedBy ??= (await transaction.row(sql<{ now: Date }>`select now()`.compile(db)))?.now
      return waitingDays(transaction, clients, asked, markedBy)
    })
    if (waiting === 0 || performance.now() > deadline) return waiting
    await sleep(LOOK_EVERY_MS)
  }
}
