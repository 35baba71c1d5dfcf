import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import type { FeedSummary, RowFeedSummary } from '@despatch/contract/feeds/feeds'
import type { Feed } from '@despatch/domain/feeds/feed-fields'
import type { Database } from '../../database/database.ts'
import { inClient } from '../../database/in-client.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

type Begun = {
  readonly database: Database
  readonly client: string
  readonly byName: string
  readonly now: Date
  readonly fileName: string
}

/** Notes that a file is being fed; gives the run. */
export async function beginRun(given: Begun, feed: Feed, mapping: string): Promise<number> {
  const { database, client, byName, now, fileName } = given
  return inClient(database, client, async (transaction) => {
    const row = await transaction.writeRow(
      db
        .insertInto('feed_runs')
        .values({
          client_code: client,
          feed,
          started_at: now,
          seen_at: new Date(),
          by_name: byName,
          file_name: fileName,
          mapping,
        })
        .returning('run_id'),
    )
    if (!row) throw new Error('The run of a feed was not kept')
    return row.run_id
  })
}

/** How often a server says that it is still taking a file in: well within {@link SILENT_MS}. */
const SAY_EVERY_MS = 20_000
/** A run without an end of which nothing was heard for so long was cut off with its server. */
export const SILENT_MS = 90_000

/**
 * Says now and then that a run is under way, until it is disposed of. The database is not the sender's: a sign of life that
 * waited behind the sender's own files would come too late.
 */
export function sayUnderWay(
  { database, client }: Pick<Begun, 'database' | 'client'>,
  begun: Promise<number>,
): Disposable {
  const say = async () => {
    const run = await begun
    await inClient(database, client, (transaction) =>
      transaction.write(
        db
          .updateTable('feed_runs')
          .set({ seen_at: new Date() })
          .where('client_code', '=', client)
          .where('run_id', '=', run),
      ),
    )
  }
  let isPending = false
  const tick = () => {
    if (isPending) return
    isPending = true
    // A database that does not answer just now is asked again.
    void say()
      .catch(() => undefined)
      .finally(() => (isPending = false))
  }
  const timer = setInterval(tick, SAY_EVERY_MS)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** What came of a run. */
export type RunOutcome = {
  readonly summary: FeedSummary | RowFeedSummary | undefined
  readonly problem: string
  readonly isBroken: boolean
  /** The first refused rows. */
  readonly refused: readonly FeedRefusal[]
}

/** Notes what came of a run. */
export async function endRun(
  transaction: Transaction,
  { client, run }: { client: string; run: number },
  { summary, problem, isBroken, refused }: RunOutcome,
): Promise<void> {
  await transaction.write(
    db
      .updateTable('feed_runs')
      .set({
        ended_at: new Date(),
        summary: summary ? JSON.stringify(summary) : null,
        problem,
        is_broken: isBroken,
        refused_rows: JSON.stringify(refused.map(({ line, column, reason }) => ({ line, column, reason }))),
      })
      .where('client_code', '=', client)
      .where('run_id', '=', run),
  )
}
