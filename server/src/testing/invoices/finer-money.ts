import { finerThanCurrency } from '@despatch/domain/money/minor-units'

/** Numbers that are not money, or may be finer: measures, percentages, rates, and unit prices. */
const NO_MONEY =
  /weight|rate|percent|share|divisor|length|width|height|volume|unit_?value|pieceValue|id$|number|reference/i
const DECIMAL = /^-?\d+\.\d+$/

/**
 * Finds the amounts in an answer that have more decimals than their currency, each with its path. The currency is
 * that of the amount's record, or of the nearest enclosing one; pounds by default.
 */
export function finerMoney(answer: unknown, currency = 'GBP', path = ''): string[] {
  if (Array.isArray(answer)) return answer.flatMap((one, index) => finerMoney(one, currency, `${path}[${index}]`))
  if (typeof answer !== 'object' || answer === null) return []
  const own = Object.entries(answer).find(([key, value]) => /^currency(Code)?$/.test(key) && value !== '')?.[1]
  const of = typeof own === 'string' ? own : currency
  return Object.entries(answer).flatMap(([key, value]) => {
    const at = `${path}.${key}`
    if (typeof value !== 'string') return finerMoney(value, of, at)
    return DECIMAL.test(value) && !NO_MONEY.test(key) && finerThanCurrency(value, of) ? [`${at}: ${value} ${of}`] : []
  })
}
