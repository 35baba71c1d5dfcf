import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { type GlyphRun, RIGHT_TO_LEFT, Shaper } from './shaper.ts'

type Weight = 'regular' | 'bold'
export type Style = { readonly weight: Weight; readonly size: number; readonly leading: number }
/** Adjacent characters of one font and one direction, in reading order. */
export type Run = { readonly font: string; readonly text: string; readonly isRightToLeft: boolean }
/** A font in a document, with members that pdfkit's types leave out. */
type Embedded = {
  /** Shaped words. The object has no prototype, because 'constructor' is a word too. */
  layoutCache: object
  readonly scale: number
  /** The glyphs that the document uses, by their codes in it, and the text of each. */
  readonly subset: { readonly glyphs: number[]; includeGlyph(id: number): number }
  readonly widths: number[]
  readonly unicode: (readonly number[])[]
  layout(text: string, features?: readonly string[]): GlyphRun
  /** Glyph codes and positions. */
  encode: (text: string, features?: readonly string[]) => readonly [readonly string[], GlyphRun['positions']]
  readonly font: {
    readonly cmap: { readonly tables: readonly unknown[] }
    hasGlyphForCodePoint(point: number): boolean
    /** Shapes a text. */
    layout: Shaper['layout']
  }
}

const load = (module: string) => {
  const bytes = readFileSync(fileURLToPath(module))
  return { bytes, shaper: new Shaper(bytes) }
}
/** The main font: Latin, Greek, Cyrillic, Hebrew, most of Arabic, Armenian, Georgian, symbols. */
const MAIN: Readonly<Record<Weight, { bytes: Buffer; shaper: Shaper }>> = {
  regular: load(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')),
  bold: load(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')),
}
/** Scripts that a main font covers only in part, and whose letters join only within one font. */
const JOINED = [/\p{Script_Extensions=Arabic}/u, /\p{Script=Lao}/u]
/**
 * Fonts for all other characters, in order of preference. Chinese forms come first where Chinese and Japanese differ.
 */
const FALLBACKS = [
  import.meta.resolve('@fontsource-variable/noto-sans-arabic/unicode.json'),
  import.meta.resolve('@fontsource-variable/noto-sans-thaana/unicode.json'),
  import.meta.resolve('@fontsource-variable/noto-sans-devanagari/unicode.json'),
  import.meta.resolve('@fontsource-variable/noto-sans-bengali/unicode.json'),
  import.meta.resolve('@fontsource-variable/noto-sans-gurmukhi/unicode.json'),
  import.meta.resolve('@fontsource-variable/noto-sans-gujarati/unicode.json'),
  import.meta.resolve('@fontsource-variable/noto-sans-oriya/unicode.json'),
  import.meta.resolve('@fontsource-variable/noto-sans-tamil/unicode.json'),
  import.meta.resolve('@fontsource-variable/noto-sans-telugu/unicode.json'),
  import.meta.resolve('@fontsource-variable/noto-sans-kannada/unicode.json'),
  import.meta.resolve('@fontsource-variable/noto-sans-malayalam/unicode.json'),
  import.meta.resolve('@fontsource-variable/noto-sans-sinhala/unicode.json'),
  import.meta.resolve('@fontsource-variable/noto-sans-thai/unicode.json'),
  import.meta.resolve('@fontsource-variable/noto-sans-lao/unicode.json'),
  import.meta.resolve('@fontsource-variable/noto-serif-tibetan/unicode.json'),
  import.meta.resolve('@fontsource/noto-sans-myanmar/unicode.json'),
  import.meta.resolve('@fontsource-variable/noto-sans-khmer/unicode.json'),
  import.meta.resolve('@fontsource-variable/noto-sans-ethiopic/unicode.json'),
  import.meta.resolve('@fontsource-variable/noto-sans-georgian/unicode.json'),
  import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  import.meta.resolve('@fontsource-variable/noto-sans-tc/unicode.json'),
  import.meta.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  import.meta.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
  import.meta.resolve('@fontsource-variable/noto-emoji/unicode.json'),
]
/** Printed for each character that no font has. */
const BOX = '□'
/** Characters that a fallback font prints along with its own: spaces, joiners, and the base of a combining mark. */
const SHAPING = ' \u200c\u200d\u25cc'
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu
/** Directional overrides would reverse everything after them. Letters, marks and isolates decide the order instead. */
const OVERRIDES = /[\u202a-\u202e\u206a-\u206f]/g

/**
 * Whether a text has only characters of Western and Central Europe, which every main font has and which need no
 * shaping.
 */
export const isPlain = (text: string): boolean => /^[ -~\u00a1-\u00ac\u00ae-\u017f–—‘’“”…€]*$/.test(text)
const graphemes = new Intl.Segmenter('en-GB', { granularity: 'grapheme' })

/** The fonts of one document: chooses the font of each grapheme, and measures runs. */
export class Fonts {
  readonly #pdf: PDFKit.PDFDocument
  /** Fallback fonts by grapheme. */
  readonly #fallbacks = new Map<string, string>()
  readonly #widths = new Map<string, Map<string, number>>()
  readonly #registered: string[] = []
  /** Whether {@link BOX} was printed for a character that no font has. */
  hasReplaced = false

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf
    for (const [name, { bytes, shaper }] of Object.entries(MAIN)) this.#register(name, bytes, shaper)
  }

  /** Embeds fallback fonts for characters that the main fonts lack, with these characters only. */
  async open(texts: Iterable<string>): Promise<void> {
    const all = new Set<string>()
    for (const text of texts)
      if (!isPlain(text)) for (const { segment } of graphemes.segment(composed(text))) all.add(segment)
    const lacking = [...all].filter((grapheme) => !this.#isMain(grapheme))
    const joined = JOINED.filter((script) => lacking.some((grapheme) => script.test(grapheme)))
    const missing = new Set([
      ...lacking,
      ...[...all].filter((grapheme) => joined.some((script) => script.test(grapheme))),
    ])
    await this.#embed(missing)
    // If no font has the whole grapheme, print its characters one by one.
    const parts = [...missing].flatMap((grapheme) => Array.from(grapheme))
    await this.#embed(new Set(parts.filter((character) => !this.#isMain(character))))
  }

  /** Embeds a fallback font for the graphemes that it has, and removes them from the set. */
  async #embed(missing: Set<string>): Promise<void> {
    for (const index of FALLBACKS) {
      if (missing.size === 0) return
      const files = slicesOf(index)
      for (const [file, some] of Map.groupBy(missing, (grapheme) => sliceWith(grapheme, files))) {
        if (!file) continue
        const text = some.join('')
        const name = `${file.pathname} ${this.#registered.length}`
        const cut = await subsetFont(await readFile(file), text + text.normalize('NFKD') + SHAPING, {
          targetFormat: 'truetype',
          ...(isVariable(index) && { variationAxes: { wght: 400 } }),
        })
        this.#register(name, cut, new Shaper(cut))
        // The index of a family promises characters that its files lack.
        for (const grapheme of some.filter((one) => this.#has(name, one))) {
          this.#fallbacks.set(grapheme, name)
          missing.delete(grapheme)
        }
      }
    }
  }

  /** Replaces control characters with spaces, and characters that no font has with boxes. */
  printable(text: string): string {
    if (isPlain(text)) return text
    let printable = ''
    for (const { segment } of graphemes.segment(composed(text)))
      if (this.fontOf(segment, 'regular')) printable += segment
      else
        for (const character of segment.replaceAll(IGNORABLE, '')) {
          const isKnown = this.fontOf(character, 'regular') !== undefined
          this.hasReplaced ||= !isKnown
          printable += isKnown ? character : BOX
        }
    return printable
  }

  /** The font of a grapheme; undefined if none has it. A space takes the font before it. */
  fontOf(grapheme: string, weight: Weight, before?: string): string | undefined {
    if (grapheme === ' ' && before !== undefined && this.#has(before, ' ')) return before
    return this.#fallbacks.get(grapheme) ?? (this.#isMain(grapheme) ? weight : undefined)
  }

  /** Width of a run, in points. */
  width({ font, text, isRightToLeft }: Run, size: number): number {
    if (!isPlain(text)) return this.#measure(font, text, isRightToLeft) * size
    let known = this.#widths.get(font)
    if (!known) this.#widths.set(font, (known = new Map()))
    let sum = 0
    for (const character of text) {
      let width = known.get(character)
      if (width === undefined) known.set(character, (width = this.#measure(font, character, isRightToLeft)))
      sum += width
    }
    return sum * size
  }

  /** Clears the words that pdfkit has shaped, which it would otherwise keep for the whole document. */
  forgetText(): void {
    for (const name of this.#registered) this.#embedded(name).layoutCache = Object.create(null)
  }

  #register(name: string, bytes: Buffer, shaper: Shaper): void {
    this.#pdf.registerFont(name, bytes)
    this.#registered.push(name)
    const embedded = this.#embedded(name)
    embedded.font.layout = (text, features) => shaper.layout(text, features)
    embedded.encode = encoderOf(embedded)
  }

  /** Width of a text at size 1. */
  #measure(font: string, text: string, isRightToLeft: boolean): number {
    return this.#pdf.font(font, 1000).widthOfString(text, directionOf(isRightToLeft)) / 1000
  }

  #isMain(grapheme: string): boolean {
    return this.#has('regular', grapheme) && this.#has('bold', grapheme)
  }

  /** Whether a font has all visible characters of a grapheme. */
  #has(name: string, grapheme: string): boolean {
    const { font } = this.#embedded(name)
    return pointsOf(grapheme).every(
      // A file subset to characters that it lacks has no tables.
      (point) => font.cmap.tables.length > 0 && font.hasGlyphForCodePoint(point),
    )
  }

  #embedded(name: string): Embedded {
    return (this.#pdf.font(name) as PDFKit.PDFDocument & { readonly _font: Embedded })._font
  }
}

/**
 * Encodes text for a font as pdfkit does, but gives a glyph a code per text that it stands for. Otherwise readers would
 * copy and search 'ه' for 'ة', whose dots are a separate glyph.
 */
function encoderOf(embedded: Embedded): Embedded['encode'] {
  const codes = new Map<string, string>()
  return (text, features) => {
    const { glyphs, positions } = embedded.layout(text, features)
    const codeOf = ({ id, codePoints, advanceWidth }: GlyphRun['glyphs'][number]) => {
      const key = [id, ...codePoints].join(' ')
      const known = codes.get(key)
      if (known !== undefined) return known
      const { subset, widths, unicode, scale } = embedded
      let code = subset.includeGlyph(id)
      if (unicode[code]) code = subset.glyphs.push(id) - 1
      widths[code] = advanceWidth * scale
      unicode[code] = codePoints
      const written = code.toString(16).padStart(4, '0')
      codes.set(key, written)
      return written
    }
    return [glyphs.map(codeOf), positions]
  }
}

/** The features that pdfkit passes to {@link Shaper}. */
export const directionOf = (isRightToLeft: boolean): PDFKit.Mixins.TextOptions =>
  isRightToLeft ? { features: [RIGHT_TO_LEFT] } : {}

/** The visible characters of a grapheme. */
const pointsOf = (grapheme: string): readonly number[] =>
  Array.from(grapheme.replaceAll(IGNORABLE, ''), (character) => character.codePointAt(0) ?? 0)

/** Composes characters, and replaces controls with spaces. */
const composed = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(OVERRIDES, '')

/** Whether a family has all weights in one file. */
const isVariable = (index: string): boolean => index.includes('/@fontsource-variable/')

/** The files of a family by character, from its index ('U+3041-3096,U+30a1'). */
type Slices = ReadonlyMap<number, readonly URL[]>

function slicesOf(index: string): Slices {
  const slices = new Map<number, readonly URL[]>()
  const family = index.split('/').at(-2)
  const weight = isVariable(index) ? 'wght' : '400'
  const ranged = JSON.parse(readFileSync(fileURLToPath(index), 'utf8')) as Record<string, string>
  for (const [name, ranges] of Object.entries(ranged)) {
    const file = new URL(`files/${family}-${name.replaceAll(/[[\]]/g, '')}-${weight}-normal.woff2`, index)
    // Share the list: many thousands of characters are in one file each.
    const alone = [file]
    for (const range of ranges.split(',')) {
      const [from = 0, to = from] = range
        .slice(2)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16))
      for (let point = from; point <= to; point++) {
        const others = slices.get(point)
        slices.set(point, others ? [...others, file] : alone)
      }
    }
  }
  return slices
}

/** The first file that has all characters of a grapheme. */
function sliceWith(grapheme: string, slices: Slices): URL | undefined {
  const [first = 0, ...others] = pointsOf(grapheme)
  return slices.get(first)?.find((slice) => others.every((point) => slices.get(point)?.includes(slice)))
}
