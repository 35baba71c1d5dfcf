import { isDay } from '@despatch/domain/calendar/day'
import { SPREADSHEET_FORMATS, spreadsheetDay } from '@despatch/domain/calendar/spreadsheet-date'
import { writeXlsxStream } from 'hucre/xlsx'
import type { ExportCell, ExportColumn } from './export-columns.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Spreadsheets refuse a file with a longer text in a cell, or with a longer name of a sheet. */
const LONGEST_CELL = 32_767
const LONGEST_SHEET_NAME = 31

/** An XLSX file of the rows as they come: one sheet, its header bold and frozen, numbers as numbers, days and times as dates. */
export async function xlsxFile<Row>(
  title: string,
  columns: readonly ExportColumn<Row>[],
  windows: AsyncIterable<readonly Row[]>,
): Promise<Blob> {
  // The writer gives a column's style to its header and to its cells alike; only the header is to have it.
  const written: WrittenColumn[] = columns.map(({ name, kind }) => ({
    header: name,
    width: Math.max(kind === 'time' ? 20 : 12, name.length + 2),
    style: { font: { bold: true } },
    ...(kind && { numFmt: SPREADSHEET_FORMATS[kind] }),
  }))
  // A browser forgets why a stream failed, and says 'Failed to fetch'.
  let failure: unknown
  async function* rows(): AsyncGenerator<(ExportCell | Date)[]> {
    for (const column of written) delete column.style
    try {
      for await (const part of windows)
        for (const row of part) yield columns.map(({ cellOf, kind }) => writtenCell(cellOf(row), kind))
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

type WrittenColumn = { header: string; width: number; style?: { font: { bold: true } }; numFmt?: string }

/** A text of a day or a time as the date that it is; any other as it is. */
function writtenCell(value: ExportCell, kind: ExportColumn<unknown>['kind']): ExportCell | Date {
  if (typeof value === 'number') return value
  const date = kind && spreadsheetDate(value)
  return date ?? value.slice(0, LONGEST_CELL)
}

/** '2026-01-05', and '2026-01-05 14:05:09', which is by the operator's clock already. */
function spreadsheetDate(text: string): Date | undefined {
  const [day = '', time = '00:00:00'] = text.split(' ')
  const date = isDay(day) ? spreadsheetDay(day) : undefined
  return date && new Date(`${day}T${time}Z`)
}
