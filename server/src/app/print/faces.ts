import subsetFont from 'subset-font'
import type { CompactDocument } from './compact-document.ts'
import { type Embedded, Face } from './face.ts'
import { MAIN_FONT, readSlice, type Slice, slicesFor, type Weight } from './font-files.ts'

/** What each weight is on the scale of the fonts that have all. */
const ON_SCALE: Readonly<Record<Weight, number>> = { regular: 400, bold: 700 }
/** They shape the letters beside them without being seen. */
const JOINERS = '\u200c\u200d'

/**
 * The faces that a form is printed in: for each character the main font, or where that lacks it the part of another that
 * was asked for with {@link want}. {@link open} fetches these; from then on {@link of} tells.
 */
export class Faces {
  readonly #doc: CompactDocument
  #embedded = 0
  readonly #main: Readonly<Record<Weight, Face>>
  readonly #wanted: Record<Weight, Map<number, readonly Slice[]>> = { regular: new Map(), bold: new Map() }
  readonly #others: Record<Weight, Map<number, Face>> = { regular: new Map(), bold: new Map() }

  constructor(doc: CompactDocument) {
    this.#doc = doc
    this.#main = { regular: this.#embed(MAIN_FONT.regular), bold: this.#embed(MAIN_FONT.bold) }
  }

  /** Notes the characters of a text that the main font lacks. Which shape of a Chinese character is printed, the first text says. */
  want(text: string, weight: Weight): void {
    const wanted = this.#wanted[weight]
    for (const letter of text) {
      const point = letter.codePointAt(0) ?? 0
      if (this.#main[weight].has(point) || wanted.has(point)) continue
      wanted.set(point, slicesFor(point, text))
    }
  }

  /** Fetches what is wanted, and embeds of it the wanted characters alone. */
  async open(): Promise<void> {
    await this.#fetch('regular')
    await this.#fetch('bold')
  }

  async #fetch(weight: Weight): Promise<void> {
    for (let left = [...this.#wanted[weight]]; left.length > 0;) {
      for (const [slice, entries] of Map.groupBy(left, ([, slices]) => slices[0])) {
        if (slice)
          await this.#cut(
            slice,
            entries.map(([point]) => point),
            weight,
          )
      }
      // What the slice did not have after all, the next may have.
      left = left.flatMap(([point, slices]) =>
        slices.length > 1 && !this.#others[weight].has(point) ? [[point, slices.slice(1)]] : [],
      )
    }
  }

  async #cut(slice: Slice, points: readonly number[], weight: Weight): Promise<void> {
    const cut = await subsetFont(await readSlice(slice), String.fromCodePoint(...points) + JOINERS, {
      targetFormat: 'truetype',
      variationAxes: { wght: ON_SCALE[weight] },
    })
    const face = this.#embed(cut)
    if (face.isEmpty) return
    for (const point of points) if (face.has(point)) this.#others[weight].set(point, face)
  }

  /** The face that has a character; undefined where none has. */
  of(point: number, weight: Weight): Face | undefined {
    return this.#main[weight].has(point) ? this.#main[weight] : this.#others[weight].get(point)
  }

  main(weight: Weight): Face {
    return this.#main[weight]
  }

  #embed(source: string | Buffer): Face {
    // By a name of its own: pdfkit takes two fonts of one name for one.
    const name = `face ${(this.#embedded += 1)}`
    this.#doc.registerFont(name, source)
    this.#doc.font(name)
    return new Face((this.#doc as unknown as { readonly _font: Embedded })._font)
  }
}
