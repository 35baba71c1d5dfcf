import bidiFactory from 'bidi-js'
import type { Face, Shaped, Stretch } from './face.ts'
import type { Faces } from './faces.ts'
import type { Weight } from './font-files.ts'
import { lettersOf, rightToLeftWords, withoutEmoji } from './letters.ts'

const bidi = bidiFactory()
/** Letters, and marks of the text itself, that are read from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** What has the shape of the letters beside it, and is set with them in their face: marks, joiners. */
const CLINGS = /^[\p{M}\p{Cf}]$/u

export type Direction = 'ltr' | 'rtl'
/** Glyphs of one face, and where they begin on the line, in thousandths of the size. */
export type SetRun = {
  readonly face: Face
  readonly x: number
  readonly stretches: readonly Stretch[]
  /** What they say, where that is not what each of them says as they follow each other. */
  readonly actual?: string
}
export type SetLine = { readonly runs: readonly SetRun[]; readonly width: number }

/** Whether some of a text is read from right to left. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text)

/** The direction of a text: that of its first letter which has one. */
export function directionOf(text: string): Direction {
  const level = hasRightToLeft(text)
    ? (bidi.getEmbeddingLevels(withoutEmoji(text), 'auto').paragraphs[0]?.level ?? 0)
    : 0
  return level % 2 === 1 ? 'rtl' : 'ltr'
}

/** Measures and sets text in the faces of a form: which glyphs, and where on the line. */
export class TypeSetter {
  readonly #faces: Faces
  /** How wide each character is that stands for itself; of others undefined, once asked. */
  readonly #widths: Record<Weight, Map<number, number | undefined>> = { regular: new Map(), bold: new Map() }

  constructor(faces: Faces) {
    this.#faces = faces
  }

  /** How wide a text is on one line, in thousandths of its size. */
  width(text: string, weight: Weight): number {
    return this.#widthLetterByLetter(text, weight) ?? this.set(text, weight, directionOf(text)).width
  }

  /** Whether the glyphs of a text, from left to right, say it to whoever hears or copies them. */
  saysItself(text: string, weight: Weight): boolean {
    if (hasRightToLeft(text)) return false
    if (this.#widthLetterByLetter(text, weight) !== undefined) return true
    return this.set(text, weight, 'ltr').runs.every(({ actual }) => actual === undefined)
  }

  /** How wide a text is whose letters each stand for themselves; else undefined. */
  #widthLetterByLetter(text: string, weight: Weight): number | undefined {
    const widths = this.#widths[weight]
    let sum = 0
    for (let index = 0; index < text.length; index++) {
      const point = text.codePointAt(index) ?? 0
      if (point > 0xffff) index++
      let width = widths.get(point)
      if (width === undefined && !widths.has(point)) {
        width = this.#faces.of(String.fromCodePoint(point), weight)?.glyph(point)?.width
        widths.set(point, width)
      }
      if (width === undefined) return undefined
      sum += width
    }
    return sum
  }

  /** The glyphs of a line in the order in which they are seen (Unicode annex 9), from its left. */
  set(line: string, weight: Weight, direction: Direction): SetLine {
    const runs: SetRun[] = []
    let x = 0
    for (const { text, isRightToLeft } of inSight(line, direction)) {
      const parts = this.#byFace(text, weight)
      for (const { face, word } of isRightToLeft ? parts.toReversed() : parts) {
        const { stretches, width, saysItself } = letterByLetter(word, face) ?? face.shape(word)
        // What is read from right to left, readers know to turn round.
        runs.push({ face, x, stretches, ...(saysItself || hasRightToLeft(word) ? {} : { actual: word }) })
        x += width
      }
    }
    return { runs, width: x }
  }

  /** A text cut where its face changes. */
  #byFace(text: string, weight: Weight): { readonly face: Face; word: string }[] {
    const parts: { readonly face: Face; word: string }[] = []
    for (const letter of lettersOf(text)) {
      const last = parts.at(-1)
      const face =
        last && CLINGS.test(letter) && last.face.has(letter.codePointAt(0) ?? 0)
          ? last.face
          : (this.#faces.of(letter, weight) ?? this.#faces.main(weight))
      if (last?.face === face) last.word += letter
      else parts.push({ face, word: letter })
    }
    return parts
  }
}

/** The glyphs of a text whose letters each stand for themselves; else undefined. */
function letterByLetter(text: string, face: Face): Shaped | undefined {
  let hex = ''
  let width = 0
  for (const letter of text) {
    const glyph = face.glyph(letter.codePointAt(0) ?? 0)
    if (!glyph) return undefined
    hex += glyph.hex
    width += glyph.width
  }
  return { stretches: [{ hex, x: 0, y: 0 }], width, saysItself: true }
}

type Seen = { readonly text: string; readonly isRightToLeft: boolean }

/** The pieces of a line from left to right, each with its letters in the order in which they are read. */
function inSight(line: string, direction: Direction): readonly Seen[] {
  if (!hasRightToLeft(line)) return [{ text: line, isRightToLeft: false }]
  const bare = withoutEmoji(line)
  const levels = bidi.getEmbeddingLevels(bare, direction)
  const isOdd = (index: number) => (levels.levels[index] ?? 0) % 2 === 1
  const order = bidi.getReorderedIndices(bare, levels)
  const seen: Seen[] = []
  for (let from = 0; from < order.length;) {
    const first = order[from] ?? 0
    const step = isOdd(first) ? -1 : 1
    let to = from + 1
    while (to < order.length && order[to] === (order[to - 1] ?? 0) + step && isOdd(order[to] ?? 0) === isOdd(first))
      to++
    const last = order[to - 1] ?? 0
    const text = line.slice(Math.min(first, last), Math.max(first, last) + 1)
    seen.push(...(step === 1 ? [{ text, isRightToLeft: false }] : rightToLeft(text)))
    from = to
  }
  return seen
}

/** The words of what is read from right to left, the last first; what joins no letters stands alone, and is mirrored. */
const rightToLeft = (text: string): readonly Seen[] =>
  rightToLeftWords(text)
    .toReversed()
    .map((word) => ({ text: bidi.getMirroredCharacter(word) ?? word, isRightToLeft: true }))
