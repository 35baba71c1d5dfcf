import type { CompactDocument } from './compact-document.ts'
import { columnPlaces, KINDS, PAGE, type PlacedItem, WIDTH } from './lay-out.ts'
import { PageContent } from './page-content.ts'
import type { PrintedSection, WholeForm } from './printed-form.ts'
import { type Part, Structure } from './structure.ts'
import { directionOf, type TypeSetter } from './type-setter.ts'
import { cutTo, type Style, type Wrapped } from './wrap.ts'

/** Of what is filled, as PDF has it: the form, and what stands beside it. */
const INK = '0.1 g'
const GREY = '0.35 g'
const LINE = 0.79
const SMALL: Style = { weight: 'regular', size: 7.5 }
const ROLES = { title: 'H1', fact: 'P', heading: 'H2', note: 'P' } as const

type Place = { readonly x: number; readonly width: number; readonly align: 'left' | 'right' }
const WHOLE: Place = { x: PAGE.margin, width: WIDTH, align: 'left' }

/** Draws what is placed, and builds the document's structure of it: headings, paragraphs, tables with their header cells. */
export class Pen {
  readonly #doc: CompactDocument
  readonly #form: WholeForm
  readonly #setter: TypeSetter
  readonly #structure: Structure
  readonly #places = new Map<PrintedSection, readonly Place[]>()
  #page: PageContent
  #table: Part | undefined
  /** The rows that begin on this page: what reads one page need not look through all rows of the table. */
  #rows: Part | undefined
  /** Of a row that goes on over the page: itself, then its cells. */
  #open: readonly Part[] = []

  constructor(doc: CompactDocument, form: WholeForm, setter: TypeSetter) {
    this.#doc = doc
    this.#form = form
    this.#setter = setter
    this.#structure = new Structure(doc)
    this.#page = new PageContent(doc, setter)
  }

  /** A page with all that stands on it. */
  page(number: number, of: number, items: readonly PlacedItem[]): void {
    this.#doc.addPage()
    this.#structure.beginPage()
    this.#page = new PageContent(this.#doc, this.#setter)
    this.#page.artifact('Pagination', () => this.#furniture(number, of))
    for (const item of items) this.#draw(item)
    if (this.#open.length === 0) this.#endRows()
    this.#page.end()
  }

  /** Ends the structure. */
  end(): void {
    this.#endTable()
    this.#structure.end()
  }

  /** What a page has beside the form: which page of how many, and from the second on, what form it is. */
  #furniture(page: number, of: number): void {
    const { title, facts, printed } = this.#form
    const { margin, height } = PAGE
    const y = height - margin - 8
    if (page > 1) this.#small([title, ...facts.map(({ text }) => text)].join(', '), { ...WHOLE, y: margin })
    this.#small(printed, { x: margin, width: WIDTH * 0.75, align: 'left', y })
    this.#small(`Page ${page} of ${of}`, { ...WHOLE, align: 'right', y })
  }

  #small(text: string, { width, ...place }: Place & { readonly y: number }): void {
    const shown = cutTo(text, width, SMALL, this.#setter)
    const x = place.align === 'right' ? place.x + width : place.x
    this.#page.text(shown, { ...place, x }, directionOf(shown), SMALL, GREY)
  }

  #draw(item: PlacedItem): void {
    const { kind, section, cells } = item
    if (kind === 'head') return this.#head(item)
    if (kind === 'row') return this.#row(item)
    if (kind === 'heading') this.#endTable()
    const [text = { lines: [] }] = cells
    const part = this.#structure.document.begin(ROLES[kind], text)
    this.#told(part, text, WHOLE, item)
    part.end()
    if (section) throw new Error(`A ${kind} has no columns`)
  }

  #head(item: PlacedItem): void {
    const places = this.#placesOf(item)
    // The names again where a table goes on are for the eye: whoever has it read out knows them.
    if (item.isAgain) {
      this.#page.artifact('Layout', () => {
        for (const [index, cell] of item.cells.entries()) this.#lines(cell, places[index] ?? WHOLE, item)
      })
    } else {
      this.#table = this.#structure.document.begin('Table')
      const heads = this.#table.begin('THead')
      const row = heads.begin('TR')
      for (const [index, cell] of item.cells.entries()) {
        const part = row.begin('TH', { ...cell, scope: 'Column' })
        this.#told(part, cell, places[index] ?? WHOLE, item)
        part.end()
      }
      row.end()
      heads.end()
    }
    const lines = Math.max(...item.cells.map((cell) => cell.lines.length))
    this.#page.artifact('Layout', () => this.#page.rule(item.y + lines * KINDS.head.leading + 3, LINE))
  }

  #row(item: PlacedItem): void {
    const places = this.#placesOf(item)
    const parts = item.isAgain ? this.#open : this.#beginRow(item)
    for (const [index, cell] of item.cells.entries()) {
      const part = parts[index + 1]
      if (part) this.#told(part, cell, places[index] ?? WHOLE, item)
    }
    this.#open = item.goesOn ? parts : []
    if (!item.goesOn) for (const part of parts) part.end()
  }

  #beginRow({ cells }: PlacedItem): readonly Part[] {
    if (!this.#table) throw new Error('A row without its table')
    this.#rows ??= this.#table.begin('TBody')
    const row = this.#rows.begin('TR')
    return [
      row,
      ...cells.map((cell, index) => (index === 0 ? row.begin('TH', { ...cell, scope: 'Row' }) : row.begin('TD', cell))),
    ]
  }

  #told(part: Part, text: Wrapped, place: Place, item: PlacedItem): void {
    this.#page.add(part.mark())
    this.#lines(text, place, item)
    this.#page.add('EMC')
  }

  #lines({ lines, actual }: Wrapped, { x, width, align }: Place, { kind, y }: PlacedItem): void {
    const { style, leading } = KINDS[kind]
    // Lines without `actual` are read as they are seen.
    const direction = actual === undefined ? 'ltr' : directionOf(actual)
    const at = align === 'right' ? x + width : x
    for (const [index, line] of lines.entries())
      this.#page.text(line, { x: at, y: y + index * leading, align }, direction, style, kind === 'head' ? GREY : INK)
  }

  #placesOf({ section }: PlacedItem): readonly Place[] {
    if (!section) throw new Error('A line of a table without its table')
    const places = this.#places.get(section) ?? columnPlaces(section.columns)
    this.#places.set(section, places)
    return places
  }

  #endRows(): void {
    this.#rows?.end()
    this.#rows = undefined
  }

  #endTable(): void {
    this.#endRows()
    this.#table?.end()
    this.#table = undefined
  }
}
