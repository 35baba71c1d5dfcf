import type { Weight } from './font-files.ts'
import type { TypeSetter } from './type-setter.ts'

export type Style = { readonly weight: Weight; readonly size: number }
/** A text on its lines. */
export type Wrapped = {
  readonly lines: readonly string[]
  /** The text, where its lines do not say it to whoever hears or copies them: a word was broken, or is seen in another order than it is read. */
  readonly actual?: string
}

const words = new Intl.Segmenter('en-GB', { granularity: 'word' })
const letters = new Intl.Segmenter('en-GB', { granularity: 'grapheme' })
/** Never begins a line. */
const CLOSES = /^[\p{Pe}\p{Pf}\p{Po}\p{Pd}\p{Pc}ー々〜ゝゞぁぃぅぇぉっゃゅょァィゥェォッャュョ]/u
/** Never ends one. */
const OPENS = /[\p{Ps}\p{Pi}]$/u

/** Lays text on lines of a width in points: broken between words, and within one that is longer than a line. */
export function wrap(text: string, width: number, { weight, size }: Style, setter: TypeSetter): Wrapped {
  const room = (width * 1000) / size
  const isOutOfOrder = !setter.saysItself(text, weight)
  if (setter.width(text, weight) <= room) return isOutOfOrder ? { lines: [text], actual: text } : { lines: [text] }
  const lines: string[] = []
  let line = ''
  const fits = (more: string) => setter.width((line + more).trimEnd(), weight) <= room
  const end = () => {
    lines.push(line.trimEnd())
    line = ''
  }
  for (const word of unbreakable(text)) {
    if (line === '' && word.trim() === '' && lines.length > 0) continue
    if (fits(word)) line += word
    else if (setter.width(word.trimEnd(), weight) <= room) {
      end()
      line = word
    } else {
      for (const { segment } of letters.segment(word)) {
        if (line !== '' && !fits(segment)) end()
        line += segment
      }
    }
  }
  if (line.trimEnd() !== '') end()
  return isOutOfOrder || lines.join(' ') !== text ? { lines, actual: text } : { lines }
}

/** The pieces between which a line may end. */
function unbreakable(text: string): readonly string[] {
  const pieces: string[] = []
  for (const { segment } of words.segment(text)) {
    const last = pieces.at(-1)
    const isSpace = segment.trim() === ''
    if (last !== undefined && (isSpace || OPENS.test(last) || (CLOSES.test(segment) && !last.endsWith(' '))))
      pieces[pieces.length - 1] = last + segment
    else pieces.push(segment)
  }
  return pieces
}

/** A text on one line, cut with '…' where it is longer: for what stands beside the form, not for the form. */
export function cutTo(text: string, width: number, { weight, size }: Style, setter: TypeSetter): string {
  const room = (width * 1000) / size
  if (setter.width(text, weight) <= room) return text
  const all = Array.from(letters.segment(text), ({ segment }) => segment)
  let fits = 0
  let most = all.length
  while (fits < most) {
    const middle = Math.ceil((fits + most) / 2)
    if (setter.width(`${all.slice(0, middle).join('')}…`, weight) <= room) fits = middle
    else most = middle - 1
  }
  return `${all.slice(0, fits).join('').trimEnd()}…`
}
