import type { Face } from './fonts.ts'
import { PAGE, type PlacedItem } from './lay-out.ts'
import type { PrintedColumn, PrintedForm, PrintedSection } from './printed-form.ts'

const WIDTH = PAGE.width - 2 * PAGE.margin
/** Between two columns. */
const GAP = 8
const INK = '#1a1a1a'
const GREY = '#595959'
const LINE = '#c9c9c9'

declare global {
  namespace PDFKit.Mixins {
    /** Of what pdfkit knows, its types leave this out. */
    interface StructureElementOptions {
      scope?: 'Column' | 'Row'
    }
  }
}

type Structure = PDFKit.PDFStructureElement
type Style = { readonly face?: Face; readonly size?: number; readonly colour?: string }
type Place = { readonly x: number; readonly y: number; readonly width: number; readonly align?: 'left' | 'right' }

/** Draws what is placed, and builds the document's structure of it: headings, paragraphs, tables with their header cells. */
export class Pen {
  readonly #doc: PDFKit.PDFDocument
  readonly #form: PrintedForm
  readonly #root: Structure
  #table: Structure | undefined
  /** What the page is being written in. */
  #colour = ''

  constructor(doc: PDFKit.PDFDocument, form: PrintedForm) {
    this.#doc = doc
    this.#form = form
    this.#root = doc.struct('Document')
    doc.addStructure(this.#root)
  }

  /** What a page has beside the form: which page of how many, and from the second on, what form it is. No part of what is read out. */
  furniture(page: number, of: number): void {
    const { title, facts, printed } = this.#form
    const { margin, height } = PAGE
    const y = height - margin - 8
    const small = { size: 7.5, colour: GREY }
    this.#colour = ''
    this.#doc.markContent('Artifact', { type: 'Pagination' })
    if (page > 1) {
      const said = [title, ...facts.map(({ text }) => text)].join(', ')
      this.#line(said, { x: margin, y: margin, width: WIDTH }, small)
    }
    this.#line(printed, { x: margin, y, width: WIDTH / 2 }, small)
    const right = { x: margin + WIDTH / 2, y, width: WIDTH / 2, align: 'right' as const }
    this.#line(`Page ${page} of ${of}`, right, small)
    this.#doc.endMarkedContent()
  }

  draw(item: PlacedItem): void {
    const { y } = item
    const whole = { x: PAGE.margin, y, width: WIDTH }
    switch (item.kind) {
      case 'title':
        return this.#told('H1', this.#form.title, whole, { face: 'bold', size: 15 })
      case 'fact': {
        const fact = this.#form.facts[item.index]
        return this.#told('P', `${fact?.name}: ${fact?.text}`, whole, { size: 9 })
      }
      case 'note':
        return this.#told('P', this.#form.notes[item.index] ?? '', whole, { size: 9 })
      case 'heading':
        return this.#told('H2', item.section.heading, { ...whole, y: y + 8 }, { face: 'bold', size: 11 })
      case 'head':
        return item.isAgain ? this.#headAgain(item.section, y) : this.#head(item.section, y)
      case 'row':
        return this.#row(item.section, item.index, y)
    }
  }

  /** Ends the structure. */
  end(): void {
    this.#table?.end()
    this.#root.end()
  }

  #head(section: PrintedSection, y: number): void {
    this.#table?.end()
    this.#table = this.#doc.struct('Table')
    this.#root.add(this.#table)
    const row = this.#doc.struct('TR')
    this.#table.add(row)
    for (const [index, place] of places(section.columns, y).entries()) {
      const text = section.columns[index]?.title ?? ''
      row.add(this.#doc.struct('TH', { scope: 'Column' }, [() => this.#line(text, place, HEAD)]))
    }
    row.end()
    this.#rule(y + 13)
  }

  /** The names again where a table goes on: for the eye, for whoever has it read out knows them. */
  #headAgain(section: PrintedSection, y: number): void {
    this.#doc.markContent('Artifact', { type: 'Layout' })
    for (const [index, place] of places(section.columns, y).entries())
      this.#line(section.columns[index]?.title ?? '', place, HEAD)
    this.#doc.endMarkedContent()
    this.#rule(y + 13)
  }

  #row(section: PrintedSection, index: number, y: number): void {
    const row = this.#doc.struct('TR')
    this.#table?.add(row)
    for (const [cell, place] of places(section.columns, y).entries()) {
      const text = section.rows[index]?.[cell] ?? ''
      const draws = () => this.#line(text, place, BODY)
      row.add(cell === 0 ? this.#doc.struct('TH', { scope: 'Row' }, [draws]) : this.#doc.struct('TD', {}, [draws]))
    }
    row.end()
  }

  #told(type: 'H1' | 'H2' | 'P', text: string, place: Place, style: Style): void {
    if (type === 'H2') {
      this.#table?.end()
      this.#table = undefined
    }
    this.#root.add(this.#doc.struct(type, {}, [() => this.#line(text, place, style)]))
  }

  /** A line of text within its width; what is longer ends in '…'. */
  #line(text: string, { x, y, width, align }: Place, { face = 'regular', size = 8, colour = INK }: Style): void {
    const doc = this.#doc.font(face).fontSize(size)
    if (colour !== this.#colour) doc.fillColor(colour)
    this.#colour = colour
    // No letter is wider than its size: what is short enough needs no measuring.
    const isSure = text.length * size <= width && align !== 'right'
    const shown = isSure ? text : this.#fitting(text, width)
    doc.text(shown, align === 'right' ? x + width - doc.widthOfString(shown) : x, y, { lineBreak: false })
  }

  #fitting(text: string, width: number): string {
    if (this.#doc.widthOfString(text) <= width) return text
    const letters = Array.from(text)
    let fits = 0
    let most = letters.length
    while (fits < most) {
      const middle = Math.ceil((fits + most) / 2)
      if (this.#doc.widthOfString(`${letters.slice(0, middle).join('')}…`) <= width) fits = middle
      else most = middle - 1
    }
    return `${letters.slice(0, fits).join('').trimEnd()}…`
  }

  #rule(y: number): void {
    this.#doc.markContent('Artifact', { type: 'Layout' })
    this.#doc
      .moveTo(PAGE.margin, y)
      .lineTo(PAGE.margin + WIDTH, y)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke()
    this.#doc.endMarkedContent()
  }
}

const HEAD: Style = { colour: GREY, size: 7.5, face: 'bold' }
const BODY: Style = {}

/** Where the cells of a line go. */
function places(columns: readonly PrintedColumn[], y: number): readonly Place[] {
  const all = columns.reduce((sum, { width }) => sum + width, 0)
  let x = PAGE.margin
  return columns.map(({ width, align = 'left' }) => {
    const room = (width / all) * WIDTH
    const place = { x, y, width: room - GAP, align }
    x += room
    return place
  })
}
