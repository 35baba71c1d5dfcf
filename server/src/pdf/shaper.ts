import { Blob, Buffer, BufferFlag, ClusterLevel, Direction, Face, Font, shape } from 'harfbuzzjs'

/**
 * Glyphs from left to right, in the shape in which fontkit answers pdfkit. Lengths are font units until pdfkit scales
 * them.
 */
export type GlyphRun = {
  readonly glyphs: readonly {
    readonly id: number
    /** The text that a reader copies. */
    readonly codePoints: readonly number[]
    readonly advanceWidth: number
  }[]
  readonly positions: readonly Record<'xAdvance' | 'yAdvance' | 'xOffset' | 'yOffset', number>[]
  readonly advanceWidth: number
}
type Info = { readonly codepoint: number; readonly cluster: number }
/** pdfkit passes this feature with right-to-left text. */
export const RIGHT_TO_LEFT = 'rtlm'

const buffer = new Buffer()

/**
 * Shapes text in one font with HarfBuzz, as browsers do: letters join, merge and move, and brackets are mirrored.
 * fontkit, which comes with pdfkit, shapes words of several Indian scripts wrongly and throws at others.
 */
export class Shaper {
  readonly #font: Font
  /** Ligatures of two letters, which readers would reverse with the rest of a right-to-left word. */
  readonly #ligatures = new Map<number, readonly number[]>()

  /** @param bytes an uncompressed OpenType font */
  constructor(bytes: Uint8Array) {
    this.#font = new Font(new Face(new Blob(bytes)))
    for (const point of LAM_ALEF) {
      const id = this.#font.nominalGlyph(point)
      if (id !== undefined) this.#ligatures.set(id, [point])
    }
  }

  /** @param text of one script, in reading order; invisible characters get no glyph */
  layout(text: string, features: readonly string[] = []): GlyphRun {
    buffer.reset()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    buffer.setDirection(features.includes(RIGHT_TO_LEFT) ? Direction.RTL : Direction.LTR)
    buffer.setClusterLevel(ClusterLevel.CHARACTERS)
    buffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES)
    shape(this.#font, buffer)
    const infos = buffer.getGlyphInfos()
    const positions = buffer.getGlyphPositions()
    const texts = this.#textsOf(text, infos, positions)
    return {
      glyphs: infos.map(({ codepoint: id }, index) => ({
        id,
        codePoints: texts[index] ?? NOTHING,
        advanceWidth: this.#font.glyphHAdvance(id),
      })),
      positions,
      // A getter, because pdfkit reads it after scaling the positions.
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
      },
    }
  }

  /**
   * The text that readers copy per glyph. If several glyphs stand for the same characters, the first with a width has
   * the text.
   */
  #textsOf(text: string, infos: readonly Info[], positions: GlyphRun['positions']): readonly (readonly number[])[] {
    const texts = infos.map(() => NOTHING)
    const clusters = Map.groupBy(infos.keys(), (index) => infos[index]?.cluster ?? 0)
    const starts = [...clusters.keys()].toSorted((one, other) => one - other)
    for (const [place, start] of starts.entries()) {
      const glyphs = clusters.get(start) ?? []
      const speaker = glyphs.find((index) => positions[index]?.xAdvance) ?? glyphs[0] ?? 0
      const said = text.slice(start, starts[place + 1]).replaceAll(UNSEEN_AT_ENDS, '')
      const points = this.#ligatures.get(infos[speaker]?.codepoint ?? 0) ?? Array.from(said, pointOf)
      if (points.length > 0) texts[speaker] = points
    }
    return texts
  }
}

const pointOf = (character: string): number => character.codePointAt(0) ?? 0

const LAM_ALEF = [0xfef5, 0xfef6, 0xfef7, 0xfef8, 0xfef9, 0xfefa, 0xfefb, 0xfefc]
/** Readers ignore a glyph whose text ends with an invisible character. */
const UNSEEN_AT_ENDS = /^\p{Default_Ignorable_Code_Point}+|\p{Default_Ignorable_Code_Point}+$/gu
/** A zero-width space: readers take a glyph without text for a control character. */
const NOTHING: readonly number[] = [0x200b]
