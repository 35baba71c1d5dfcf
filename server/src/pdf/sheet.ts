import { directionOf, type Fonts, isPlain, type Style } from './fonts.ts'
import type { Line } from './place-text.ts'
import { withoutIsolates } from './printed-form.ts'

/** How far beneath the top of a line its letters stand, in sizes. */
const ASCENT = 0.93
const RULE = '#c9c9c9'

/** What the document is made of: a heading, a table, a row, a cell. None where it is not tagged. */
export type Part = PDFKit.PDFStructureElement | undefined

/** The pages of a document, and its structure where it is tagged. */
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

  /** Begins a page with what stands beside the form: it is not read aloud. */
  beginPage(drawFurniture: () => void): void {
    this.#pdf.addPage()
    this.#fonts.forgetText()
    this.#colour = ''
    this.#artifact('Pagination', drawFurniture)
  }

  /** Begins a part of the document, or of another part. */
  begin(role: string, within?: Part, scope?: 'Row' | 'Column'): Part {
    const parent = within ?? this.#root
    if (!parent) return undefined
    // Its types do not know the scope.
    const part = this.#pdf.struct(role, { scope } as PDFKit.Mixins.StructureElementOptions)
    parent.add(part)
    return part
  }

  /** Draws what a part says; what is of none is for the eye alone. */
  draw(part: Part, lines: readonly Line[], draw: () => void): void {
    if (!part) return this.#artifact('Layout', draw)
    const actual = withoutIsolates(lines.map(({ text }) => text).join(''))
    // Vowels of Indian scripts stand before the consonants that they follow. What is read from right to left readers turn.
    const speaksForItself = isPlain(actual) || lines.some(({ runs }) => runs.some((run) => run.isRightToLeft))
    part.add(this.#pdf.markStructureContent('Span', speaksForItself ? {} : { actual }))
    draw()
    this.#pdf.endMarkedContent()
  }

  /** A line of text, its top left at x and y. */
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

  /** A thin line from left to right. */
  rule(x: number, y: number, width: number): void {
    this.#artifact('Layout', () =>
      this.#pdf
        .lineWidth(0.5)
        .moveTo(x, y)
        .lineTo(x + width, y)
        .stroke(RULE),
    )
  }

  /** Bars from left to right: the first is black, the next the white behind it, and so on; widths are points. */
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
