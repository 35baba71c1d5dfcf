import { Readable } from 'node:stream'
import type { Day } from '@despatch/domain/calendar/day'
import { spreadsheetDay, spreadsheetTime } from '@despatch/domain/calendar/spreadsheet-date'
import { escaped } from './escaped.ts'
import {
  contentTypes,
  HEAD,
  MAIN,
  relations,
  ROOT,
  STYLES,
  styleOf,
  workbookXml,
  type PlacedSheet,
} from './workbook-xml.ts'
import { type StreamedPart, zipParts } from './zip-parts.ts'

/**
 * A cell: a text, a number, nothing, a heading, an amount of money (shown with pennies), a day, a month (by its first
 * day), an instant (shown in the operator's time zone), or a share of 1 (shown in per cent).
 */
export type WrittenCell =
  | string
  | number
  | null
  | { readonly heading: string }
  | { readonly amount: number }
  | { readonly day: Day }
  | { readonly month: Day }
  | { readonly at: Date }
  | { readonly share: number }
type Row = readonly WrittenCell[]
export type WrittenSheet = {
  /** At most 28 characters, without []:*?/\ */
  readonly name: string
  /** Column widths, in characters. */
  readonly widths: readonly number[]
  /** Number of rows that stay visible while scrolling. They are repeated where the sheet continues. */
  readonly frozen: number
  readonly rows: AsyncIterable<Row> | Iterable<Row>
  /** Position among the sheets; by default the order of writing. */
  readonly place?: number
}

/** Limits of spreadsheets: characters per cell, and rows per sheet. */
const LONGEST_CELL = 32_767
const MAX_ROWS = 1_048_576
/** Characters joined before they are compressed. */
const PIECE = 131_072

/**
 * Writes a workbook (XLSX) while it is read. Sheets and rows are requested one after another and never held, so a sheet
 * can depend on those before it. A sheet with too many rows continues in another. Text cells are stored as text, so no
 * spreadsheet runs them as formulas. Errors of the sheets or rows break the stream off.
 */
export function writeWorkbook(
  sheets: AsyncIterable<WrittenSheet> | Iterable<WrittenSheet>,
  { maxRows = MAX_ROWS }: { maxRows?: number } = {},
): Readable {
  return Readable.from(zipParts(partsOf(sheets, maxRows)), { objectMode: false })
}

async function* partsOf(
  sheets: AsyncIterable<WrittenSheet> | Iterable<WrittenSheet>,
  maxRows: number,
): AsyncGenerator<StreamedPart> {
  const written: PlacedSheet[] = []
  for await (const sheet of sheets) {
    const rows = lookAhead(sheet.rows)
    const place = sheet.place ?? written.length
    const repeated: Row[] = []
    try {
      for (let part = 1; part === 1 || (await rows.hasMore()); part++) {
        const file = written.length + 1
        written.push({ name: part === 1 ? sheet.name : `${sheet.name} ${part}`, place, file })
        yield { name: `xl/worksheets/sheet${file}.xml`, text: sheetXml(sheet, { rows, repeated, maxRows }) }
      }
    } finally {
      await rows.end()
    }
  }
  const inOrder = written.toSorted((one, other) => one.place - other.place || one.file - other.file)
  yield { name: 'xl/workbook.xml', text: [workbookXml(inOrder)] }
  yield { name: 'xl/_rels/workbook.xml.rels', text: [relations(inOrder)] }
  yield { name: 'xl/styles.xml', text: [STYLES] }
  yield { name: '_rels/.rels', text: [ROOT] }
  yield { name: '[Content_Types].xml', text: [contentTypes(inOrder)] }
}

type LookAhead = { hasMore(): Promise<boolean>; take(): Row; end(): Promise<void> }

/** Rows with a look at the next one: a continuation sheet starts only if there is a row for it. */
function lookAhead(rows: AsyncIterable<Row> | Iterable<Row>): LookAhead {
  const from = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  let next: Row | undefined
  return {
    async hasMore() {
      if (next !== undefined) return true
      const got = await from.next()
      next = got.done ? undefined : got.value
      return next !== undefined
    },
    take() {
      const row = next ?? []
      next = undefined
      return row
    },
    async end() {
      await from.return?.()
    },
  }
}

async function* sheetXml(
  { widths, frozen }: WrittenSheet,
  { rows, repeated, maxRows }: { rows: LookAhead; repeated: Row[]; maxRows: number },
): AsyncGenerator<string> {
  const pane =
    frozen > 0 ? `<pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/>` : ''
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const cols = columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''
  let text = `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>${cols}<sheetData>`
  let line = 0
  for (const row of repeated) text += rowXml(row, ++line)
  while (line < maxRows && (await rows.hasMore())) {
    const row = rows.take()
    if (repeated.length < frozen) repeated.push(row)
    text += rowXml(row, ++line)
    if (text.length < PIECE) continue
    yield text
    text = ''
  }
  yield `${text}</sheetData></worksheet>`
}

function rowXml(cells: Row, line: number): string {
  let text = `<row r="${line}">`
  for (const [column, cell] of cells.entries())
    if (cell !== null && cell !== '') text += cellXml(cell, lettersOf(column) + line)
  return `${text}</row>`
}

function cellXml(cell: Exclude<WrittenCell, null>, at: string): string {
  if (typeof cell === 'string') return textXml(cell, `r="${at}"`)
  if (typeof cell === 'number') return numberXml(cell, `r="${at}"`)
  if ('heading' in cell) return textXml(cell.heading, `r="${at}" s="${styleOf('heading')}"`)
  if ('amount' in cell) return numberXml(cell.amount, `r="${at}" s="${styleOf('amount')}"`)
  if ('share' in cell) return numberXml(cell.share, `r="${at}" s="${styleOf('share')}"`)
  if ('day' in cell) return dateXml(spreadsheetDay(cell.day), `r="${at}" s="${styleOf('day')}"`, cell.day)
  if ('month' in cell) return dateXml(spreadsheetDay(cell.month), `r="${at}" s="${styleOf('month')}"`, cell.month)
  return dateXml(spreadsheetTime(cell.at), `r="${at}" s="${styleOf('time')}"`, cell.at.toISOString())
}

const textXml = (text: string, attributes: string) =>
  `<c ${attributes} t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, LONGEST_CELL))}</t></is></c>`

const numberXml = (value: number, attributes: string) => `<c ${attributes}><v>${value}</v></c>`

const DAY_MS = 86_400_000
/** 1 January 1970 as a spreadsheet's day number. */
const DAY_OF_1970 = 25_569

/** A date as a spreadsheet's day number; as text if it cannot be represented. */
const dateXml = (date: Date | undefined, attributes: string, text: string) =>
  date ? numberXml(date.getTime() / DAY_MS + DAY_OF_1970, attributes) : textXml(text, attributes)

const LETTERS: string[] = []

/** A, B … Z, AA. */
function lettersOf(column: number): string {
  const known = LETTERS[column]
  if (known !== undefined) return known
  const last = String.fromCodePoint(65 + (column % 26))
  return (LETTERS[column] = column < 26 ? last : `${lettersOf(Math.floor(column / 26) - 1)}${last}`)
}
