import { SYNONYMS_OF } from './synonyms.ts'

/** A candidate for a search text. */
type Candidate = {
  readonly label: string
  readonly description?: string | undefined
  readonly words?: string | undefined
}

const WHOLE_WORD = 4
const BEGINS_WORD = 3
const WITHIN_WORD = 2
const SYNONYM = 1.5
const MISTYPED = 1
/** The weight of matches in the description or the further words. */
const OUTSIDE_LABEL = 0.5
const BEGINS_LABEL = 4

/** A word of this length may have one typing error, of twice this length two. */
const MIN_LETTERS_PER_TYPO = 4

/** The words of a search text, in lower case and without accents. */
export const wordsOf = (text: string): readonly string[] => plain(text).split(/\s+/).filter(Boolean)

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/**
 * How well a candidate matches the words of a search text. Synonyms match too, and with `isLenient` words with a wrong, missing,
 * additional or misplaced letter.
 *
 * @returns higher is better; 0 if any word does not match
 */
export function matchScore(
  query: readonly string[],
  { label, description, words }: Candidate,
  isLenient = false,
): number {
  const [labelText, otherText] = [plain(label), plain(`${description ?? ''} ${words ?? ''}`)]
  const scoreOf = (reading: readonly string[]) => {
    const scores = reading.map((word) =>
      Math.max(wordScore(word, labelText, isLenient), wordScore(word, otherText, isLenient) * OUTSIDE_LABEL),
    )
    if (scores.includes(0)) return 0
    const begins = reading.length > 0 && labelText.startsWith(reading.join(' ')) ? BEGINS_LABEL : 0
    return scores.reduce((sum, score) => sum + score, begins)
  }
  // Everything matches an empty text.
  return query.length === 0 ? 1 : Math.max(...readings(query).map(scoreOf))
}

/** Whether every word of the search text begins a word of the candidate, or is a synonym of one. */
export function matchesBeginning(query: readonly string[], { label, description, words }: Candidate): boolean {
  const text = plain(`${label} ${description ?? ''} ${words ?? ''}`)
  const isBeginning = (word: string) => [SYNONYM, BEGINS_WORD, WHOLE_WORD].includes(wordScore(word, text, false))
  return readings(query).some((reading) => reading.every(isBeginning))
}

/** Synonyms of several words: 'log out'. */
const PHRASES = [...SYNONYMS_OF.keys()].filter((phrase) => phrase.includes(' '))

/** The ways to read a search text: its words as they are, with a phrase as one word, and with hyphenated words split. */
function readings(query: readonly string[]): readonly (readonly string[])[] {
  const text = query.join(' ')
  const phrase = PHRASES.find((one) => ` ${text} `.includes(` ${one} `))
  const split = query.flatMap((word) => (/\d/.test(word) ? [word] : word.split('-').filter(Boolean)))
  return [
    query,
    ...(phrase ? [[phrase, ...wordsOf(` ${text} `.replace(` ${phrase} `, ' '))]] : []),
    ...(split.length > query.length ? [split] : []),
  ]
}

function wordScore(word: string, text: string, isLenient: boolean): number {
  const direct = directScore(word, text)
  if (direct > 0) return direct
  const synonyms = SYNONYMS_OF.get(word) ?? []
  if (synonyms.some((phrase) => phrase.split(' ').every((part) => directScore(part, text) >= BEGINS_WORD)))
    return SYNONYM
  if (!isLenient || word.length < MIN_LETTERS_PER_TYPO) return 0
  return text.split(/[^\p{L}\p{N}]+/u).some((other) => isTypoOf(word, other)) ? MISTYPED : 0
}

function directScore(word: string, text: string): number {
  let best = 0
  for (let at = text.indexOf(word); at >= 0 && best < WHOLE_WORD; at = text.indexOf(word, at + 1)) {
    const begins = at === 0 || !isLetter(text[at - 1])
    const ends = !isLetter(text[at + word.length])
    best = Math.max(best, begins ? (ends ? WHOLE_WORD : BEGINS_WORD) : WITHIN_WORD)
  }
  return best
}
const isLetter = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}]/u.test(char)

/** Whether the typed text may be a mistyped word, or the mistyped beginning of one. */
function isTypoOf(typed: string, word: string): boolean {
  const maxTypos = typed.length >= 2 * MIN_LETTERS_PER_TYPO ? 2 : 1
  // Users notice a wrong first letter.
  if (typed[0] !== word[0] || word.length < typed.length - maxTypos) return false
  const lengths = Array.from({ length: 2 * maxTypos + 1 }, (_, index) => typed.length - maxTypos + index)
  return lengths.some((length) => length <= word.length && editDistance(typed, word.slice(0, length)) <= maxTypos)
}

/** The number of letters to change, add, remove or swap with the next to turn one word into another. */
function editDistance(one: string, other: string): number {
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
