/** The format that carriers accept. */
const CARRIER_FORMAT = /^\+?[\d ()-]{0,30}$/
export const PHONE_RULE = 'A phone number is digits, spaces, ( ) - and a leading +'

const MIN_DIGITS = 5
const MAX_DIGITS = 15
/** Longer texts are not parsed. */
const LONGEST = 500

/** A phone number that carriers accept, and a note on the text left out. */
export type ReadPhone = {
  /** Digits, spaces, ( ) - and a leading +; '' if none was found. */
  readonly phone: string
  /** What was left out; undefined if only insignificant characters were. */
  readonly note?: string
}

const EXTENSION = /[\s,;]*(?:(?:;\s*)?ext(?:ension|n)?\.?\s*[=:]?|x|#|durchwahl|poste|p\.?w\.)\s*(\d{1,8})\s*$/i
/** Invisible characters from web pages and address books. */
const UNSEEN = /[\p{Cc}\p{Cf}\uFE0F]/gu
const BLANKS = /\s+/g
const HYPHENS = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g
/** A number that a spreadsheet abbreviated, so its last digits are lost. */
const CUT_SHORT = /^\d[.,]?\d*E\+?\d+$/i

/**
 * Reads a phone number as people and shops write it: removes separators, words and a second number, and moves an
 * extension to the note. Text that carriers accept stays unchanged.
 */
export function readPhone(text: string): ReadPhone {
  if (CARRIER_FORMAT.test(text) && digitsOf(text).length <= MAX_DIGITS) return { phone: /\d/.test(text) ? text : '' }
  if (text.length > LONGEST) return { phone: '', note: leftOut(`${text.slice(0, 50)}…`) }
  const plain = text.normalize('NFKC').replaceAll(UNSEEN, '').replaceAll(BLANKS, ' ').replaceAll(HYPHENS, '-').trim()
  const bare = plain
    .replace(/^['’‘`"]+|['’"]+$/g, '')
    .replace(/^(?:tel|phone|mob|mobile|t|m|callto|sms|whatsapp)\s*[.:]\s*/i, '')
    .replace(/^(\+?\d{6,})\.0$/, '$1')
    .trim()
  if (CUT_SHORT.test(bare)) return { phone: '', note: leftOut(plain) }
  const extension = EXTENSION.exec(bare)?.[1]
  const [first = '', ...others] = numbersIn(bare.replace(EXTENSION, ''))
  if (first === '') return { phone: '', note: leftOut(plain) }
  if (extension === undefined && others.length === 0 && !/\p{L}/u.test(bare)) return { phone: first }
  const apart = [
    ...(extension === undefined ? [] : [`extension ${extension}`]),
    ...others.map((other) => `another number ${other}`),
  ]
  return { phone: first, note: apart.length > 0 ? `Phone: ${apart.join(', ')}` : `Phone as it was given: ${plain}` }
}

const leftOut = (text: string) => `Phone left out, as it cannot be read: ${text}`

/** The phone numbers in a text, in the carriers' format. */
function numbersIn(text: string): string[] {
  const parts = text.split(/\s*(?:[;,|&]|\bor\b|\band\b|\boder\b|\bou\b)\s*|\s+\/\s*|\s*\/\s+/i)
  const split = parts.flatMap((part) => {
    const halves = part.split('/')
    // 030/1234567 is one number, 07700900123/07700900124 are two.
    return halves.every((half) => digitsOf(half).length >= 7) ? halves : part
  })
  return split.flatMap((part) => toCarrierFormat(part) ?? [])
}

/** A text with one number, in the carriers' format; undefined with too few or too many digits. */
function toCarrierFormat(text: string): string | undefined {
  const number = /[+(]?\s?\(?\+?\d[\d\s()./_~-]*/.exec(text)?.[0] ?? ''
  const signs = number
    .replaceAll(/[./_~]/g, ' ')
    .replace(/^\(\s*\+\s*(\d{1,3})\s*\)/, '+$1 ')
    .replaceAll(/(?!^)\+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .replace(/[\s(-]+$/, '')
    .replace(/^\+\s+/, '+')
    .trim()
  const balanced = signs.split('(').length === signs.split(')').length ? signs : signs.replaceAll(/[()]/g, '')
  const count = digitsOf(balanced).length
  if (count < MIN_DIGITS || count > MAX_DIGITS) return undefined
  return CARRIER_FORMAT.test(balanced) ? balanced : `${balanced.startsWith('+') ? '+' : ''}${digitsOf(balanced)}`
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

/** Enough last digits to tell phones apart, whatever prefix is written: 0, +44, 0044, +44 (0). */
const COMPARED_DIGITS = 9

/** Whether two texts are the same phone number. */
export function isSamePhone(one: string, other: string): boolean {
  if (one === other) return true
  const [a, b] = [digitsOf(one), digitsOf(other)]
  return a === b || (a.length >= COMPARED_DIGITS && a.slice(-COMPARED_DIGITS) === b.slice(-COMPARED_DIGITS))
}
