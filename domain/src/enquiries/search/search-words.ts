/**
 * Orders by what a customer says on the phone: name, company, address, phone. Texts are compared by their words, in small
 * letters without accents and apostrophes. The database does the same as it keeps orders (`words_of`).
 */

/** Letters that no accent can be taken off, and the signs that people write within a name. */
const LETTERS: Readonly<Record<string, string>> = {
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
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')
const MAX_WORD = 40
const ASCII = /^[ -~]*$/

/** A text in small letters, without accents and apostrophes. */
function foldText(said: string): string {
  if (ASCII.test(said)) return said.toLowerCase().replaceAll(/['`]/g, '')
  return said
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F'’‘ʼ´`]/g, '')
    .replaceAll(SPECIAL, (letter) => LETTERS[letter] ?? letter)
}

/** The words of a text. */
export const wordsOf = (said: string): readonly string[] =>
  foldText(said)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => Array.from(word).slice(0, MAX_WORD).join(''))

/** A word that an order has to have: as a whole, or begun. */
export type AskedWord = { readonly word: string; readonly isWhole: boolean }

/** What orders are looked for by: one of some sets of words, each in any order. */
export type AskedWords = readonly (readonly AskedWord[])[]

const MAX_WORDS = 8
/** A name that begins with a short word is written as one too: O Brien, Mc Donald, De Silva. */
const MAX_PARTICLE = 3
/** Words of so many addresses that what only begins so is not looked for. */
const FREQUENT = new Set(
  'street road avenue lane close drive way court house flat place gardens grove crescent terrace park hill the and of'.split(
    ' ',
  ),
)

/** What people put before a name, and orders seldom have. */
const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'mx', 'dr'])
/** The first half of a postcode, which is a word of its own. */
const OUTWARD = /^[a-z]{1,2}\d[a-z\d]?$/

const askedWord = (word: string): AskedWord => ({ word, isWhole: FREQUENT.has(word) || /^\d{1,3}$/.test(word) })

/** The words that a text may be of a name, a company or an address; nothing where it cannot be, as one word with a digit. */
export function askedWords(typed: string): AskedWords {
  const said = wordsOf(typed).slice(0, MAX_WORDS)
  const named = said.filter((word) => !TITLES.has(word))
  const words = named.length > 0 ? named : said
  const [first = ''] = words
  if (words.length === 1 && OUTWARD.test(first)) return [[{ word: first, isWhole: true }]]
  if (words.length === 0 || (words.length === 1 && (first.length < 3 || /\d/.test(first)))) return []
  const joined = words.flatMap((word, place) => {
    const next = words[place + 1]
    return next !== undefined && word.length <= MAX_PARTICLE && !/\d/.test(word + next)
      ? [[...words.slice(0, place), word + next, ...words.slice(place + 2)]]
      : []
  })
  const sets = [words, ...joined]
  return [...sets, ...sets.flatMap(asHeard)].map((set) => set.map(askedWord))
}

/** Mc and Mac sound alike: the words with the other one, where there is one. */
function asHeard(words: readonly string[]): readonly (readonly string[])[] {
  const heard = words.map((word) =>
    /^mc\p{L}{2}/u.test(word) ? `mac${word.slice(2)}` : /^mac\p{L}{2}/u.test(word) ? `mc${word.slice(3)}` : word,
  )
  return heard.some((word, place) => word !== words[place]) ? [heard] : []
}

const MIN_PHONE = 6
/** As many of its last digits as tell a phone from others, whatever is written before them: 0, +44, 0044, +44 (0). */
const PHONE_DIGITS = 9

/** The last digits of a text that may be a phone number, from the last to the first; undefined where it may not. */
export function phoneEnd(typed: string): string | undefined {
  if (!/^[\d\s+()./-]+$/.test(typed)) return undefined
  const digits = typed.replaceAll(/\D/g, '')
  return digits.length < MIN_PHONE || digits.length > 16 ? undefined : reversed(digits.slice(-PHONE_DIGITS))
}

const MAX_PARCEL_END = 12
/**
 * The last digits of a tracking number, from the last to the first, without the country that some end with ('…GB'); undefined
 * of less than five.
 */
export function parcelEnd(typed: string): string | undefined {
  const digits = /^(\d{5,})(?:[A-Z]{2})?$/i.exec(typed.replaceAll(/[\s-]/g, ''))?.[1]
  return digits !== undefined && digits.length <= MAX_PARCEL_END ? reversed(digits) : undefined
}

const reversed = (text: string) => Array.from(text).toReversed().join('')

/** What of an order the words or the phone are found in. */
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

/** Where the words are: each part of the order that has some, as it is written, and how well all of it matches. */
type Matched = { readonly found: readonly { field: MatchedField; text: string }[]; readonly score: number }

const WORTH: Readonly<Record<MatchedField, number>> = { name: 30, account: 20, phone: 20, postcode: 15, address: 10 }
const WHOLE = 5

/** Says what of an order matches words: of two sets of them the better. */
export function matchWords(asked: AskedWords, order: SearchedOrder): Matched {
  const parts = [
    { field: 'name' as const, text: order.name },
    { field: 'account' as const, text: order.account },
    { field: 'postcode' as const, text: order.postCode },
    ...order.addressLines.map((text) => ({ field: 'address' as const, text })),
  ]
    .filter(({ text }) => text !== '')
    .map((part) => ({ ...part, words: writtenAsOne(part.text) }))
  const all = asked.map((words) => {
    const used = new Map<number, number>()
    for (const { word, isWhole } of words) {
      const best = parts
        .map(({ field, words: has }, place) => {
          const whole = has.includes(word)
          const begun = whole || (!isWhole && has.some((one) => one.startsWith(word)))
          return { place, worth: begun ? WORTH[field] + (whole ? WHOLE : 0) : 0 }
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

/** The words of a text, and all of them in one. */
function writtenAsOne(text: string): readonly string[] {
  const words = wordsOf(text)
  return words.length > 1 ? [...words, words.join('')] : words
}
