import { harmlessCell } from '@despatch/domain/text/csv-cell'
import { writeXlsxStream } from 'hucre/xlsx'
import type { ExportCell, ExportColumn } from './export-columns.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Spreadsheets refuse a file with a longer text in a cell, or with a longer name of a sheet. */
const LONGEST_CELL = 32_767
const LONGEST_SHEET_NAME = 31

/** An XLSX file of the rows as they come: one sheet, its header bold and frozen, numbers as numbers, texts harmless. */
export async function xlsxFile<Row>(
  title: string,
  columns: readonly ExportColumn<Row>[],
  windows: AsyncIterable<readonly Row[]>,
): Promise<Blob> {
  // The writer gives a column's style to its header and to its cells alike; only the header is to have it.
  const written: { header: string; width: number; style?: { font: { bold: true } } }[] = columns.map(({ name }) => ({
    header: name,
    width: Math.max(12, name.length + 2),
    style: { font: { bold: true } },
  }))
  // A browser forgets why a stream failed, and says 'Failed to fetch'.
  let failure: unknown
  async function* rows(): AsyncGenerator<ExportCell[]> {
    for (const column of written) delete column.style
    try {
      for await (const part of windows)
        for (const row of part) yield columns.map(({ cellOf }) => harmlessValue(cellOf(row)))
    } catch (error) {
      failure = error
      throw error
    }
  }
  const name = title.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, LONGEST_SHEET_NAME)
  const bytes = writeXlsxStream(rows(), { name, columns: written, freezePane: { rows: 1 } })
  const file = await new Response(bytes).blob().catch((error: unknown) => {
    throw failure ?? error
  })
  return new Blob([file], { type: XLSX })
}

function harmlessValue(value: ExportCell): ExportCell {
  return typeof value === 'number' ? value : harmlessCell(value).slice(0, LONGEST_CELL)
}
