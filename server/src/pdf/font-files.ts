import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { isEmoji } from './letters.ts'

export type Weight = 'regular' | 'bold'

/** The font that all is printed in where it has the letter: Latin, Greek, Cyrillic, Arabic, Hebrew, Armenian, Georgian. */
export const MAIN_FONT: Readonly<Record<Weight, string>> = {
  regular: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')),
  bold: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')),
}

/** The scripts that have a family of their own, in which no other has a say. */
const OWN_SCRIPTS = {
  'noto-sans-thai': import.meta.resolve('@fontsource-variable/noto-sans-thai/unicode.json'),
  'noto-sans-devanagari': import.meta.resolve('@fontsource-variable/noto-sans-devanagari/unicode.json'),
  'noto-sans-bengali': import.meta.resolve('@fontsource-variable/noto-sans-bengali/unicode.json'),
  'noto-sans-gujarati': import.meta.resolve('@fontsource-variable/noto-sans-gujarati/unicode.json'),
  'noto-sans-gurmukhi': import.meta.resolve('@fontsource-variable/noto-sans-gurmukhi/unicode.json'),
  'noto-sans-kannada': import.meta.resolve('@fontsource-variable/noto-sans-kannada/unicode.json'),
  'noto-sans-malayalam': import.meta.resolve('@fontsource-variable/noto-sans-malayalam/unicode.json'),
  'noto-sans-oriya': import.meta.resolve('@fontsource-variable/noto-sans-oriya/unicode.json'),
  'noto-sans-sinhala': import.meta.resolve('@fontsource-variable/noto-sans-sinhala/unicode.json'),
  'noto-sans-tamil': import.meta.resolve('@fontsource-variable/noto-sans-tamil/unicode.json'),
  'noto-sans-telugu': import.meta.resolve('@fontsource-variable/noto-sans-telugu/unicode.json'),
}
/** Each family that has what the main font lacks, by its index; beside that it comes in slices, a file each. */
const FAMILIES = {
  ...OWN_SCRIPTS,
  'noto-sans-jp': import.meta.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  'noto-sans-kr': import.meta.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
  'noto-sans-sc': import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  'noto-sans-tc': import.meta.resolve('@fontsource-variable/noto-sans-tc/unicode.json'),
  'noto-emoji': import.meta.resolve('@fontsource-variable/noto-emoji/unicode.json'),
}
type Family = keyof typeof FAMILIES

/** A part of a family, by the file that has it. */
export type Slice = { readonly file: URL }

/**
 * The slices that may have a letter, the one first whose shape suits the text: the Chinese characters of a text with kana are
 * Japanese, with hangul Korean, else simplified Chinese where that has them. An emoji is in one slice with all that it is
 * composed of, or in none. None where no font of ours has it. An index promises more than its files hold: whether a slice has
 * the letter is seen when it is read.
 */
export function slicesFor(letter: string, text: string): readonly Slice[] {
  const points = Array.from(letter.replaceAll('\ufe0f', ''), (part) => part.codePointAt(0) ?? 0)
  const families: readonly Family[] = isEmoji(letter) ? ['noto-emoji'] : [...familiesFor(text), 'noto-emoji']
  return families.flatMap((family) => slicesOf(family, points))
}

/** What each weight is on the scale of the fonts that have all. */
const ON_SCALE: Readonly<Record<Weight, number>> = { regular: 400, bold: 700 }
/** They shape the letters beside them without being seen. */
const JOINERS = '\u200c\u200d'

/** A font of no more than some letters of a slice, in one weight. */
export async function cutFrom({ file }: Slice, letters: readonly string[], weight: Weight): Promise<Buffer> {
  const text = letters.join('')
  // A vowel that is written on both sides of its consonant is two signs to the font.
  return subsetFont(await readFile(file), text + text.normalize('NFKD') + JOINERS, {
    targetFormat: 'truetype',
    variationAxes: { wght: ON_SCALE[weight] },
  })
}

const ownScripts = Object.keys(OWN_SCRIPTS) as (keyof typeof OWN_SCRIPTS)[]

function familiesFor(text: string): readonly Family[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text))
    return [...ownScripts, 'noto-sans-jp', 'noto-sans-sc', 'noto-sans-tc', 'noto-sans-kr']
  if (/\p{Script=Hangul}/u.test(text))
    return [...ownScripts, 'noto-sans-kr', 'noto-sans-jp', 'noto-sans-sc', 'noto-sans-tc']
  return [...ownScripts, 'noto-sans-sc', 'noto-sans-tc', 'noto-sans-jp', 'noto-sans-kr']
}

/** The first slice of a family that has all of some characters, if one has. */
function slicesOf(family: Family, points: readonly number[]): readonly Slice[] {
  const [first = 0, ...others] = points
  const having = indexOf(family)
    .get(first)
    ?.find((slice) => others.every((point) => indexOf(family).get(point)?.includes(slice)))
  return having ? [having] : []
}

type Index = ReadonlyMap<number, readonly Slice[]>
const known = new Map<Family, Index>()

/** The slices of a family by the characters they have, as its index says ('U+3041-3096,U+30a1'); read when first asked for. */
function indexOf(family: Family): Index {
  const had = known.get(family)
  if (had) return had
  const slices = new Map<number, readonly Slice[]>()
  const index = JSON.parse(readFileSync(fileURLToPath(FAMILIES[family]), 'utf8')) as Record<string, string>
  for (const [name, ranges] of Object.entries(index)) {
    const slice = {
      file: new URL(`files/${family}-${name.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`, FAMILIES[family]),
    }
    // Most characters are in one slice, and share the list of it: there are many thousands of them.
    const alone = [slice]
    for (const range of ranges.split(',')) {
      const [from = 0, to = from] = range
        .slice(2)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16))
      for (let point = from; point <= to; point++) {
        const others = slices.get(point)
        slices.set(point, others ? [...others, slice] : alone)
      }
    }
  }
  known.set(family, slices)
  return slices
}
