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
 * A text, a number, nothing, a text that stands out, an amount of money, which is shown with pennies, a day, a month by its
 * first day, an instant, which is shown by the operator's clock, or a share of 1, which is shown in percent.
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
  /** Of its columns, in characters. */
  readonly widths: readonly number[]
  /** So many rows stay in sight, and are repeated where the sheet goes on in another. */
  readonly frozen: number
  readonly rows: AsyncIterable<Row> | Iterable<Row>
  /** Where it stands among the others; in the order of writing unless told. */
  readonly place?: number
}

/** Spreadsheets refuse a file with a longer text in a cell, or more rows in a sheet. */
const LONGEST_CELL = 32_767
const MAX_ROWS = 1_048_576
/** Characters that are put together before they are compressed. */
const PIECE = 131_072

/**
 * A workbook (XLSX) of some sheets, made as it is read: sheets and their rows are asked for one after another and never
 * held, so that a sheet can tell of those written before it. A sheet with more rows than fit goes on in another. Texts are
 * cells of text, which no spreadsheet runs as formulas. What the sheets or their rows throw breaks the stream off.
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

/** Rows of which the next is known before it is taken: a sheet begins only where there is a row for it. */
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
/** The number that spreadsheets have for 1 January 1970. */
const DAY_OF_1970 = 25_569

/** A date as the number that spreadsheets count it by; as a text where they know none. */
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
