import { barsOf } from './barcode.ts'
import type { Fonts, Style } from './fonts.ts'
import { type Line, placeText } from './place-text.ts'
import { isolate, type PrintedColumn, type WholeForm } from './printed-form.ts'
import type { Part, Sheet } from './sheet.ts'

/** A4, landscape, in points. */
export const PAGE = { width: 841.89, height: 595.28, margin: 36 }
const WIDTH = PAGE.width - 2 * PAGE.margin
const BOTTOM = PAGE.height - PAGE.margin - 18
/** Height of what every page but the first repeats at its top. */
const RUNNING_HEAD = 20
/** In points: a comfortable height for hand scanners, and the white space that they need at both sides. */
const BAR_HEIGHT = 52
const BAR_QUIET = 15
/** Between two columns. */
const GAP = 8
/** Height that must be left for a table to start on a page: its heading, column names and a row or two. */
const TABLE_BEGINS = 90

const TITLE = { weight: 'bold', size: 15, leading: 18 } as const
const HEADING = { weight: 'bold', size: 11, leading: 14 } as const
const TEXT = { weight: 'regular', size: 9, leading: 13 } as const
const HEAD = { weight: 'bold', size: 7.5, leading: 10 } as const
const CELL = { weight: 'regular', size: 8, leading: 10 } as const
const SMALL = { weight: 'regular', size: 7.5, leading: 10 } as const
const INK = '#1a1a1a'
const GREY = '#595959'
const REPLACED = "Some characters could not be printed: '□' stands for each."

type Place = { readonly x: number; readonly width: number; readonly align?: 'left' | 'right' | undefined }
const WHOLE: Place = { x: PAGE.margin, width: WIDTH }
/** The lines of adjacent texts. */
type Cells = readonly (readonly Line[])[]
type Table = WholeForm['tables'][number]

/**
 * Lays a form out page by page, and draws it if it has a sheet. Run it twice: the first time without a sheet, to count
 * the pages.
 */
export class Layout {
  readonly #form: WholeForm
  readonly #fonts: Fonts
  readonly #sheet: Sheet | undefined
  readonly #total: number
  #page = 0
  #y = 0
  /** The top of the page's content. */
  #top = 0

  constructor(form: WholeForm, fonts: Fonts, on?: { readonly sheet: Sheet; readonly pages: number }) {
    this.#form = form
    this.#fonts = fonts
    this.#sheet = on?.sheet
    this.#total = on?.pages ?? 0
  }

