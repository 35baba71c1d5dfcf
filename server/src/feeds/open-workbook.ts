import { AppError } from '../process/app-error.ts'
import type { FileRow } from '../files/csv-splitter.ts'
import { readSheetRows } from '../files/workbook/sheet-rows.ts'
import { spool } from '../invoices/files/spool.ts'

/** Of the sheet, unpacked. */
const LARGEST_SHEET = 300_000_000

/**
 * The rows of a workbook's first sheet, in batches: the values of formulas, dates as 2026-01-31 14:05:00, hidden rows and
 * columns as well. It is put on disk first, for it is read from its end. Throws an AppError for one that cannot be read.
 */
export async function* workbookRows(bytes: AsyncGenerator<Buffer>): AsyncGenerator<FileRow[]> {
  const spooled = await spool(bytes)
  try {
    let columns = 0
    for await (const batch of readSheetRows({
      path: spooled.path,
      sheet: 0,
      largestPart: LARGEST_SHEET,
      asShown: true,
    })) {
      columns ||= batch[0]?.cells?.length ?? 0
      yield batch.map(({ line, cells = [], count }) => ({
        line,
        // A row ends with its last cell that is filled.
        cells: cells.length < columns ? [...cells, ...Array<string>(columns - cells.length).fill('')] : cells,
        ...(count !== undefined && { count }),
      }))
    }
    if (columns === 0) throw new AppError('unprocessable', 'The first sheet of this workbook is empty.')
  } finally {
    await spooled.remove()
  }
}
