import bidiFactory from 'bidi-js'
import LineBreaker from 'linebreak'
import { type Fonts, isPlain, type Run, type Style } from './fonts.ts'

export type Line = {
  /** In visual order, from left to right. */
  readonly runs: readonly Run[]
  /** In points. */
  readonly width: number
  /** The line in reading order, with trailing spaces. */
  readonly text: string
  /** Whether the text's first letter is right-to-left, so that the line begins at the right. */
  readonly isRightToLeft: boolean
}

/** A stretch of text in one font and at one bidi level; odd levels are right-to-left. */
type Item = { readonly start: number; end: number; readonly font: string; readonly level: number }

const bidi = bidiFactory()
const graphemes = new Intl.Segmenter('en-GB', { granularity: 'grapheme' })
const words = new Intl.Segmenter('en-GB', { granularity: 'word' })
/** Scripts without spaces between words: only a dictionary finds the breaks. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const ENDS_WITH_SOFT_HYPHEN = /\u00ad$/

/**
 * Places a text as a paragraph. The Unicode bidirectional algorithm orders it, each grapheme is printed in a font that
 * has it, and HarfBuzz measures it. Lines break between words; only a word longer than a line is broken, between
 * graphemes.
 *
 * @param room the width of a line in points
 * @returns at least one line
 */
export function placeText(given: string, room: number, style: Style, fonts: Fonts): readonly Line[] {
  const paragraph = new Paragraph(fonts.printable(given), style, fonts)
  const { text } = paragraph
  if (paragraph.width(0, text.length) <= room) return [paragraph.line(0, text.length)]
  const lines: Line[] = []
  let start = 0
  let end = 0
  let used = 0
  const add = (to: number) => {
    if (end > start && used + paragraph.width(end, to) > room) {
      lines.push(paragraph.line(start, end))
      start = end
      used = 0
    }
    used += paragraph.widthWithBlanks(end, to)
    end = to
  }
  for (const to of breaksOf(text)) {
    const from = end
    if (paragraph.width(from, to) <= room) add(to)
    else for (const { index, segment } of graphemes.segment(text.slice(from, to))) add(from + index + segment.length)
  }
  return [...lines, paragraph.line(start, end)]
}

/** Offsets at which lines may break; the last is the end of the text. */
function* breaksOf(text: string): Iterable<number> {
  const breaker = new LineBreaker(text)
  let from = 0
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const piece = text.slice(from, next.position)
    if (UNSPACED.test(piece))
      for (const { index, isWordLike = false } of words.segment(piece))
        if (index > 0 && isWordLike && UNSPACED.test(piece.charAt(index))) yield from + index
    yield (from = next.position)
  }
}

class Paragraph {
  readonly text: string
  readonly #fonts: Fonts
  readonly #size: number
  /** In reading order. */
  readonly #items: readonly Item[]
  readonly #isRightToLeft: boolean
  /** Orders the items of a line, given by its offsets, from left to right. */
  readonly #reorder: (start: number, end: number) => Iterable<Item>

  constructor(text: string, { weight, size }: Style, fonts: Fonts) {
    this.text = text
    this.#fonts = fonts
    this.#size = size
    if (isPlain(text)) {
      const items = [{ start: 0, end: text.length, font: weight, level: 0 }]
      this.#items = items
      this.#isRightToLeft = false
      this.#reorder = () => items
      return
    }
    const inOnePlane = withoutSurrogates(text)
    const embedding = bidi.getEmbeddingLevels(inOnePlane)
    const items: Item[] = []
    const itemAt: Item[] = []
    for (const { index, segment } of graphemes.segment(text)) {
      const end = index + segment.length
      const level = embedding.levels[index] ?? 0
      let item = items.at(-1)
      const font = fonts.fontOf(segment, weight, item?.font) ?? weight
      // Keep a grapheme whole: it follows its first character.
      embedding.levels.fill(level, index, end)
      if (item?.font === font && item.level === level) item.end = end
      else items.push((item = { start: index, end, font, level }))
      while (itemAt.length < end) itemAt.push(item)
    }
    this.#items = items
    this.#isRightToLeft = embedding.paragraphs[0]?.level === 1
    this.#reorder = (start, end) => {
      const order = bidi.getReorderedIndices(inOnePlane, embedding, start, end - 1).slice(start, end)
      return new Set(order.flatMap((index) => itemAt[index] ?? []))
    }
  }

  /** Width of characters in points, without trailing spaces. */
  width(start: number, end: number): number {
    return this.widthWithBlanks(start, this.#withoutBlanks(start, end))
  }

  widthWithBlanks(start: number, end: number): number {
    let width = 0
    for (const item of this.#items)
      if (item.start < end && item.end > start)
        width += this.#fonts.width(runOf(item, this.text, start, end), this.#size)
    return width
  }

  line(start: number, end: number): Line {
    const text = this.text.slice(start, end)
    const to = this.#withoutBlanks(start, end)
    const isHyphenated = to < this.text.length && ENDS_WITH_SOFT_HYPHEN.test(this.text.slice(start, to))
    const shown = isHyphenated ? `${this.text.slice(0, to - 1)}-` : this.text
    const runs = Array.from(this.#reorder(start, to), (item) => runOf(item, shown, start, to))
    return { runs, width: this.widthWithBlanks(start, to), text, isRightToLeft: this.#isRightToLeft }
  }

  #withoutBlanks(start: number, end: number): number {
    return start + this.text.slice(start, end).trimEnd().length
  }
}

/** The part of an item between two offsets. */
const runOf = (item: Item, text: string, start: number, end: number): Run => ({
  font: item.font,
  text: text.slice(Math.max(start, item.start), Math.min(end, item.end)),
  isRightToLeft: item.level % 2 === 1,
})

/**
 * Replaces surrogate pairs with neutral characters of the same length, because bidi-js takes each half for a letter:
 * emoji are neutral. The letters beyond the first plane that we have fonts for are left-to-right.
 */
const withoutSurrogates = (text: string): string =>
  text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, (character) => (/\p{L}/u.test(character) ? 'aa' : '\ufffc\ufffc'))
