/**
 * Money in code: whole ten-thousandths of the currency's main unit, never a floating point number of pounds. Calls carry it
 * as a decimal text ('12.50'). Columns of the database are `numeric` in main units or `bigint` in ten-thousandths, by table.
 */
export type Money = bigint

const SCALE = 10_000n
const DECIMAL = /^-?\d{1,10}(\.\d{1,4})?$/

/** Whether a text is a decimal amount that {@link parseMoney} takes: at most 10 digits before the point, 4 after. */
export function isMoney(text: string): boolean {
  return DECIMAL.test(text)
}

/** Turns a decimal text ('12.5', '-0.0001') into money. Throws a RangeError for anything else. */
export function parseMoney(text: string): Money {
  if (!isMoney(text)) throw new RangeError(`'${text}' is no amount: digits, with at most four decimals`)
  const negative = text.startsWith('-')
  const [whole = '0', decimals = ''] = text.replace('-', '').split('.')
  const value = BigInt(whole) * SCALE + BigInt(decimals.padEnd(4, '0'))
  return negative ? -value : value
}

/** The decimal text of an amount, with two decimals, or as many more (up to four) as it takes to be exact. */
export function moneyText(amount: Money): string {
  const negative = amount < 0n
  const magnitude = negative ? -amount : amount
  const decimals = (magnitude % SCALE)
    .toString()
    .padStart(4, '0')
    .replace(/0{1,2}$/, '')
  return `${negative ? '-' : ''}${magnitude / SCALE}.${decimals}`
}

/** The same text of an amount that is a decimal text with four decimals already, as the database gives it. */
export function trimMoney(text: string): string {
  return text.replace(/0{1,2}$/, '')
}

/** Unit price times a whole quantity, exact. */
export function times(amount: Money, quantity: number): Money {
  return amount * BigInt(quantity)
}

const formats = new Map<string, Intl.NumberFormat>()

/** A minus sign where the browser writes a hyphen: '−340', '−£3.40'. For people; the wire and files keep the hyphen. */
export const withMinus = (text: string): string => text.replace('-', '−')

/**
 * '£1,234.50': specification 9, 'Currency GBP, format £#,##0.00'. Takes the wire's decimal text; en-GB. Without a sign where
 * the currency is '': carriers' files need not name one.
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

/** '£12.345': a price in a currency, with its decimals or as many more (up to four) as it takes. */
export function formatPrice(text: string, currency: string): string {
  let format = exact.get(currency)
  if (!format) {
    format = new Intl.NumberFormat('en-GB', { style: 'currency', currency, maximumFractionDigits: 4 })
    exact.set(currency, format)
  }
  return withMinus(format.format(text as Intl.StringNumericLiteral))
}

/** '£', '€': the sign that stands before amounts of a currency; its code where it has none. */
export const currencySign = (currency: string): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency

const figures = new Intl.NumberFormat('en-GB')

const twoDecimals = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** '1,284.00': a figure in a column of a list. Specification 9: 'number columns #,##0.00 (two decimals, en-GB)'. */
export function formatFigure(figure: number): string {
  return withMinus(twoDecimals.format(figure))
}

/** '1,284': whole counts, en-GB. */
export function formatCount(count: number): string {
  return withMinus(figures.format(count))
}
