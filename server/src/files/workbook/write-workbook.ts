import { Readable } from 'node:stream'
import { harmlessCell } from '@despatch/domain/text/csv-cell'
import { type StreamedPart, zipParts } from './zip-parts.ts'

/** A text, a number, nothing, or a text that stands out. */
export type WrittenCell = string | number | null | { readonly heading: string }
export type WrittenSheet = {
  /** At most 31 characters, without []:*?/\ */
  readonly name: string
  /** Of its columns, in characters. */
  readonly widths: readonly number[]
  /** So many rows stay in sight. */
  readonly frozen: number
  readonly rows: AsyncIterable<readonly WrittenCell[]> | Iterable<readonly WrittenCell[]>
}

/** Spreadsheets refuse a file with a longer text in a cell. */
const LONGEST_CELL = 32_767

/**
 * A workbook (XLSX) of some sheets, made as it is read: rows are asked for one after another and never held. Texts that would
 * run as formulas are harmless. What a sheet's rows throw breaks the stream off.
 */
export function writeWorkbook(sheets: readonly WrittenSheet[]): Readable {
  const parts: StreamedPart[] = [
    { name: '[Content_Types].xml', text: [contentTypes(sheets)] },
    { name: '_rels/.rels', text: [ROOT] },
    { name: 'xl/workbook.xml', text: [workbookXml(sheets)] },
    { name: 'xl/_rels/workbook.xml.rels', text: [relations(sheets)] },
    { name: 'xl/styles.xml', text: [STYLES] },
    ...sheets.map((sheet, index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, text: sheetXml(sheet) })),
  ]
  return Readable.from(zipParts(parts), { objectMode: false })
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEETS = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const ROOT = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`
/** Styles by their place: plain, a heading, an amount. */
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0.00##"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`

const contentTypes = (sheets: readonly WrittenSheet[]) =>
  `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEETS}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEETS}.styles+xml"/>${sheets.map((_sheet, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${SHEETS}.worksheet+xml"/>`).join('')}</Types>`

const workbookXml = (sheets: readonly WrittenSheet[]) =>
  `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.map(({ name }, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`

const relations = (sheets: readonly WrittenSheet[]) =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${sheets.map((_sheet, index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}<Relationship Id="rId${sheets.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`

async function* sheetXml({ widths, frozen, rows }: WrittenSheet): AsyncGenerator<string> {
  const pane =
    frozen > 0 ? `<pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/>` : ''
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`
  let line = 0
  for await (const cells of rows) {
    line++
    yield `<row r="${line}">${cells.map((cell, column) => cellXml(cell, `${lettersOf(column)}${line}`)).join('')}</row>`
  }
  yield '</sheetData></worksheet>'
}

function cellXml(cell: WrittenCell, at: string): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${at}" s="2"><v>${cell}</v></c>`
  const [text, style] = typeof cell === 'string' ? [cell, ''] : [cell.heading, ' s="1"']
  return `<c r="${at}"${style} t="inlineStr"><is><t xml:space="preserve">${escaped(harmlessCell(text).slice(0, LONGEST_CELL))}</t></is></c>`
}

/** A, B … Z, AA. */
function lettersOf(column: number): string {
  const last = String.fromCodePoint(65 + (column % 26))
  return column < 26 ? last : `${lettersOf(Math.floor(column / 26) - 1)}${last}`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** What XML has no place for: control characters, and halves of characters. */
const UNPRINTABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const escaped = (text: string) =>
  text.replaceAll(UNPRINTABLE, '').replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
