import { sql } from 'kysely'
import { db } from '../database/sql.ts'
import type { StreamingContext } from '../http/context.ts'

const EVERY_MS = 250

/**
 * Returns a function that records the progress of a caller's run: at each new stage, otherwise a few times a second, in short
 * transactions of their own so that it is visible at once. Without a run it records nothing. It never fails the work.
 */
export function makeProgressRecorder(
  { database, caller, log }: Pick<StreamingContext, 'database' | 'caller' | 'log'>,
  run: string | undefined,
): (stage: string, done: number, total: number) => Promise<void> {
  let last: { stage: string; at: number } | undefined
  return async (stage, done, total) => {
    const at = performance.now()
    if (run === undefined || (last?.stage === stage && at - last.at < EVERY_MS)) return
    last = { stage, at }
    await database
      .transaction((transaction) =>
        transaction.write(
          sql`
            insert into work_progress (run_id, user_id, stage, done, total, at)
            values (${run}, ${caller.userId}, ${stage}, ${done}, ${total}, ${new Date()})
            on conflict (run_id) do update
            set stage = excluded.stage, done = excluded.done, total = excluded.total, at = excluded.at
            where work_progress.user_id = excluded.user_id`.compile(db),
        ),
      )
      .catch((error: unknown) => log.warn({ err: error }, 'the progress of some work was not noted'))
  }
}
