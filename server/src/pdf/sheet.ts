import { directionOf, type Fonts, isPlain, type Style } from './fonts.ts'
import type { Line } from './place-text.ts'
import { withoutIsolates } from './printed-form.ts'

/** The baseline below the top of a line, relative to the font size. */
const ASCENT = 0.93
const RULE = '#c9c9c9'

/** An element of the document's structure: a heading, table, row or cell. Undefined in untagged documents. */
export type Part = PDFKit.PDFStructureElement | undefined

/** The pages of a document, and its structure if it is tagged. */
export class Sheet {
  readonly #pdf: PDFKit.PDFDocument
  readonly #fonts: Fonts
  readonly #root: Part
  #colour = ''

  constructor(pdf: PDFKit.PDFDocument, fonts: Fonts, isTagged: boolean) {
    this.#pdf = pdf
    this.#fonts = fonts
    if (!isTagged) return
    this.#root = pdf.struct('Document')
    pdf.addStructure(this.#root)
  }

  /** Begins a page and draws header and footer, which screen readers skip. */
  beginPage(drawFurniture: () => void): void {
    this.#pdf.addPage()
    this.#fonts.forgetText()
    this.#colour = ''
    this.#artifact('Pagination', drawFurniture)
  }

  /** Begins an element within the document or another element. */
  begin(role: string, within?: Part, scope?: 'Row' | 'Column'): Part {
    const parent = within ?? this.#root
    if (!parent) return undefined
    // The types of pdfkit lack the scope.
    const part = this.#pdf.struct(role, { scope } as PDFKit.Mixins.StructureElementOptions)
    parent.add(part)
    return part
  }

  /** Draws the content of an element; without an element, screen readers skip it. */
  draw(part: Part, lines: readonly Line[], draw: () => void): void {
    if (!part) return this.#artifact('Layout', draw)
    const actual = withoutIsolates(lines.map(({ text }) => text).join(''))
    // Give the text separately if glyph order differs from it: vowels of Indian scripts are drawn before the consonants
    // they follow. Readers reverse right-to-left text themselves.
    const speaksForItself = isPlain(actual) || lines.some(({ runs }) => runs.some((run) => run.isRightToLeft))
    part.add(this.#pdf.markStructureContent('Span', speaksForItself ? {} : { actual }))
    draw()
    this.#pdf.endMarkedContent()
  }

  /** Draws a line of text with its top left at x and y. */
  text({ runs }: Line, x: number, y: number, { size }: Style, colour: string): void {
    if (colour !== this.#colour) this.#pdf.fillColor(colour)
    this.#colour = colour
    let at = x
    for (const { font, text, isRightToLeft } of runs) {
      const options = { lineBreak: false, baseline: 'alphabetic', ...directionOf(isRightToLeft) } as const
      this.#pdf.font(font, size).text(text, at, y + ASCENT * size, options)
      at = this.#pdf.x
    }
  }

  /** A thin horizontal line. */
  rule(x: number, y: number, width: number): void {
    this.#artifact('Layout', () =>
      this.#pdf
        .lineWidth(0.5)
        .moveTo(x, y)
        .lineTo(x + width, y)
        .stroke(RULE),
    )
  }

  /** Bars from left to right: black, then the white after it, and so on. Widths are in points. */
  bars(widths: readonly number[], x: number, y: number, height: number): void {
    this.#artifact('Layout', () => {
      let at = x
      for (const [place, width] of widths.entries()) {
        if (place % 2 === 0) this.#pdf.rect(at, y, width, height)
        at += width
      }
      this.#pdf.fill('#000000')
      this.#colour = ''
    })
  }

  end(): void {
    this.#root?.end()
  }

  #artifact(type: 'Pagination' | 'Layout', draw: () => void): void {
    this.#pdf.markContent('Artifact', { type })
    draw()
    this.#pdf.endMarkedContent()
  }
}
