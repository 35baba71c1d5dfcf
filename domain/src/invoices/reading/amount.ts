import type { Cost } from '../../routing/prices/costing.ts'

export type Decimal = '.' | ','

/** An amount as read; `isRounded` if it has more than four significant decimals. */
export type ReadAmount = { readonly amount: Cost; readonly isRounded: boolean }

const PLAIN = /^-?\d{1,11}(?:[.,]\d{1,4})?$/
/** On either side: currency signs and codes, and what separates them from the digits. */
const CURRENCY_BEFORE = /^(?:[A-Z]{3}|[A-Z]?[$£€]|[A-Z]{2}\.?|zł)\s*/i
const CURRENCY_BEHIND = /\s*(?:[A-Z]{3}|[$£€]|zł)$/i
const GROUPS: Record<Decimal, RegExp> = {
  '.': /^(?:\d+|\d{1,3}(?:([ ,'’])\d{3})(?:\1\d{3})*)?(?:\.(\d*))?$/,
  ',': /^(?:\d+|\d{1,3}(?:([ .'’])\d{3})(?:\1\d{3})*)?(?:,(\d*))?$/,
}
/** Longer texts are not amounts. */
const MAX_LENGTH = 40
const MAX_DIGITS = 11

/**
 * Reads an amount in ten-thousandths: 1,234.50 or 1.234,50 by the decimal sign; a minus on either side, or brackets,
 * for a credit; a currency sign on either side is ignored. Undefined for other texts.
 */
export function readAmount(text: string, decimal: Decimal): ReadAmount | undefined {
  if (PLAIN.test(text)) {
    const point = text.search(/[.,]/)
    if (point === -1) return { amount: Number(text) * 10_000, isRounded: false }
    if (text[point] === decimal) return { amount: plainAmount(text, point), isRounded: false }
  }
  if (text.length > MAX_LENGTH) return undefined
  let rest = text
    .replaceAll(/[\u00A0\u202F\u2009]/g, ' ')
    .trim()
    .replace('\u2212', '-')
  let isNegative = false
  if (rest.startsWith('(') && rest.endsWith(')')) {
    isNegative = true
    rest = rest.slice(1, -1).trim()
  }
  const unsigned = withoutSign(rest.replace(CURRENCY_BEFORE, '').replace(CURRENCY_BEHIND, '').trim())
  // The minus may come before the currency, or the currency before the minus.
  const bare = withoutSign(unsigned.rest.replace(CURRENCY_BEFORE, '').replace(CURRENCY_BEHIND, '').trim())
  if (unsigned.isNegative && bare.isNegative) return undefined
  isNegative = isNegative !== (unsigned.isNegative || bare.isNegative)
  const found = GROUPS[decimal].exec(bare.rest)
  if (!found || !/\d/.test(bare.rest)) return undefined
  const [whole = '', decimals = ''] = bare.rest.split(decimal)
  const digits = whole.replaceAll(/\D/g, '')
  if (digits.replace(/^0+/, '').length > MAX_DIGITS) return undefined
  const magnitude = Number(digits || '0') * 10_000 + tenThousandths(decimals)
  return { amount: isNegative && magnitude !== 0 ? -magnitude : magnitude, isRounded: /[1-9]/.test(decimals.slice(4)) }
}

function plainAmount(text: string, point: number): Cost {
  const isNegative = text.startsWith('-')
  const magnitude =
    Number(text.slice(isNegative ? 1 : 0, point)) * 10_000 + Number(text.slice(point + 1).padEnd(4, '0'))
  return isNegative && magnitude !== 0 ? -magnitude : magnitude
}

/** Half up, as everywhere. */
function tenThousandths(decimals: string): Cost {
  const four = Number(decimals.slice(0, 4).padEnd(4, '0'))
  return (decimals[4] ?? '') >= '5' ? four + 1 : four
}

function withoutSign(text: string): { rest: string; isNegative: boolean } {
  if (/^[-+]/.test(text)) return { rest: text.slice(1).trim(), isNegative: text.startsWith('-') }
  if (text.endsWith('-')) return { rest: text.slice(0, -1).trim(), isNegative: true }
  return { rest: text, isNegative: false }
}

/** The decimal sign of a text, if it is clear: it is in 8,62 and 1.234,5, but not in 1,234. */
export function decimalOf(text: string): Decimal | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const figures = text.replaceAll(/[^\d.,]/g, '')
  const last = figures.search(/[.,]\d*$/)
  if (last === -1) return undefined
  const sign = figures[last] as Decimal
  const others = figures.slice(0, last)
  if (others.includes(sign)) return sign === '.' ? ',' : '.'
  if (others.includes(sign === '.' ? ',' : '.')) return sign
  const decimals = figures.length - last - 1
  // 0,500 has no thousands.
  return decimals !== 3 || /^0+$/.test(others) || others.length > 3 || others === '' ? sign : undefined
}

/** The decimal sign of columns of amounts, from all their texts; undefined if none is clear. */
export function decimalOfAll(texts: Iterable<string>): Decimal | undefined {
  let points = 0
  let commas = 0
  for (const text of texts) {
    const sign = decimalOf(text)
    if (sign === '.') points += 1
    else if (sign === ',') commas += 1
  }
  if (points === commas) return undefined
  return points > commas ? '.' : ','
}
