import { MEANT_BY } from './synonyms.ts'

/** What a text is compared with. */
type Matched = {
  readonly label: string
  readonly description?: string | undefined
  readonly words?: string | undefined
}

const WHOLE_WORD = 4
const BEGINS_WORD = 3
const WITHIN_WORD = 2
const MEANT = 1.5
const SLIPPED = 1
/** What is found beside the label counts half. */
const BESIDE = 0.5
const BEGINS_LABEL = 4

/** As many letters a word has that a single slip is seen in; twice as many, two. */
const SLIP_LETTERS = 4

/** The words of a text that is looked for, in small letters and without accents. */
export const wordsOf = (text: string): readonly string[] => plain(text).split(/\s+/).filter(Boolean)

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/**
 * How well something matches what is looked for, more is better; 0 where a word of it is nowhere. Words that mean the same
 * match too, and with `isLenient` words in which a letter is wrong, missing, too many or in another place.
 */
export function matchScore(
  asked: readonly string[],
  { label, description, words }: Matched,
  isLenient = false,
): number {
  const [said, beside] = [plain(label), plain(`${description ?? ''} ${words ?? ''}`)]
  const scoreOf = (wanted: readonly string[]) => {
    const scores = wanted.map((word) =>
      Math.max(wordScore(word, said, isLenient), wordScore(word, beside, isLenient) * BESIDE),
    )
    if (scores.includes(0)) return 0
    const begins = wanted.length > 0 && said.startsWith(wanted.join(' ')) ? BEGINS_LABEL : 0
    return scores.reduce((sum, score) => sum + score, begins)
  }
  // Of no words everything is meant.
  return asked.length === 0 ? 1 : Math.max(...readings(asked).map(scoreOf))
}

/** Whether every word that is looked for begins one of something's words, or means one. */
export function beginsSo(asked: readonly string[], { label, description, words }: Matched): boolean {
  const said = plain(`${label} ${description ?? ''} ${words ?? ''}`)
  const isBegun = (word: string) => [MEANT, BEGINS_WORD, WHOLE_WORD].includes(wordScore(word, said, false))
  return readings(asked).some((wanted) => wanted.every(isBegun))
}

/** Phrases that mean something as a whole: 'log out'. */
const PHRASES = [...MEANT_BY.keys()].filter((phrase) => phrase.includes(' '))

/** What may be meant by words: they themselves, phrases among them as one, and words that a hyphen joins apart. */
function readings(asked: readonly string[]): readonly (readonly string[])[] {
  const text = asked.join(' ')
  const phrase = PHRASES.find((one) => ` ${text} `.includes(` ${one} `))
  const apart = asked.flatMap((word) => (/\d/.test(word) ? [word] : word.split('-').filter(Boolean)))
  return [
    asked,
    ...(phrase ? [[phrase, ...wordsOf(` ${text} `.replace(` ${phrase} `, ' '))]] : []),
    ...(apart.length > asked.length ? [apart] : []),
  ]
}

function wordScore(word: string, said: string, isLenient: boolean): number {
  const direct = directScore(word, said)
  if (direct > 0) return direct
  const meant = MEANT_BY.get(word) ?? []
  if (meant.some((phrase) => phrase.split(' ').every((part) => directScore(part, said) >= BEGINS_WORD))) return MEANT
  if (!isLenient || word.length < SLIP_LETTERS) return 0
  return said.split(/[^\p{L}\p{N}]+/u).some((other) => isSlipOf(word, other)) ? SLIPPED : 0
}

function directScore(word: string, said: string): number {
  let best = 0
  for (let at = said.indexOf(word); at >= 0 && best < WHOLE_WORD; at = said.indexOf(word, at + 1)) {
    const begins = at === 0 || !isLetter(said[at - 1])
    const ends = !isLetter(said[at + word.length])
    best = Math.max(best, begins ? (ends ? WHOLE_WORD : BEGINS_WORD) : WITHIN_WORD)
  }
  return best
}
const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)

/** Whether a word was meant by another that was typed, whole or its beginning. */
function isSlipOf(typed: string, word: string): boolean {
  const most = typed.length >= 2 * SLIP_LETTERS ? 2 : 1
  // Nobody mistypes the first letter of a word without seeing it.
  if (typed[0] !== word[0] || word.length < typed.length - most) return false
  const lengths = Array.from({ length: 2 * most + 1 }, (_, index) => typed.length - most + index)
  return lengths.some((length) => length <= word.length && slips(typed, word.slice(0, length)) <= most)
}

/** How many slips of the fingers make one word of another: letters changed, added, left out, or swapped with the next. */
function slips(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      line[column] = Math.min(
        (rows[row - 1]?.[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (rows[row - 1]?.[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped && row > 1 && column > 1 ? (rows[row - 2]?.[column - 2] ?? 0) + 1 : Infinity,
      )
    }
    rows.push(line)
  }
  return rows[one.length]?.[other.length] ?? Infinity
}
