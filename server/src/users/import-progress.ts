import type { users as routes } from '@despatch/contract/users/users'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import type { Context, LongContext } from '../app/context.ts'
import { db } from '../database/sql.ts'

type Answer = RouteAnswer<typeof routes.importProgress>
type Stage = Answer['stage']

/** How far an import of the caller's own has come; 'waiting' for one that has not begun, or is not the caller's. */
export async function importProgress(
  { transaction, caller }: Context,
  { query: { run } }: RouteChecked<typeof routes.importProgress>,
): Promise<Answer> {
  const row = await transaction.row(
    db
      .selectFrom('work_progress')
      .select(['stage', 'done', 'total'])
      .where('run_id', '=', run)
      .where('user_id', '=', caller.userId),
  )
  return row ? { ...row, stage: row.stage as Stage } : { stage: 'waiting', done: 0, total: 0 }
}

const EVERY_MS = 250

/** Notes how far an import is, if it has a run to be asked by. */
export type NoteProgress = (stage: Stage, done: number, total: number) => Promise<void>

/**
 * Gives what notes the progress of a run: at each new stage, and else a few times a second, in short transactions of
 * their own, so that it is seen at once. It never fails the work.
 */
export function progressOf({ database, caller, log }: LongContext, run: string | undefined): NoteProgress {
  let last: { stage: Stage; at: number } | undefined
  return async (stage, done, total) => {
    const at = performance.now()
    if (run === undefined || (last?.stage === stage && at - last.at < EVERY_MS)) return
    last = { stage, at }
    await database
      .transaction((transaction) =>
        transaction.rows(
          sql`
            insert into work_progress (run_id, user_id, stage, done, total, at)
            values (${run}, ${caller.userId}, ${stage}, ${done}, ${total}, ${new Date()})
            on conflict (run_id) do update
            set stage = excluded.stage, done = excluded.done, total = excluded.total, at = excluded.at
            where work_progress.user_id = excluded.user_id`.compile(db),
        ),
      )
      .catch((error: unknown) => log.warn({ err: error }, 'the progress of an import was not noted'))
  }
}
