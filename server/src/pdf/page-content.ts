import type { CompactDocument } from './compact-document.ts'
import type { Face } from './face.ts'
import { PAGE } from './lay-out.ts'
import { actualText } from './structure.ts'
import type { Direction, TypeSetter } from './type-setter.ts'
import type { Style } from './wrap.ts'

/** How far beneath the top of a line its letters stand, in sizes. */
const ASCENT = 0.93

/**
 * What is written on a page, in the operators of PDF. pdfkit's own text() would do for a page, but measures, saves and restores
 * around each text, and remembers every word it ever set.
 */
export class PageContent {
  readonly #doc: CompactDocument
  readonly #setter: TypeSetter
  readonly #operators: string[] = []
  readonly #faces = new Set<Face>()
  #colour = ''
  #font = ''

  constructor(doc: CompactDocument, setter: TypeSetter) {
    this.#doc = doc
    this.#setter = setter
  }

  /** An operator as it is: what begins and ends the content of a part. */
  add(operator: string): void {
    this.#operators.push(operator)
  }

  /** What is no part of the form and not read out: the foot, lines, what is repeated. */
  artifact(type: 'Pagination' | 'Layout', draw: () => void): void {
    this.add(`/Artifact <</Type /${type}>> BDC`)
    draw()
    this.add('EMC')
  }

  /** A line of text, its top at y; `x` is its left, or its right where it is aligned so. */
  text(
    line: string,
    at: { x: number; y: number; align?: 'left' | 'right' },
    direction: Direction,
    style: Style,
    colour: string,
  ) {
    const { runs, width } = this.#setter.set(line, style.weight, direction)
    if (runs.length === 0) return
    const scale = style.size / 1000
    const left = at.align === 'right' ? at.x - width * scale : at.x
    const base = at.y + ASCENT * style.size
    if (colour !== this.#colour) this.add(colour)
    this.#colour = colour
    this.add('BT')
    for (const { face, x, stretches, actual } of runs) {
      this.#faces.add(face)
      const font = `/${face.name} ${style.size} Tf`
      if (font !== this.#font) this.add(font)
      this.#font = font
      if (actual !== undefined) this.add(`/Span <<${actualText(actual)}>> BDC`)
      for (const stretch of stretches)
        // pdfkit counts from the top, and letters would stand on their heads.
        this.add(
          `1 0 0 -1 ${points(left + (x + stretch.x) * scale)} ${points(base - stretch.y * scale)} Tm <${stretch.hex}> Tj`,
        )
      if (actual !== undefined) this.add('EMC')
    }
    this.add('ET')
  }

  rule(y: number, grey: number): void {
    this.add(`${grey} G 0.5 w ${PAGE.margin} ${points(y)} m ${points(PAGE.width - PAGE.margin)} ${points(y)} l S`)
  }

  /** Gives the page what was written, and the fonts that it is written in. */
  end(): void {
    const { fonts } = this.#doc.page as unknown as { readonly fonts: Record<string, unknown> }
    for (const face of this.#faces) fonts[face.name] = face.reference
    this.#doc.addContent(this.#operators.join('\n'))
  }
}

const points = (value: number) => Math.round(value * 100) / 100
