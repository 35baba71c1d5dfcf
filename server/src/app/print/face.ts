import type { Reference } from './compact-document.ts'

/** What pdfkit keeps of a font that it embeds; its types leave it out. In thousandths of the font's size. */
export type Embedded = {
  readonly id: string
  readonly font: {
    readonly cmap: { readonly tables: readonly unknown[] }
    hasGlyphForCodePoint(point: number): boolean
  }
  ref(): Reference
  encode(text: string): [string[], Position[]]
}
type Position = {
  readonly xAdvance: number
  readonly advanceWidth: number
  readonly xOffset: number
  readonly yOffset: number
}

/** A character that stands for itself wherever it stands: its glyph, in hexadecimal, and how far it takes. */
export type Glyph = { readonly hex: string; readonly width: number }
/** Glyphs that follow each other as wide as they are, and where the first of them stands in its word. */
export type Stretch = { readonly hex: string; readonly x: number; readonly y: number }
export type Shaped = { readonly stretches: readonly Stretch[]; readonly width: number }

/** So many shaped words are remembered at a time. */
const MOST_REMEMBERED = 5000

/** Alphabets whose letters neither join nor move: each can be measured and set by itself. */
const BY_ITSELF =
  /^(?!\p{M})[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Common}]$/u

/** A font as the document embeds it, with the glyphs that were asked for. */
export class Face {
  readonly #font: Embedded
  readonly #glyphs = new Map<number, Glyph | undefined>()
  readonly #shaped = new Map<string, Shaped>()

  constructor(font: Embedded) {
    this.#font = font
  }

  /** Its name in the pages' resources. */
  get name(): string {
    return this.#font.id
  }

  get reference(): Reference {
    return this.#font.ref()
  }

  /** Whether it has no characters at all, and cannot be asked for one. */
  get isEmpty(): boolean {
    return this.#font.font.cmap.tables.length === 0
  }

  has(point: number): boolean {
    return this.#font.font.hasGlyphForCodePoint(point)
  }

  /** The glyph of a character that stands for itself; undefined where it depends on its neighbours. */
  glyph(point: number): Glyph | undefined {
    if (this.#glyphs.has(point)) return this.#glyphs.get(point)
    const letter = String.fromCodePoint(point)
    const shaped = BY_ITSELF.test(letter) ? this.shape(letter) : undefined
    const [stretch, ...others] = shaped?.stretches ?? []
    const glyph = shaped && stretch && others.length === 0 ? { hex: stretch.hex, width: shaped.width } : undefined
    this.#glyphs.set(point, glyph)
    return glyph
  }

  /** A word with its letters joined, its marks placed, and from right to left where it is read so: as it is seen. */
  shape(word: string): Shaped {
    const had = this.#shaped.get(word)
    if (had) return had
    const [hexes, positions] = this.#font.encode(word)
    const stretches: Stretch[] = []
    let x = 0
    let open = ''
    let from = 0
    const close = () => {
      if (open !== '') stretches.push({ hex: open, x: from, y: 0 })
      open = ''
    }
    for (const [index, { xAdvance, advanceWidth, xOffset, yOffset }] of positions.entries()) {
      const hex = hexes[index] ?? ''
      if (xOffset !== 0 || yOffset !== 0) {
        close()
        stretches.push({ hex, x: x + xOffset, y: yOffset })
      } else {
        if (open === '') from = x
        open += hex
        if (xAdvance !== advanceWidth) close()
      }
      x += xAdvance
    }
    close()
    const shaped = { stretches, width: x }
    if (this.#shaped.size >= MOST_REMEMBERED) this.#shaped.clear()
    this.#shaped.set(word, shaped)
    return shaped
  }
}
