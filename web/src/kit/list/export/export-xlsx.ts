import { isDay } from '@despatch/domain/calendar/day'
import { SPREADSHEET_FORMATS, spreadsheetDay } from '@despatch/domain/calendar/spreadsheet-date'
import { writeXlsxStream } from 'hucre/xlsx'
import type { ExportCell, ExportColumn } from './export-columns.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Spreadsheets refuse a file with a longer cell text or sheet name. */
const MAX_CELL_LENGTH = 32_767
const MAX_SHEET_NAME_LENGTH = 31

/** Writes an XLSX file with one sheet: a bold, frozen header; numbers as numbers; days and times as dates. */
export async function xlsxFile<Row>(
  title: string,
  columns: readonly ExportColumn<Row>[],
  windows: AsyncIterable<readonly Row[]>,
): Promise<Blob> {
  // The writer applies a column’s style to its header and its cells, so it is removed after the header is written.
  const sheetColumns: XlsxColumn[] = columns.map(({ name, kind }) => ({
    header: name,
    width: Math.max(kind === 'time' ? 20 : 12, name.length + 2),
    style: { font: { bold: true } },
    ...(kind && { numFmt: SPREADSHEET_FORMATS[kind] }),
  }))
  // Remember the error: if a stream fails, the browser only reports 'Failed to fetch'.
  let failure: unknown
  async function* rows(): AsyncGenerator<(ExportCell | Date)[]> {
    for (const column of sheetColumns) delete column.style
    try {
      for await (const part of windows)
        for (const row of part) yield columns.map(({ cellOf, kind }) => xlsxCell(cellOf(row), kind))
    } catch (error) {
      failure = error
      throw error
    }
  }
  const name = title.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, MAX_SHEET_NAME_LENGTH)
  const bytes = writeXlsxStream(rows(), { name, columns: sheetColumns, freezePane: { rows: 1 } })
  const file = await new Response(bytes).blob().catch((error: unknown) => {
    throw failure ?? error
  })
  return new Blob([file], { type: XLSX })
}

type XlsxColumn = { header: string; width: number; style?: { font: { bold: true } }; numFmt?: string }

/** Converts a day or time to a date; leaves other texts as they are. */
function xlsxCell(value: ExportCell, kind: ExportColumn<unknown>['kind']): ExportCell | Date {
  if (typeof value === 'number') return value
  const date = kind && spreadsheetDate(value)
  return date ?? value.slice(0, MAX_CELL_LENGTH)
}

/** Parses '2026-01-05' and '2026-01-05 14:05:09', which is already in the operator’s time zone. */
function spreadsheetDate(text: string): Date | undefined {
  const [day = '', time = '00:00:00'] = text.split(' ')
  const date = isDay(day) ? spreadsheetDay(day) : undefined
  return date && new Date(`${day}T${time}Z`)
}
