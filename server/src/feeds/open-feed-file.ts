import type { Feed } from '@despatch/domain/feeds/feed-fields'
import { BrokenOff } from '../files/bytes.ts'
import { AppError } from '../process/app-error.ts'
import type { FeedFile } from './feed-file.ts'
import { openFile, type OpenFile } from './open-file.ts'
import { checkDateColumns } from './rows/check-date-columns.ts'

/**
 * Opens the file of a run. The caller must call `close` if it does not read the rows.
 * @throws AppError for a file that cannot be used at all, or that broke off before its first row
 */
export async function openFeedFile<Summary>(
  file: FeedFile<Summary>,
  feed: Feed,
): Promise<OpenFile & { close: () => Promise<unknown> }> {
  try {
    const open = await openFile(file.stream, { ...file, feed })
    return { ...open, ...checkDateColumns(file, open, feed), close: () => open.rows.return(undefined) }
  } catch (error) {
    if (error instanceof BrokenOff) throw new AppError('bad_request', 'The upload stopped before the first row.')
    throw error
  }
}
