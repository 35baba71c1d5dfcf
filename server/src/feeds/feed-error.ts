import type { FeedSummary, RowFeedSummary } from '@despatch/contract/feeds/feeds'
import { failureOf } from '../database/faults/database-failure.ts'
import { FullDisk } from '../files/temporary-file.ts'
import { AppError } from '../process/app-error.ts'

const WHY = {
  slow: 'The import took too long and stopped.',
  conflict: 'Other users were changing the same records, so the import stopped.',
  full: 'The database’s disk is full, so the import stopped.',
  unavailable: 'The database became unavailable, so the import stopped.',
}
const CHECK_AGAIN = 'Nothing was imported. Check it again later, or in smaller files.'
const WHAT_TO_DO = 'Import the same file again to finish. If it stops again, use smaller files or try later.'

/**
 * Turns an error that stopped a run into the error to throw. If the database or a full disk stopped it, that is an
 * AppError (503) which says why, which rows are saved and what to do, with the summary of the saved rows. Previews save
 * nothing, so they have no summary. Returns any other error unchanged.
 */
export function toFeedError(error: unknown, summary: FeedSummary | RowFeedSummary, isPreview = false): unknown {
  const why = reasonStopped(error)
  if (why === undefined) return error
  if (isPreview) {
    const refusal = new AppError('unavailable', `${why} ${CHECK_AGAIN}`)
    refusal.cause = error
    return refusal
  }
  const saved = countSaved(summary)
  const refusal = new AppError('unavailable', [why, savedText(saved), WHAT_TO_DO].join(' '), { present: saved })
  refusal.cause = error
  return refusal
}

function reasonStopped(error: unknown): string | undefined {
  if (error instanceof FullDisk) return error.why
  const failure = failureOf(error)
  return failure && WHY[failure.kind]
}

/** Rows in no count were read but not saved. */
function countSaved<Summary extends FeedSummary | RowFeedSummary>(summary: Summary): Summary {
  const changed = 'changed' in summary ? summary.changed : 0
  return { ...summary, read: summary.created + changed + summary.unchanged + summary.leftOut + summary.refused }
}

function savedText(saved: FeedSummary | RowFeedSummary): string {
  if (saved.read === 0) return 'Nothing was imported.'
  const changed = 'changed' in saved ? saved.changed : 0
  const parts = (
    [
      [saved.created, 'created'],
      [changed, 'changed'],
      [saved.unchanged, 'there already'],
      [saved.leftOut, 'left out'],
      [saved.refused, 'refused'],
    ] as const
  ).flatMap(([count, what]) => (count > 0 ? `${count.toLocaleString('en-GB')} ${what}` : []))
  const rows = saved.read === 1 ? 'Its first row is' : `Its first ${saved.read.toLocaleString('en-GB')} rows are`
  return `${rows} done and kept: ${parts.join(', ')}.`
}
