import { streamRows } from '../../files/workbook/stream-rows.ts'
import { openWorkbook, openZip, wholePart } from '../../files/workbook/workbook-parts.ts'
import { AppError } from '../../process/app-error.ts'
import { MAX_COLUMNS, MAX_ROWS, TOO_MANY_ROWS } from './import-limits.ts'
import type { SheetRow } from './import-sheet.ts'

/** Unpacked size per part. A sheet of 20,000 rows with ten columns has some 20 MB. */
const LARGEST_PART = 45_000_000

/** Includes empty rows, which formatting alone can create. */
const MAX_ROWS_SEEN = 50_000

const MOSTLY_EMPTY = 'The sheet has more than 50,000 rows, most of them empty. Copy the user rows into a new one.'
const TOO_LARGE = 'This workbook is too large once unpacked.'

/**
 * The rows of a workbook's first sheet, and the names of the other sheets. Unpacks only the parts that it needs, each
 * within a limit counted while unpacking. Throws an AppError.
 */
export async function readWorkbook(bytes: Buffer): Promise<{ rows: SheetRow[]; otherSheets: string[] }> {
  const workbook = await openWorkbook(await openZip(bytes), { largestPart: LARGEST_PART, tooLarge: TOO_LARGE })
  const { sheet, texts } = await workbook.partsOf(0)
  const formulas = formulasOf((await wholePart(sheet)).toString('utf8'))
  const rows: SheetRow[] = []
  let last = 0
  let seen = 0
  for await (const row of streamRows({ sheet, texts })) {
    // Ignore row numbers that go backwards or are not numbers, and count instead.
    const line = Number.isSafeInteger(row.index) && row.index >= last ? row.index + 1 : last + 1
    last = line
    const cells = row.values.slice(0, MAX_COLUMNS).map(textOf)
    const columns = formulas.get(line)
    const isBlank = cells.every((cell) => cell === '') && row.values.length <= MAX_COLUMNS && !columns
    seen += 1
    if (seen > MAX_ROWS_SEEN) throw new AppError('too_large', MOSTLY_EMPTY)
    if (isBlank) continue
    if (rows.length > MAX_ROWS) throw new AppError('too_large', TOO_MANY_ROWS)
    rows.push({
      line,
      cells,
      ...(columns && { formulas: columns }),
      ...(row.values.length > MAX_COLUMNS && { fault: `This row has more than ${MAX_COLUMNS} columns` }),
    })
  }
  return { rows, otherSheets: workbook.sheets.slice(1) }
}

function textOf(value: unknown): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  return value === null || value === undefined ? '' : String(value as string | number | boolean).trim()
}

/** Columns with a formula, by row. The row reader reports only their values. */
function formulasOf(sheet: string): Map<number, number[]> {
  const found = new Map<number, number[]>()
  if (!/<(?:\w+:)?f[\s/>]/.test(sheet)) return found
  let row = 0
  let column = -1
  for (const [tag, name, inside = ''] of sheet.matchAll(/<(?:\w+:)?(row|c|f)(?=[\s/>])([^<>]*)>/g)) {
    const place = /\br\s*=\s*["']([A-Z]*)(\d*)["']/.exec(inside)
    if (name === 'row') {
      row = place?.[2] ? Number(place[2]) : row + 1
      column = -1
    } else if (name === 'c') column = place?.[1] ? columnOf(place[1]) : column + 1
    else if (tag) found.set(row, [...(found.get(row) ?? []), column].slice(0, MAX_COLUMNS))
  }
  return found
}

const columnOf = (letters: string) =>
  Array.from(letters.slice(0, 3)).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
