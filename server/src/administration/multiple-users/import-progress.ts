import type { users as routes } from '@despatch/contract/administration/users/users'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context, StreamingContext } from '../../http/context.ts'
import { makeProgressRecorder } from '../../process/work-progress.ts'
import { db } from '../../database/sql.ts'

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

/** Notes how far an import is, if it has a run to be asked by. */
export type NoteProgress = (stage: Stage, done: number, total: number) => Promise<void>

/** Gives what notes the progress of an import. */
export function progressOf(context: StreamingContext, run: string | undefined): NoteProgress {
  return makeProgressRecorder(context, run)
}
