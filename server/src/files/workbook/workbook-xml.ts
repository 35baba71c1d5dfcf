import { SPREADSHEET_FORMATS } from '@despatch/domain/calendar/spreadsheet-date'
import { escaped } from './escaped.ts'

/** A sheet with the number of its part and its position. */
export type PlacedSheet = { readonly name: string; readonly place: number; readonly file: number }

export const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEETS = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
export const ROOT = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`
/** Number formats by the kind of a cell. */
const FORMATS = { amount: '#,##0.00##', ...SPREADSHEET_FORMATS, share: '0.0%' } as const
type Styled = 'heading' | keyof typeof FORMATS

const CUSTOM = 164
const formats = Object.entries(FORMATS).map(([kind, code], place) => ({ kind, code, id: CUSTOM + place }))

/** Style indexes: plain, heading, then one per format. */
const STYLE_PLACES = ['plain', 'heading', ...formats.map(({ kind }) => kind)]
export const styleOf = (kind: Styled): number => STYLE_PLACES.indexOf(kind)

const cellFormat = (more: string) => `<xf fillId="0" borderId="0" xfId="0" ${more}/>`
const CELL_FORMATS = [
  cellFormat('numFmtId="0" fontId="0"'),
  cellFormat('numFmtId="0" fontId="1" applyFont="1"'),
  ...formats.map(({ id }) => cellFormat(`numFmtId="${id}" fontId="0" applyNumberFormat="1"`)),
]
export const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${formats.map(({ id, code }) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${CELL_FORMATS.length}">${CELL_FORMATS.join('')}</cellXfs></styleSheet>`

export const contentTypes = (sheets: readonly PlacedSheet[]) =>
  `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEETS}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEETS}.styles+xml"/>${sheets.map(({ file }) => `<Override PartName="/xl/worksheets/sheet${file}.xml" ContentType="${SHEETS}.worksheet+xml"/>`).join('')}</Types>`

export const workbookXml = (sheets: readonly PlacedSheet[]) =>
  `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.map(({ name, file }, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${file}"/>`).join('')}</sheets></workbook>`

export const relations = (sheets: readonly PlacedSheet[]) =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${sheets.map(({ file }) => `<Relationship Id="rId${file}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${file}.xml"/>`).join('')}<Relationship Id="rIdStyles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`
