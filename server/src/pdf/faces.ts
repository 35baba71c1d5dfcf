import { readFileSync } from 'node:fs'
import type { CompactDocument } from './compact-document.ts'
import { type Embedded, Face } from './face.ts'
import { cutFrom, MAIN_FONT, type Slice, slicesFor, type Weight } from './font-files.ts'
import { isEmoji, lettersOf, seenOf } from './letters.ts'
import { Shaper } from './shaper.ts'

/** Of the main font, which every form begins with: read once. */
const mainShapers = new Map<Weight, Shaper>()

/**
 * The faces that a form is printed in: for each letter ({@link lettersOf}) the main font, or where that lacks it, or the letter
 * is an emoji, the part of another that was asked for with {@link want}. {@link open} fetches these; from then on {@link of} tells.
 */
export class Faces {
  readonly #doc: CompactDocument
  #embedded = 0
  readonly #main: Readonly<Record<Weight, Face>>
  readonly #wanted: Record<Weight, Map<string, readonly Slice[]>> = { regular: new Map(), bold: new Map() }
  readonly #others: Record<Weight, Map<string, Face>> = { regular: new Map(), bold: new Map() }

  constructor(doc: CompactDocument) {
    this.#doc = doc
    this.#main = { regular: this.#embedMain('regular'), bold: this.#embedMain('bold') }
  }

  /** Notes the letters of a text that the main font lacks. Which shape of a Chinese character is printed, the first text says. */
  want(text: string, weight: Weight): void {
    for (const letter of lettersOf(text)) this.#want(letter, text, weight)
  }

  #want(letter: string, text: string, weight: Weight): void {
    const wanted = this.#wanted[weight]
    if (this.#isOfMain(letter, weight) || wanted.has(letter)) return
    const slices = slicesFor(letter, text)
    wanted.set(letter, slices)
    if (slices.length > 0) return
    for (const part of seenOf(letter)) if (part !== letter) this.#want(part, text, weight)
  }

  /** Fetches what is wanted, and embeds of it the wanted letters alone. */
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
            entries.map(([letter]) => letter),
            weight,
          )
      }
      // What the slice did not have after all, the next may have.
      left = left.flatMap(([letter, slices]) =>
        slices.length > 1 && !this.#others[weight].has(letter) ? [[letter, slices.slice(1)]] : [],
      )
    }
  }

  async #cut(slice: Slice, letters: readonly string[], weight: Weight): Promise<void> {
    const cut = await cutFrom(slice, letters, weight)
    const face = this.#embed(cut, new Shaper(cut))
    if (face.isEmpty) return
    for (const letter of letters) if (face.has(pointOf(letter))) this.#others[weight].set(letter, face)
  }

  /** The face that has a letter; undefined where none has. */
  of(letter: string, weight: Weight): Face | undefined {
    return this.#isOfMain(letter, weight) ? this.#main[weight] : this.#others[weight].get(letter)
  }

  main(weight: Weight): Face {
    return this.#main[weight]
  }

  #isOfMain(letter: string, weight: Weight): boolean {
    return this.#main[weight].has(pointOf(letter)) && !isEmoji(letter)
  }

  #embedMain(weight: Weight): Face {
    const shaper = mainShapers.get(weight) ?? new Shaper(readFileSync(MAIN_FONT[weight]))
    mainShapers.set(weight, shaper)
    return this.#embed(MAIN_FONT[weight], shaper)
  }

  #embed(source: string | Buffer, shaper: Shaper): Face {
    // By a name of its own: pdfkit takes two fonts of one name for one.
    const name = `face ${(this.#embedded += 1)}`
    this.#doc.registerFont(name, source)
    this.#doc.font(name)
    return new Face((this.#doc as unknown as { readonly _font: Embedded })._font, shaper)
  }
}

const pointOf = (letter: string): number => letter.codePointAt(0) ?? 0
