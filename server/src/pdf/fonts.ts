import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

type Weight = 'regular' | 'bold'
export type Style = { readonly weight: Weight; readonly size: number; readonly leading: number }
/** Of a font in a document what pdfkit's types leave out. */
type Embedded = {
  /** Shaped words, of an object without a prototype: 'constructor' is a word too. */
  layoutCache: object
  readonly font: {
    readonly cmap: { readonly tables: readonly unknown[] }
    hasGlyphForCodePoint(point: number): boolean
  }
}
/** Characters that follow each other in one font, by the name under which the document has it. */
type Run = { readonly font: string; text: string }

/** What everything is printed in where it has the character: Latin, Greek, Cyrillic, Arabic, Hebrew, Armenian, Georgian. */
const MAIN: Readonly<Record<Weight, string>> = {
  regular: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')),
  bold: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')),
}
/** What has the rest, the first that has a character first: Chinese characters look as in China where several differ. */
const FALLBACKS = {
  'noto-sans-thai': import.meta.resolve('@fontsource-variable/noto-sans-thai/unicode.json'),
  'noto-sans-sc': import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  'noto-sans-tc': import.meta.resolve('@fontsource-variable/noto-sans-tc/unicode.json'),
  'noto-sans-jp': import.meta.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  'noto-sans-kr': import.meta.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
  'noto-emoji': import.meta.resolve('@fontsource-variable/noto-emoji/unicode.json'),
}
type Family = keyof typeof FALLBACKS

/** Text in it needs no second look: every main font has it. */
const PLAIN = /^[ -~]*$/
const graphemes = new Intl.Segmenter('en-GB', { granularity: 'grapheme' })

/** The fonts of one document: which of them prints a character, and how wide that is. */
export class Fonts {
  readonly #pdf: PDFKit.PDFDocument
  /** The fonts of the characters that a main font lacks. */
  readonly #fallbacks = new Map<string, string>()
  readonly #widths: Record<Weight, Map<string, number>> = { regular: new Map(), bold: new Map() }
  /** Whether '?' stands for a character that no font has. */
  hasReplaced = false

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf
    for (const [name, file] of Object.entries(MAIN)) pdf.registerFont(name, file)
  }

  /** Embeds what the main fonts lack of some texts, of each fallback font the characters alone. */
  async open(texts: Iterable<string>): Promise<void> {
    const missing = new Set<string>()
    for (const text of texts)
      if (!PLAIN.test(text))
        for (const character of composed(text)) if (!this.#isMain(character)) missing.add(character)
    for (const family of Object.keys(FALLBACKS) as Family[]) {
      if (missing.size === 0) return
      const files = filesOf(family)
      for (const [file, some] of Map.groupBy(missing, (character) => files.get(pointOf(character)))) {
        if (!file) continue
        const name = file.pathname
        const axes = { targetFormat: 'truetype', variationAxes: { wght: 400 } } as const
        this.#pdf.registerFont(name, await subsetFont(await readFile(file), some.join(''), axes))
        // A family's index promises more than its files hold.
        for (const character of some.filter((one) => this.#has(name, one))) {
          this.#fallbacks.set(character, name)
          missing.delete(character)
        }
      }
    }
  }

  /** A text as it can be printed: a space stands for each control character, '?' for each that no font has. */
  #clean(text: string): string {
    if (PLAIN.test(text)) return text
    return Array.from(composed(text), (character) => {
      if (this.#fallbacks.has(character) || this.#isMain(character)) return character
      this.hasReplaced = true
      return '?'
    }).join('')
  }

  /** A wrapped text cut where its font changes. */
  runs(text: string, weight: Weight): readonly Run[] {
    if (PLAIN.test(text)) return [{ font: weight, text }]
    const runs: Run[] = []
    for (const character of text) {
      const font = this.#fallbacks.get(character) ?? weight
      const last = runs.at(-1)
      // Words apart: the space after one that is read from right to left would stand before it.
      if (last?.font === font && !last.text.endsWith(' ') && character !== ' ') last.text += character
      else runs.push({ font, text: character })
    }
    return runs
  }

  /** How wide a wrapped text is on one line, in points; letters that join are reckoned apart. */
  width(text: string, { weight, size }: Style): number {
    const known = this.#widths[weight]
    let sum = 0
    for (const character of text) {
      let width = known.get(character)
      if (width === undefined) {
        width = this.#pdf.font(this.#fallbacks.get(character) ?? weight, 1000).widthOfString(character)
        known.set(character, width)
      }
      sum += width
    }
    return (sum * size) / 1000
  }

  /** A text in characters that can be printed, on lines of a width: broken between words, and within one that is longer. */
  wrap(given: string, room: number, style: Style): readonly string[] {
    const text = this.#clean(given)
    if (this.width(text, style) <= room) return [text]
    const lines: string[] = []
    let line = ''
    let used = 0
    const add = (piece: string) => {
      if (line !== '' && used + this.width(piece.trimEnd(), style) > room) {
        lines.push(line.trimEnd())
        line = ''
        used = 0
      }
      line += piece
      used += this.width(piece, style)
    }
    for (const word of text.split(/(?<= )(?=[^ ])/)) {
      if (this.width(word.trimEnd(), style) <= room) add(word)
      else for (const { segment } of graphemes.segment(word)) add(segment)
    }
    return [...lines, line.trimEnd()]
  }

  /** Forgets the words that pdfkit has shaped: it would keep every one of a document. */
  forgetText(): void {
    for (const name of ['regular', 'bold', ...new Set(this.#fallbacks.values())])
      this.#embedded(name).layoutCache = Object.create(null)
  }

  #isMain(character: string): boolean {
    return this.#has('regular', character) && this.#has('bold', character)
  }

  #has(name: string, character: string): boolean {
    const { font } = this.#embedded(name)
    // Of a file that has none of the characters nothing is left.
    return font.cmap.tables.length > 0 && font.hasGlyphForCodePoint(pointOf(character))
  }

  #embedded(name: string): Embedded {
    return (this.#pdf.font(name) as PDFKit.PDFDocument & { readonly _font: Embedded })._font
  }
}

const pointOf = (character: string): number => character.codePointAt(0) ?? 0

/** A text without what is never seen itself: controls are spaces, joiners and marks of direction nothing. */
const composed = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')

/** Which file of a family has a character, as its index says ('U+3041-3096,U+30a1'). */
function filesOf(family: Family): ReadonlyMap<number, URL> {
  const files = new Map<number, URL>()
  const index = JSON.parse(readFileSync(fileURLToPath(FALLBACKS[family]), 'utf8')) as Record<string, string>
  for (const [name, ranges] of Object.entries(index)) {
    const file = new URL(`files/${family}-${name.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`, FALLBACKS[family])
    for (const range of ranges.split(',')) {
      const [from = 0, to = from] = range
        .slice(2)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16))
      for (let point = from; point <= to; point++) if (!files.has(point)) files.set(point, file)
    }
  }
  return files
}
