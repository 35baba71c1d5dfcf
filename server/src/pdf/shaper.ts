import { Blob, Buffer, BufferFlag, ClusterLevel, Face, Font, shape } from 'harfbuzzjs'

/** A glyph of a word as it is seen, and where: lengths in thousandths of the font's size. */
export type PlacedGlyph = {
  /** Its number in the font. */
  readonly id: number
  /** How wide the font says it is. */
  readonly width: number
  /** How far it takes here, with its neighbours; and by how much it stands beside its place. */
  readonly advance: number
  readonly x: number
  readonly y: number
  /** Which of the word's characters it says. Of several glyphs that say the same ones together, the first has them. */
  readonly text: string
}

/** What harfbuzz works on, for one word after the other. */
const buffer = new Buffer()

/**
 * Says how a font writes a word: which letters join, move or merge, and where marks stand. That is harfbuzz, as browsers have
 * it; what pdfkit asks (fontkit) sets words of Bengali, Telugu, Kannada and Sinhala otherwise, and throws at Gurmukhi.
 */
export class Shaper {
  readonly #font: Font
  readonly #scale: number

  /** From a font as a file has it, not compressed. */
  constructor(bytes: Uint8Array) {
    const face = new Face(new Blob(bytes))
    this.#font = new Font(face)
    this.#scale = 1000 / face.upem
  }

  /** The glyphs of a word of one script from left to right, whichever way it is read. What only joins has none. */
  shape(word: string): readonly PlacedGlyph[] {
    buffer.reset()
    buffer.addText(word)
    buffer.guessSegmentProperties()
    buffer.setClusterLevel(ClusterLevel.CHARACTERS)
    buffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES)
    shape(this.#font, buffer)
    const glyphs = buffer.getGlyphInfosAndPositions()
    const saidBy = this.#partsOf(word)
    const texts = textsOf(
      word,
      glyphs.map(({ cluster }) => cluster),
    )
    return glyphs.map(({ codepoint: id, xAdvance = 0, xOffset = 0, yOffset = 0 }, index) => ({
      id,
      width: this.#font.glyphHAdvance(id) * this.#scale,
      advance: xAdvance * this.#scale,
      x: xOffset * this.#scale,
      y: yOffset * this.#scale,
      text: saidBy.get(id) ?? texts[index] ?? '',
    }))
  }

  /** The glyphs that a word's characters have by themselves, and what these are composed of. */
  #partsOf(word: string): ReadonlyMap<number, string> {
    const parts = new Map<number, string>()
    for (const part of word + word.normalize('NFKD')) {
      const id = this.#font.nominalGlyph(part.codePointAt(0) ?? 0)
      if (id !== undefined && !parts.has(id)) parts.set(id, part)
    }
    return parts
  }
}

/** What each glyph says, by where in the word the first of its characters is: up to where the next glyph's is. */
function textsOf(word: string, starts: readonly number[]): readonly string[] {
  const inOrder = [...new Set(starts)].toSorted((one, other) => one - other)
  const left = new Map(inOrder.map((start, index) => [start, word.slice(start, inOrder[index + 1])]))
  return starts.map((start) => {
    const text = left.get(start) ?? ''
    left.delete(start)
    return text
  })
}
