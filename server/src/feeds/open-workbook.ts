import { AppError } from '../process/app-error.ts'
import type { FileRow } from '../files/csv-splitter.ts'
import { readSheetRows } from '../files/workbook/sheet-rows.ts'
import { spool } from '../invoices/files/spool.ts'

/** Uncompressed size of the sheet. */
const MAX_SHEET_BYTES = 300_000_000

/**
 * Reads the first sheet of a workbook in batches, with hidden rows and columns, formulas as values, and dates as
 * 2026-01-31 14:05:00. The file goes to disk first, because a ZIP file is read from its end.
 * @throws AppError for a workbook that cannot be read
 */
export async function* workbookRows(bytes: AsyncGenerator<Buffer>): AsyncGenerator<FileRow[]> {
  const spooled = await spool(bytes)
  try {
    let columns = 0
    for await (const batch of readSheetRows({
      path: spooled.path,
      sheet: 0,
      largestPart: MAX_SHEET_BYTES,
      asShown: true,
    })) {
      columns ||= batch[0]?.cells?.length ?? 0
      yield batch.map(({ line, cells = [], count }) => ({
        line,
        // Rows end with their last filled cell, so pad them to the header.
        cells: cells.length < columns ? [...cells, ...Array<string>(columns - cells.length).fill('')] : cells,
        ...(count !== undefined && { count }),
      }))
    }
    if (columns === 0) throw new AppError('unprocessable', 'The first sheet of this workbook is empty.')
  } finally {
    await spooled.remove()
  }
}
