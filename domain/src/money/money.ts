/**
 * Money: whole ten-thousandths of a pound, or of the main unit of its currency; never a floating-point number.
 * Calls carry it as a decimal text ('12.50'). Columns of the database are `numeric` in main units or `bigint` in
 * ten-thousandths, by table.
 */
export type Money = bigint

const SCALE = 10_000n
const DECIMAL = /^-?\d{1,10}(\.\d{1,4})?$/

/** Whether {@link parseMoney} accepts a text: at most 10 digits before the point and 4 after. */
export function isMoney(text: string): boolean {
  return DECIMAL.test(text)
}

/** Parses a decimal text ('12.5', '-0.0001'). Throws a RangeError for anything else. */
export function parseMoney(text: string): Money {
  if (!isMoney(text)) throw new RangeError(`'${text}' is no amount: digits, with at most four decimals`)
  const negative = text.startsWith('-')
  const [whole = '0', decimals = ''] = text.replace('-', '').split('.')
  const value = BigInt(whole) * SCALE + BigInt(decimals.padEnd(4, '0'))
  return negative ? -value : value
}

/** The decimal text of an amount, with two to four decimals as needed. */
export function moneyText(amount: Money): string {
  const negative = amount < 0n
  const magnitude = negative ? -amount : amount
  const decimals = (magnitude % SCALE)
    .toString()
    .padStart(4, '0')
    .replace(/0{1,2}$/, '')
  return `${negative ? '-' : ''}${magnitude / SCALE}.${decimals}`
}

/** The same for a decimal text with four decimals, as the database returns it. */
export function trimMoney(text: string): string {
  return text.replace(/0{1,2}$/, '')
}

/** Unit price times a whole quantity, exact. */
export function times(amount: Money, quantity: number): Money {
  return amount * BigInt(quantity)
}

const formats = new Map<string, Intl.NumberFormat>()

/** Replaces the hyphen with a minus sign, for people: '−340', '−£3.40'. The wire and files keep the hyphen. */
export const withMinus = (text: string): string => text.replace('-', '−')

/**
 * '£1,234.50': specification 9, 'Currency GBP, format £#,##0.00'. Takes the wire's decimal text. Without a sign if the
 * currency is '', because carriers' files need not name one.
 */
export function formatMoney(text: string, currency: string): string {
  if (currency === '') return withMinus(twoDecimals.format(text as Intl.StringNumericLiteral))
  let format = formats.get(currency)
  if (!format) {
    format = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
    formats.set(currency, format)
  }
  return withMinus(format.format(text as Intl.StringNumericLiteral))
}

const exact = new Map<string, Intl.NumberFormat>()

/** '£12.345': a price with two to four decimals as needed. */
export function formatPrice(text: string, currency: string): string {
  let format = exact.get(currency)
  if (!format) {
    format = new Intl.NumberFormat('en-GB', { style: 'currency', currency, maximumFractionDigits: 4 })
    exact.set(currency, format)
  }
  return withMinus(format.format(text as Intl.StringNumericLiteral))
}

/** '£', '€': the sign of a currency; its code if it has none. */
export const currencySign = (currency: string): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency

const figures = new Intl.NumberFormat('en-GB')

const twoDecimals = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** '1,284.00': a figure in a table. Specification 9: 'number columns #,##0.00 (two decimals, en-GB)'. */
export function formatFigure(figure: number): string {
  return withMinus(twoDecimals.format(figure))
}

/** '1,284': a whole count, en-GB. */
export function formatCount(count: number): string {
  return withMinus(figures.format(count))
}
