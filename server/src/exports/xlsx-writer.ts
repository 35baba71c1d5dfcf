import { harmlessCell } from '@despatch/domain/text/csv-cell'
import { ZipWriter } from './zip-writer.ts'

export type Cell = string | number | null

/** Spreadsheets take no more rows to a sheet, and no longer text in a cell. */
const MOST_ROWS = 1_048_576
const LONGEST_CELL = 32_767
/** Rows whose text is put together before it is compressed. */
const ROWS_AT_ONCE = 500

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Bold in the second place. */
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf fontId="0"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`

/**
 * Writes a workbook of several sheets in bounded memory. Sheets are written in any order and stand in the order of their
 * `place`; one with more rows than fit goes on in another. Texts that would be run as formulas are made harmless.
 */
export class XlsxWriter {
  readonly #zip: ZipWriter
  readonly #sheets: { name: string; place: number; file: number }[] = []
  readonly #mostRows: number

  constructor(write: (bytes: Buffer) => Promise<void>, { mostRows = MOST_ROWS }: { mostRows?: number } = {}) {
    this.#zip = new ZipWriter(write)
    this.#mostRows = mostRows
  }

  /** Writes a sheet of rows as they come, under a header that stays in sight. */
  async sheet(
    { name, place, header }: { name: string; place: number; header: readonly string[] },
    rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
  ): Promise<void> {
    let text = ''
    let row = 0
    const begin = async () => {
      const part = this.#sheets.filter((sheet) => sheet.place === place).length
      const file = this.#sheets.length + 1
      this.#sheets.push({ name: part === 0 ? name : `${name} ${part + 1}`, place, file })
      await this.#zip.begin(`xl/worksheets/sheet${file}.xml`)
      const columns = header.map(
        (title, at) =>
          `<col min="${at + 1}" max="${at + 1}" width="${Math.max(12, title.length + 2)}" customWidth="1"/>`,
      )
      text = `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>${rowXml(header, ' s="1"')}`
      row = 1
    }
    const end = async () => {
      await this.#zip.add(`${text}</sheetData></worksheet>`)
      text = ''
      await this.#zip.end()
    }
    await begin()
    for await (const cells of rows) {
      if (row === this.#mostRows) {
        await end()
        await begin()
      }
      text += rowXml(cells, '')
      row++
      if (row % ROWS_AT_ONCE !== 0) continue
      await this.#zip.add(text)
      text = ''
    }
    await end()
  }

  /** Writes what makes a workbook of the sheets: it is whole. */
  async close(): Promise<void> {
    const sheets = this.#sheets.toSorted((one, other) => one.place - other.place || one.file - other.file)
    const listed = sheets.map(
      ({ name, file }, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${file}"/>`,
    )
    await this.#zip.entry(
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${listed.join('')}</sheets></workbook>`,
    )
    const related = sheets.map(({ file }) => relation(`rId${file}`, 'worksheet', `worksheets/sheet${file}.xml`))
    const styles = relation('rIdStyles', 'styles', 'styles.xml')
    await this.#zip.entry(
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${related.join('')}${styles}</Relationships>`,
    )
    await this.#zip.entry('xl/styles.xml', STYLES)
    await this.#zip.entry(
      '_rels/.rels',
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    )
    const types = sheets.map(({ file }) => override(`/xl/worksheets/sheet${file}.xml`, 'worksheet'))
    await this.#zip.entry(
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('/xl/workbook.xml', 'sheet.main')}${override('/xl/styles.xml', 'styles')}${types.join('')}</Types>`,
    )
    await this.#zip.close()
  }
}

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`
const override = (part: string, type: string) => `<Override PartName="${part}" ContentType="${TYPES}.${type}+xml"/>`

function rowXml(cells: readonly Cell[], style: string): string {
  let text = '<row>'
  for (const cell of cells)
    text +=
      cell === null || cell === ''
        ? '<c/>'
        : typeof cell === 'number'
          ? `<c${style}><v>${cell}</v></c>`
          : `<c${style} t="inlineStr"><is><t xml:space="preserve">${escaped(harmlessCell(cell).slice(0, LONGEST_CELL))}</t></is></c>`
  return `${text}</row>`
}

/** As XML has it: what it cannot hold is left out. */
const escaped = (text: string) =>
  text
    // oxlint-disable-next-line no-control-regex -- these are what XML cannot hold
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
