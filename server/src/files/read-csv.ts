import { isTurnUsedUp, nextTurn } from '../process/loop-budget.ts'
import { CsvSplitter, type FileRow } from './csv-splitter.ts'

/** What a file had that is in no row. */
export type FileCounts = {
  blankLines: number
  /** The encoding that was assumed, for the file is no UTF-8. */
  assumed?: string
}

/**
 * The rows of a CSV file, a batch for each piece of it; blank lines are left out and counted. A row with broken quotes is
 * a fault of its own; one that is too long is the last. Of a table all rows are to have as many cells as the first.
 */
export async function* readCsv(
  bytes: AsyncIterable<Buffer>,
  delimiter: string,
  counts: FileCounts = { blankLines: 0 },
  table: { isTable?: boolean } = {},
): AsyncGenerator<FileRow[]> {
  const splitter = new CsvSplitter(delimiter, table)
  for await (const chunk of bytes) {
    yield* batches(splitter.push(chunk))
    if (splitter.isOver) return
  }
  yield* batches(splitter.end())

  async function* batches(pieces: Generator<FileRow[]>): AsyncGenerator<FileRow[]> {
    for (const rows of pieces) {
      counts.blankLines = splitter.blankLines
      if (rows.length > 0) yield rows
      if (isTurnUsedUp()) await nextTurn()
    }
  }
}
