import { csvCell } from '@despatch/domain/text/csv-cell'
import { spreadsheetText } from '@despatch/domain/text/spreadsheet-text'
import type { ExportColumn } from './export-columns.ts'

const BOM = '\uFEFF'

/** Writes a CSV file with CRLF line ends, and a BOM so that spreadsheets read it as UTF-8. */
export async function csvFile<Row>(
  columns: readonly ExportColumn<Row>[],
  windows: AsyncIterable<readonly Row[]>,
): Promise<Blob> {
  const lineOf = (cells: readonly (string | number)[]) =>
    `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : csvCell(cell))).join(',')}\r\n`
  const protect = (cell: string | number, { keepsText }: ExportColumn<Row>) =>
    keepsText && typeof cell === 'string' ? spreadsheetText(cell) : cell
  const parts = [BOM + lineOf(columns.map(({ name }) => name))]
  for await (const rows of windows)
    parts.push(rows.map((row) => lineOf(columns.map((column) => protect(column.cellOf(row), column)))).join(''))
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}