  /** Lays the form out and returns the number of pages. */
  lay(): number {
    const { title, barcode, facts, tables, notes } = this.#form
    this.#beginPage()
    this.#paragraph('H1', title, TITLE, 8)
    if (barcode !== undefined) this.#barcode(barcode)
    for (const { name, text } of facts) this.#paragraph('P', `${name}: ${isolate(text)}`, TEXT)
    for (const table of tables) this.#table(table)
    this.#y += TEXT.leading
    for (const note of this.#fonts.hasReplaced ? [...notes, REPLACED] : notes) this.#paragraph('P', note, TEXT)
    return this.#page
  }

  #beginPage(): void {
    this.#page += 1
    this.#y = this.#top = PAGE.margin + (this.#page > 1 ? RUNNING_HEAD : 0)
    this.#sheet?.beginPage(() => {
      const { title, facts, footer } = this.#form
      const bottom = PAGE.height - PAGE.margin - 8
      if (this.#page > 1) this.#small([title, ...facts.map(({ text }) => isolate(text))].join(', '), WHOLE, PAGE.margin)
      this.#small(footer, { ...WHOLE, width: WIDTH * 0.75 }, bottom)
      this.#small(`Page ${this.#page} of ${this.#total}`, { ...WHOLE, align: 'right' }, bottom)
    })
  }

  /** A text on one line, truncated if it is too long, for headers and footers. */
  #small(text: string, place: Place, y: number): void {
    const [line, ...more] = this.#place(text, place.width - SMALL.size, SMALL)
    const cut = line && more.length > 0 ? this.#place(`${line.text.trimEnd()}…`, Infinity, SMALL)[0] : line
    if (cut) this.#line(cut, place, y, SMALL, GREY)
  }

  #paragraph(role: string, text: string, style: Style, below = 0): void {
    const part = this.#sheet?.begin(role)
    this.#lines([this.#place(text, WIDTH, style)], [WHOLE], style, INK, [part], () => this.#beginPage())
    this.#y += below
    part?.end()
  }

  /** A barcode. Its text is also printed, so screen readers skip it. */
  #barcode(text: string): void {
    this.#sheet?.bars(barsOf(text), PAGE.margin + BAR_QUIET, this.#y, BAR_HEIGHT)
    this.#y += BAR_HEIGHT + 12
  }

  #table({ heading, columns, rows }: Table): void {
    if (this.#y > BOTTOM - TABLE_BEGINS) this.#beginPage()
    this.#y += 8
    this.#paragraph('H2', heading, HEADING, 4)
    const places = placesOf(columns)
    const wrap = (texts: readonly string[], style: Style): Cells =>
      places.map(({ width }, index) => this.#place(texts[index] ?? '', width, style))
    const titles = wrap(
      columns.map(({ title }) => title),
      HEAD,
    )
    const table = this.#sheet?.begin('Table')
    const head = this.#sheet?.begin('THead', table)
    this.#head(titles, places, head)
    head?.end()
    const body = this.#sheet?.begin('TBody', table)
    const goOn = () => {
      this.#beginPage()
      // For sighted readers only: screen readers know the column names from the table.
      this.#head(titles, places)
      this.#top = this.#y
    }
    for (const row of rows) {
      const part = this.#sheet?.begin('TR', body)
      const parts = places.map((_, index) =>
        index === 0 ? this.#sheet?.begin('TH', part, 'Row') : this.#sheet?.begin('TD', part),
      )
      this.#lines(wrap(row, CELL), places, CELL, INK, parts, goOn)
      this.#y += 4
      part?.end()
    }
    table?.end()
  }

  #head(titles: Cells, places: readonly Place[], head?: Part): void {
    const row = head && this.#sheet?.begin('TR', head)
    const parts = titles.map(() => row && this.#sheet?.begin('TH', row, 'Column'))
    this.#lines(titles, places, HEAD, GREY, parts, () => this.#beginPage())
    this.#sheet?.rule(PAGE.margin, this.#y + 3, WIDTH)
    this.#y += 8
  }

  /** Adjacent lines. They stay together if a page has room for them, else continue on the next page. */
  #lines(
    cells: Cells,
    places: readonly Place[],
    style: Style,
    colour: string,
    parts: readonly Part[],
    goOn: () => void,
  ): void {
    const all = Math.max(1, ...cells.map((lines) => lines.length))
    for (let from = 0; from < all;) {
      const left = all - from
      const room = Math.floor((BOTTOM - this.#y) / style.leading)
      const ofPage = Math.floor((BOTTOM - this.#top) / style.leading)
      if (room < Math.min(left, left <= ofPage ? left : 3) && this.#y > this.#top) {
        goOn()
        continue
      }
      const to = from + Math.min(left, Math.max(room, 1))
      for (const [index, place] of places.entries()) {
        const lines = (cells[index] ?? []).slice(from, to)
        this.#sheet?.draw(parts[index], lines, () => {
          for (const [number, line] of lines.entries())
            this.#line(line, place, this.#y + number * style.leading, style, colour)
        })
      }
      this.#y += (to - from) * style.leading
      from = to
    }
  }

  /** Unless the column sets an alignment, a line starts at the side from which it is read. */
  #line(line: Line, { x, width, align }: Place, y: number, style: Style, colour: string): void {
    const isAtRight = align === 'right' || (align === undefined && line.isRightToLeft)
    this.#sheet?.text(line, isAtRight ? x + width - line.width : x, y, style, colour)
  }

  #place(text: string, room: number, style: Style): readonly Line[] {
    return placeText(text, room, style, this.#fonts)
  }
}

/** The position of each column. */
function placesOf(columns: readonly PrintedColumn[]): readonly Place[] {
  const all = columns.reduce((sum, { width }) => sum + width, 0)
  let x = PAGE.margin
  return columns.map(({ width, align }) => {
    const room = (width / all) * WIDTH
    const place = { x, width: room - GAP, align }
    x += room
    return place
  })
}
