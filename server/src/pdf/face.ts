import type { Reference } from './compact-document.ts'
import type { Shaper } from './shaper.ts'

/** What pdfkit keeps of a font that it embeds; its types leave it out. In thousandths of the font's size. */
export type Embedded = {
  readonly id: string
  readonly font: {
    readonly cmap: { readonly tables: readonly unknown[] }
    hasGlyphForCodePoint(point: number): boolean
  }
  /** The glyphs that the document has of it; the rest it leaves out. */
  readonly subset: { includeGlyph(id: number): number }
  /** By a glyph's number in the document: how wide it is, and which characters it says to whoever copies it. */
  readonly widths: (number | undefined)[]
  readonly unicode: (readonly number[] | undefined)[]
  ref(): Reference
}

/** A character that stands for itself wherever it stands: its glyph, in hexadecimal, and how far it takes. */
export type Glyph = { readonly hex: string; readonly width: number }
/** Glyphs that follow each other as wide as they are, and where the first of them stands in its word. */
export type Stretch = { readonly hex: string; readonly x: number; readonly y: number }
export type Shaped = {
  readonly stretches: readonly Stretch[]
  readonly width: number
  /** Whether the glyphs follow each other as the word's characters do: else whoever copies them, takes a mark for a word. */
  readonly saysItself: boolean
}

/** So many shaped words are remembered at a time. */
const MAX_REMEMBERED = 5000

/** Alphabets whose letters neither join nor move: each can be measured and set by itself. Not so emoji, which merge. */
const BY_ITSELF =
  /^(?![\p{M}\p{Emoji_Presentation}])[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Common}]$/u

/** A font as the document embeds it, with the glyphs that were asked for. */
export class Face {
  readonly #font: Embedded
  readonly #shaper: Shaper
  readonly #glyphs = new Map<number, Glyph | undefined>()
  readonly #shaped = new Map<string, Shaped>()

  constructor(font: Embedded, shaper: Shaper) {
    this.#font = font
    this.#shaper = shaper
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
    const stretches: Stretch[] = []
    let said = ''
    let width = 0
    let open = ''
    let from = 0
    const close = () => {
      if (open !== '') stretches.push({ hex: open, x: from, y: 0 })
      open = ''
    }
    for (const glyph of this.#shaper.shape(word)) {
      const id = this.#font.subset.includeGlyph(glyph.id)
      const hex = id.toString(16).padStart(4, '0')
      this.#font.widths[id] ??= glyph.width
      this.#font.unicode[id] ??= Array.from(glyph.text, (letter) => letter.codePointAt(0) ?? 0)
      said += String.fromCodePoint(...this.#font.unicode[id])
      if (glyph.x !== 0 || glyph.y !== 0) {
        close()
        stretches.push({ hex, x: width + glyph.x, y: glyph.y })
      } else {
        if (open === '') from = width
        open += hex
        if (glyph.advance !== glyph.width) close()
      }
      width += glyph.advance
    }
    close()
    const shaped = { stretches, width, saysItself: said === word && stretches.length < 2 }
    if (this.#shaped.size >= MAX_REMEMBERED) this.#shaped.clear()
    this.#shaped.set(word, shaped)
    return shaped
  }
}
