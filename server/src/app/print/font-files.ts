import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

export type Weight = 'regular' | 'bold'

/** The font that all is printed in where it has the letter: Latin, Greek, Cyrillic, Arabic, Hebrew, Armenian, Georgian. */
export const MAIN_FONT: Readonly<Record<Weight, string>> = {
  regular: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')),
  bold: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')),
}

/** The folder of each family that has what the main font lacks; it comes in slices, a file each. */
const FAMILIES = {
  'noto-sans-jp': import.meta.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  'noto-sans-kr': import.meta.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
  'noto-sans-sc': import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  'noto-sans-tc': import.meta.resolve('@fontsource-variable/noto-sans-tc/unicode.json'),
  'noto-sans-thai': import.meta.resolve('@fontsource-variable/noto-sans-thai/unicode.json'),
  'noto-sans-devanagari': import.meta.resolve('@fontsource-variable/noto-sans-devanagari/unicode.json'),
}
type Family = keyof typeof FAMILIES

/** A part of a family, by the file that has it. */
export type Slice = { readonly file: URL }

/**
 * The slices that may have a character, the one first whose shape suits the text: the Chinese characters of a text with kana
 * are Japanese, with hangul Korean, else simplified Chinese where that has them. None where no font of ours has it. An index
 * promises more than its files hold: whether a slice has the character is seen when it is read.
 */
export const slicesFor = (point: number, text: string): readonly Slice[] =>
  familiesFor(text).flatMap((family) => slicesOf(family).get(point) ?? [])

/** What a slice's file holds, compressed and in all weights. */
export const readSlice = ({ file }: Slice): Promise<Buffer> => readFile(file)

function familiesFor(text: string): readonly Family[] {
  const ownScripts = ['noto-sans-thai', 'noto-sans-devanagari'] as const
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text))
    return [...ownScripts, 'noto-sans-jp', 'noto-sans-sc', 'noto-sans-tc', 'noto-sans-kr']
  if (/\p{Script=Hangul}/u.test(text))
    return [...ownScripts, 'noto-sans-kr', 'noto-sans-jp', 'noto-sans-sc', 'noto-sans-tc']
  return [...ownScripts, 'noto-sans-sc', 'noto-sans-tc', 'noto-sans-jp', 'noto-sans-kr']
}

const known = new Map<Family, ReadonlyMap<number, Slice>>()

/** The slices of a family by the characters they have, as its index says ('U+3041-3096,U+30a1'); read when first asked for. */
function slicesOf(family: Family): ReadonlyMap<number, Slice> {
  const had = known.get(family)
  if (had) return had
  const slices = new Map<number, Slice>()
  const index = JSON.parse(readFileSync(fileURLToPath(FAMILIES[family]), 'utf8')) as Record<string, string>
  for (const [name, ranges] of Object.entries(index)) {
    const slice = {
      file: new URL(`files/${family}-${name.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`, FAMILIES[family]),
    }
    for (const range of ranges.split(',')) {
      const [from = 0, to = from] = range
        .slice(2)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16))
      for (let point = from; point <= to; point++) if (!slices.has(point)) slices.set(point, slice)
    }
  }
  known.set(family, slices)
  return slices
}
