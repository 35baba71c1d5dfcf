import { setTimeout as sleep } from 'node:timers/promises'
import type { Period } from '@despatch/domain/reports/periods'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { inClients } from '../database/in-client.ts'
import { prepared } from '../database/prepared.ts'
import { db, isOfClients } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'
import type { FigureKind } from './kinds.ts'

/** The figures that an answer is made of. */
export type FiguresAsked = { readonly kinds: readonly FigureKind[]; readonly periods: readonly Period[] }

/** How long a file waits for its figures, and how often it looks. */
const PATIENCE_MS = 60_000
const LOOK_EVERY_MS = 500

/**
 * How many of the days, of whichever of the clients, are still to be counted. Ask for it before the figures: 0 then says that the
 * figures read afterwards are what the records said, or newer. A recount between the two would go unseen the other way round.
 * With `markedBy`, days that were marked later are left out.
 */
export async function waitingDays(
  transaction: Transaction,
  clients: readonly string[],
  { kinds, periods }: FiguresAsked,
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
 * Waits until figures are counted, for a minute at most: for files. What changes meanwhile is not waited for. Gives how many days
 * are still to be counted then.
 */
export async function untilCounted(
  database: Database,
  clients: readonly string[],
  asked: FiguresAsked,
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
