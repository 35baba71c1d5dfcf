import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import type { FeedSummary, RowFeedSummary } from '@despatch/contract/feeds/feeds'
import type { Feed } from '@despatch/domain/feeds/feed-fields'
import type { Database } from '../../database/database.ts'
import { inClient } from '../../database/in-client.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

type RunStart = {
  readonly database: Database
  readonly client: string
  readonly byName: string
  readonly now: Date
  readonly fileName: string
}

/** Records the start of a run. Returns its id. */
export async function recordRunStart(start: RunStart, feed: Feed, mapping: string): Promise<number> {
  const { database, client, byName, now, fileName } = start
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

/** Interval of heartbeats, well within {@link MAX_SILENCE_MS}. */
const HEARTBEAT_MS = 20_000
/** A run without an end and without a heartbeat for this long ended with its server. */
export const MAX_SILENCE_MS = 90_000

/**
 * Sends heartbeats of a run until disposed. Uses the database without the sender's share: heartbeats that waited behind
 * the sender's own files would come too late.
 */
export function startHeartbeat(
  { database, client }: Pick<RunStart, 'database' | 'client'>,
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
    // If the database does not answer, the next tick tries again.
    void say()
      .catch(() => undefined)
      .finally(() => (isPending = false))
  }
  const timer = setInterval(tick, HEARTBEAT_MS)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** The outcome of a run, for its row. */
export type RunOutcome = {
  readonly summary: FeedSummary | RowFeedSummary | undefined
  readonly problem: string
  readonly isBroken: boolean
  readonly refused: readonly FeedRefusal[]
}

/** Records the end of a run. */
export async function recordRunEnd(
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
