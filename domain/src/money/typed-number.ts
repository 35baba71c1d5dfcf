import { signsOf, splitSign } from './currency-signs.ts'
import { decimalsOf } from './minor-units.ts'
import { isMoney } from './money.ts'

/** A typed number: its plain text ('' for nothing, else like '1250' or '-12.50'), or why it is refused. */
export type TypedNumber = { readonly plain: string } | { readonly problem: string }

type NumberFormat = {
  /** Decimals allowed; 0 for counts. */
  readonly decimals: number
  /** Whether a comma between groups of three can only be a thousands separator. */
  readonly hasThousands: boolean
  /** The message for a text that is no number. */
  readonly rule: string
}

const COUNT_RULE = 'Write a whole number in digits alone, like 2000'
const MONEY_RULE = 'An amount looks like 12.50'
const FIGURE_RULE = 'A number looks like 12.5'

const MAX_DIGITS = 15
const BLANKS = /[\s\u00a0\u2007\u2009\u202f]+/g
/** The first digit in the scripts of other keyboards: Arabic, Persian and full width. */
const FIRST_DIGITS = [0x0660, 0x06f0, 0xff10]
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g
const GROUPS = /^[1-9]\d{0,2}(?:([ ,'’])\d{3})(?:\1\d{3})*(?:\.\d*)?$/

/**
 * Reads a count of pieces, parcels or days: '2,000', '2 000' and '2000' are 2000. Refuses fractions and ambiguous
 * numbers.
 */
export function readTypedCount(text: string): TypedNumber {
  const typed = cleaned(text)
  const result = read(typed, { decimals: 0, hasThousands: true, rule: COUNT_RULE })
  // Do not suggest how to write a fraction; '5.' is still being typed.
  return 'plain' in result && !typed.includes('.') ? result : { problem: COUNT_RULE }
}

/**
 * Reads an amount in a currency, with or without its sign: '£1,250.50' is '1250.50'. Refuses '12,50' and other
 * ambiguous numbers.
 *
 * @param decimals allowed decimals: the currency's, or more for prices
 */
export function readTypedMoney(text: string, currency: string, decimals = decimalsOf(currency)): TypedNumber {
  const typed = withoutSign(cleaned(text), currency)
  return read(typed, {
    decimals,
    // If three decimals are usual, or the currency is unknown, a single comma before three digits is ambiguous.
    hasThousands: (currency !== '' && decimalsOf(currency) < 3) || /[.,].*[.,]/.test(typed),
    rule: decimals === 0 ? 'An amount looks like 1250' : MONEY_RULE,
  })
}

/**
 * An amount, a decimal text, for an input field: with the decimals of its currency, or more if it has them. Text that
 * would be refused stays unchanged: '1.250' is not shown as £1.25.
 */
export function amountShown(text: string, currency: string, decimals = decimalsOf(currency)): string {
  if (!isMoney(text) || 'problem' in readTypedMoney(text, currency, decimals)) return text
  const [whole = '', behind = ''] = text.split('.')
  const fraction = behind.replace(/0+$/, '')
  const places = Math.min(decimals, decimalsOf(currency))
  if (fraction.length > places) return text
  return places === 0 ? whole : `${whole}.${fraction.padEnd(places, '0')}`
}

/** Reads a weight, a length or a share: a decimal number with a point. A comma is ambiguous. */
export const readTypedFigure = (text: string, decimals = 6): TypedNumber =>
  read(cleaned(text), { decimals, hasThousands: false, rule: FIGURE_RULE })

function cleaned(text: string): string {
  return text
    .replaceAll(OTHER_DIGITS, (digit) => {
      const code = digit.charCodeAt(0)
      return String(code - (FIRST_DIGITS.find((first) => code >= first && code <= first + 9) ?? code))
    })
    .replaceAll(BLANKS, ' ')
    .trim()
    .replace(/^[−–]/, '-')
}

/** Strips the currency sign: '-£5', '£-5', '5 £', 'GBP 5'. Other signs stay, to be refused. */
function withoutSign(typed: string, currency: string): string {
  const { sign = '', amount = '' } = splitSign(typed) ?? {}
  return amount !== '' && signsOf(currency).has(sign.toUpperCase()) ? amount.replace(/^[−–]/, '-') : typed
}

function read(typed: string, format: NumberFormat): TypedNumber {
  const { decimals, hasThousands, rule } = format
  if (typed === '') return { plain: '' }
  const [, sign = '', number = ''] = /^([+-]?) ?(.*)$/.exec(typed) ?? []
  if (!/^[\d.,'’ ]*$/.test(number) || !/\d/.test(number)) return { problem: rule }
  const isGrouped = GROUPS.test(number)
  const isPlain = /^\d*\.?\d*$/.test(number)
  if (!isPlain && !(isGrouped && (hasThousands || !number.includes(',')))) return unclear(number, format)
  const [whole = '', behind = ''] = number.replaceAll(/[ ,'’]/g, '').split('.')
  if (whole.length + behind.length > MAX_DIGITS) return { problem: 'This number is too large' }
  // '1.250' pounds may be one and a quarter, or over a thousand in continental notation.
  if (behind.length > decimals && isPlain && behind.length === 3 && /^[1-9]\d{0,2}$/.test(whole))
    return unclear(number, format)
  // '1250.00' is a whole number of yen, as the server writes amounts.
  const fraction = behind.length > decimals ? behind.replace(/0+$/, '') : behind
  if (fraction.length > decimals)
    return { problem: decimals === 0 ? rule : `${rule}, with at most ${decimals} decimals` }
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  const value = fraction === '' ? digits : `${digits}.${fraction}`
  return { plain: sign === '-' && /[1-9]/.test(value) ? `-${value}` : value }
}

/** Refuses an ambiguous number and shows how to write each possible meaning. */
function unclear(number: string, { decimals, rule }: NumberFormat): TypedNumber {
  const [, before = '', behind = ''] = /^(.*)[.,](\d*)$/.exec(number) ?? []
  // The text before the point is no number, as in '12.3.4'.
  if (/\D/.test(before) && !/^\d{1,3}([ ,.'’]\d{2,3})*$/.test(before)) return { problem: rule }
  const whole = before.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '') || '0'
  const fraction = behind.length > decimals ? behind.replace(/0+$/, '') : behind
  const ways = [
    // Only complete groups of three can be thousands.
    (behind === '' || (behind.length === 3 && whole !== '0')) && number.replaceAll(/\D/g, ''),
    behind !== '' && fraction.length <= decimals && (fraction === '' ? whole : `${whole}.${fraction}`),
  ].filter((way) => way !== false)
  return { problem: ways.length === 0 ? rule : `Write ${ways.join(' or ')}` }
}
