import type { users as routes } from '@despatch/contract/administration/users/users'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context, StreamingContext } from '../../http/context.ts'
import { makeProgressRecorder } from '../../process/work-progress.ts'
import { db } from '../../database/sql.ts'

type Answer = RouteAnswer<typeof routes.importProgress>
type Stage = Answer['stage']

/** The progress of an import of the caller's own; 'waiting' for one that has not started or is not the caller's. */
export async function readImportProgress(
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

/** Records how far an import is, under its run id. */
export type NoteProgress = (stage: Stage, done: number, total: number) => Promise<void>

export function progressNoter(context: StreamingContext, run: string | undefined): NoteProgress {
  return makeProgressRecorder(context, run)
}
