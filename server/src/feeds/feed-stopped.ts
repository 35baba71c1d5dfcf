import type { FeedSummary, RowFeedSummary } from '@despatch/contract/feeds/feeds'
import { failureOf } from '../database/faults/database-failure.ts'
import { FullDisk } from '../files/temporary-file.ts'
import { AppError } from '../process/app-error.ts'

const WHY = {
  slow: 'The database took too long over a part of this file and stopped there.',
  'in-the-way': 'Others were changing the same just now, and this file stopped there.',
  full: 'The disk of the database is full, and this file stopped there.',
  away: 'The database went away while this file was taken in.',
}
const CHECK_AGAIN =
  'Nothing of it was taken, for it was only checked: check it again, in smaller files or when less is going on.'
const WHAT_TO_DO =
  'Send the same file again, as it is: what is there already is passed over, and the rest is taken. Should it stop again, send it in smaller files, or when less is going on.'

/**
 * What is thrown of a run that the database, or a full disk, did not let finish: an AppError (503) that says why, what is kept of the file and
 * what to do, with the summary of what is kept; of a preview, of which nothing is, without. What failed for another reason is given back as it is.
 */
export function feedStopped(error: unknown, summary: FeedSummary | RowFeedSummary, isPreview = false): unknown {
  const why = whyStopped(error)
  if (why === undefined) return error
  if (isPreview) {
    const refusal = new AppError('unavailable', `${why} ${CHECK_AGAIN}`)
    refusal.cause = error
    return refusal
  }
  const kept = ofKept(summary)
  const refusal = new AppError('unavailable', [why, keptText(kept), WHAT_TO_DO].join(' '), { present: kept })
  refusal.cause = error
  return refusal
}

function whyStopped(error: unknown): string | undefined {
  if (error instanceof FullDisk) return error.why
  const failure = failureOf(error)
  return failure && WHY[failure.kind]
}

/** What is in no count was read and is not kept. */
function ofKept<Summary extends FeedSummary | RowFeedSummary>(summary: Summary): Summary {
  const changed = 'changed' in summary ? summary.changed : 0
  return { ...summary, read: summary.created + changed + summary.unchanged + summary.leftOut + summary.refused }
}

function keptText(kept: FeedSummary | RowFeedSummary): string {
  if (kept.read === 0) return 'Nothing of it is kept.'
  const changed = 'changed' in kept ? kept.changed : 0
  const parts = (
    [
      [kept.created, 'created'],
      [changed, 'changed'],
      [kept.unchanged, 'there already'],
      [kept.leftOut, 'left out'],
      [kept.refused, 'refused'],
    ] as const
  ).flatMap(([count, what]) => (count > 0 ? `${count.toLocaleString('en-GB')} ${what}` : []))
  const rows = kept.read === 1 ? 'Its first row is' : `Its first ${kept.read.toLocaleString('en-GB')} rows are`
  return `${rows} done and kept: ${parts.join(', ')}.`
}
