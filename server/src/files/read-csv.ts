import { isTurnUsedUp, nextTurn } from '../process/loop-budget.ts'
import { CsvSplitter, type FileRow } from './csv-splitter.ts'

/** Facts about a file besides its rows. */
export type FileCounts = {
  blankLines: number
  /** The encoding assumed because the file is not UTF-8. */
  assumed?: string
}

/**
 * Reads the rows of a CSV file, one batch per chunk. Blank lines are counted and skipped. A row with broken quotes is
 * refused alone; a row that is too long ends the file. With `isTable` all rows must have as many cells as the
 * first.
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
    if (splitter.isFinished) return
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
