/**
 * Finds orders by what customers say on the phone: name, company, address, phone. Texts are compared word by word, in
 * lower case without accents and apostrophes. The database does the same when it stores orders (`words_of`).
 */

/** Letters without a decomposed form, and punctuation inside names. */
const LETTER_REPLACEMENTS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}
const SPECIAL = new RegExp(`[${Object.keys(LETTER_REPLACEMENTS).join('')}]`, 'g')
const MAX_WORD = 40
const ASCII = /^[ -~]*$/

/** Lower case, without accents and apostrophes. */
function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replaceAll(/['`]/g, '')
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F'’‘ʼ´`]/g, '')
    .replaceAll(SPECIAL, (letter) => LETTER_REPLACEMENTS[letter] ?? letter)
}

export const wordsOf = (text: string): readonly string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => Array.from(word).slice(0, MAX_WORD).join(''))

/** A word that an order must contain, in full or as a prefix. */
export type SearchWord = { readonly word: string; readonly isWhole: boolean }

/** Alternative sets of words; an order matches if it contains all words of one set, in any order. */
export type SearchWords = readonly (readonly SearchWord[])[]

const MAX_WORDS = 8
/** Names with a short first part are also written as one word: O Brien, Mc Donald, De Silva. */
const MAX_PARTICLE = 3
/** Words in so many addresses that they are not searched by prefix. */
const FREQUENT_WORDS = new Set(
  'street road avenue lane close drive way court house flat place gardens grove crescent terrace park hill the and of'.split(
    ' ',
  ),
)

/** Titles that orders rarely contain. */
const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'mx', 'dr'])
/** The first half of a UK postcode, a word of its own. */
const OUTWARD_CODE = /^[a-z]{1,2}\d[a-z\d]?$/

const toSearchWord = (word: string): SearchWord => ({
  word,
  isWhole: FREQUENT_WORDS.has(word) || /^\d{1,3}$/.test(word),
})

/** Reads a text as words of a name, company or address; empty if it cannot be, such as a single word with a digit. */
export function parseSearchWords(typed: string): SearchWords {
  const allWords = wordsOf(typed).slice(0, MAX_WORDS)
  const named = allWords.filter((word) => !TITLES.has(word))
  const words = named.length > 0 ? named : allWords
  const [first = ''] = words
  if (words.length === 1 && OUTWARD_CODE.test(first)) return [[{ word: first, isWhole: true }]]
  if (words.length === 0 || (words.length === 1 && (first.length < 3 || /\d/.test(first)))) return []
  const joined = words.flatMap((word, place) => {
    const next = words[place + 1]
    return next !== undefined && word.length <= MAX_PARTICLE && !/\d/.test(word + next)
      ? [[...words.slice(0, place), word + next, ...words.slice(place + 2)]]
      : []
  })
  const sets = [words, ...joined]
  return [...sets, ...sets.flatMap(soundAlikes)].map((set) => set.map(toSearchWord))
}

/** Mc and Mac sound alike: adds the words with the other one. */
function soundAlikes(words: readonly string[]): readonly (readonly string[])[] {
  const heard = words.map((word) =>
    /^mc\p{L}{2}/u.test(word) ? `mac${word.slice(2)}` : /^mac\p{L}{2}/u.test(word) ? `mc${word.slice(3)}` : word,
  )
  return heard.some((word, place) => word !== words[place]) ? [heard] : []
}

const MIN_PHONE_DIGITS = 6
/** Enough final digits to identify a phone, whatever prefix is written: 0, +44, 0044, +44 (0). */
const PHONE_DIGITS = 9

/** The final digits of a possible phone number, in reverse; undefined if it cannot be one. */
export function phoneEnd(typed: string): string | undefined {
  if (!/^[\d\s+()./-]+$/.test(typed)) return undefined
  const digits = typed.replaceAll(/\D/g, '')
  return digits.length < MIN_PHONE_DIGITS || digits.length > 16 ? undefined : reversed(digits.slice(-PHONE_DIGITS))
}

const MAX_TRACKING_DIGITS = 12
/**
 * The final digits of a tracking number, in reverse and without a country suffix ('…GB'); undefined for fewer than
 * five.
 */
export function parcelEnd(typed: string): string | undefined {
  const digits = /^(\d{5,})(?:[A-Z]{2})?$/i.exec(typed.replaceAll(/[\s-]/g, ''))?.[1]
  return digits !== undefined && digits.length <= MAX_TRACKING_DIGITS ? reversed(digits) : undefined
}

const reversed = (text: string) => Array.from(text).toReversed().join('')

/** Parts of an order that the search looks at. */
type SearchedOrder = {
  readonly name: string
  readonly account: string
  readonly addressLines: readonly string[]
  readonly postCode: string
}

export const MATCHED_FIELDS = {
  name: 'Name',
  account: 'Account',
  phone: 'Phone',
  postcode: 'Postcode',
  address: 'Address',
}
export type MatchedField = keyof typeof MATCHED_FIELDS
export const MATCHED_FIELD_CODES = Object.keys(MATCHED_FIELDS) as [MatchedField, ...MatchedField[]]

/** Matching parts of the order as written, with a score for the whole match. */
type WordMatch = { readonly found: readonly { field: MatchedField; text: string }[]; readonly score: number }

const FIELD_SCORES: Readonly<Record<MatchedField, number>> = {
  name: 30,
  account: 20,
  phone: 20,
  postcode: 15,
  address: 10,
}
const WHOLE_WORD_SCORE = 5

/** Finds the parts of an order that match, by the better of the alternative sets of words. */
export function matchWords(asked: SearchWords, order: SearchedOrder): WordMatch {
  const parts = [
    { field: 'name' as const, text: order.name },
    { field: 'account' as const, text: order.account },
    { field: 'postcode' as const, text: order.postCode },
    ...order.addressLines.map((text) => ({ field: 'address' as const, text })),
  ]
    .filter(({ text }) => text !== '')
    .map((part) => ({ ...part, words: wordsAndJoined(part.text) }))
  const all = asked.map((words) => {
    const used = new Map<number, number>()
    for (const { word, isWhole } of words) {
      const best = parts
        .map(({ field, words: has }, place) => {
          const whole = has.includes(word)
          const begun = whole || (!isWhole && has.some((one) => one.startsWith(word)))
          return { place, worth: begun ? FIELD_SCORES[field] + (whole ? WHOLE_WORD_SCORE : 0) : 0 }
        })
        .toSorted((one, other) => other.worth - one.worth)[0]
      if (best && best.worth > 0) used.set(best.place, (used.get(best.place) ?? 0) + best.worth)
    }
    return {
      found: parts.filter((_, place) => used.has(place)).map(({ field, text }) => ({ field, text })),
      score: [...used.values()].reduce((sum, worth) => sum + worth, 0) / words.length,
    }
  })
  return all.toSorted((one, other) => other.score - one.score)[0] ?? { found: [], score: 0 }
}

/** The words of a text, and all of them joined. */
function wordsAndJoined(text: string): readonly string[] {
  const words = wordsOf(text)
  return words.length > 1 ? [...words, words.join('')] : words
}
