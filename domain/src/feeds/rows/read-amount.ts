import { isCurrencySign, signsOf, splitSign } from '../../money/currency-signs.ts'
import { TOO_VALUABLE_LINE } from '../../orders/line-value.ts'
import { type Fault, fault } from '../fault.ts'

/** Digits with at most four decimals after a point. */
const PLAIN = /^\d{1,10}(\.\d{1,4}0*)?$/
const LONG = /^\d{11,}(\.\d+)?$/
export const TOO_VALUABLE = fault(TOO_VALUABLE_LINE)

const BLANKS = /[\s\u00A0\u2009\u202F]+/g

/** Thousands in groups of three, with any separator, and decimals after another sign. */
const IN_COMMAS = /^[1-9]\d{0,2}(,\d{3})+\.\d{1,4}$|^[1-9]\d{0,2}(,\d{3}){2,}$/
const IN_POINTS = /^[1-9]\d{0,2}(\.\d{3})+,\d{1,4}$|^[1-9]\d{0,2}(\.\d{3}){2,}$/
const IN_BLANKS = /^[1-9]\d{0,2}([ '’]\d{3})+([.,]\d{1,4})?$/
const DECIMAL_COMMA = /^(?:\d{1,10},(?:\d{1,2}|\d{4})|0,\d{1,4})$/
const AMBIGUOUS_COMMA = /^[1-9]\d{0,2},\d{3}$/

/**
 * Makes a reader of amounts of zero or more as exact decimal texts; '' stays ''. Accepts a currency sign, thousands
 * separators and a decimal comma if they are unambiguous; a single point is a decimal point.
 *
 * @param currency of the amounts (ISO 4217); signs of others are refused. Without it, all signs are
 */
export function amountReader(title: string, currency: string | undefined): (text: string) => string | Fault {
  const wrong = fault(`${title} looks like 12.50: no sign, no currency, no commas, at most four decimals`)
  const unclear = fault(`${title} may be thousands or decimals. Write 1.25, or 1250 without a comma`)
  const other = fault(`${title} is not in the client’s currency. Use ${currency}`)
  return (text) => {
    if (text === '') return text
    if (PLAIN.test(text)) return inDecimals(text)
    // The format is right, but the amount is too high.
    if (LONG.test(text)) return TOO_VALUABLE
    if (text.length > 40) return wrong
    const { sign, amount: figure } = splitSign(text.replaceAll(BLANKS, ' ')) ?? {}
    if (sign === undefined || figure === undefined || !/^\d/.test(figure)) return wrong
    if (sign !== '' && !signsOf(currency ?? '').has(sign.toUpperCase()))
      return currency !== undefined && isCurrencySign(sign) ? other : wrong
    // €1.250 may be what others write as €1,250.
    if (AMBIGUOUS_COMMA.test(figure) || (sign !== '' && /^[1-9]\d{0,2}\.\d{3}$/.test(figure))) return unclear
    const plain = plainFigure(figure)
    if (plain === undefined) return wrong
    if (LONG.test(plain)) return TOO_VALUABLE
    return PLAIN.test(plain) ? inDecimals(plain) : wrong
  }
}

const inDecimals = (plain: string) => plain.replace(/(\.\d{4})0+$/, '$1')

/** Normalises a figure to a decimal point without thousands separators; undefined if it is no figure. */
function plainFigure(figure: string): string | undefined {
  if (IN_COMMAS.test(figure)) return figure.replaceAll(',', '')
  if (IN_POINTS.test(figure)) return figure.replaceAll('.', '').replace(',', '.')
  if (IN_BLANKS.test(figure)) return figure.replaceAll(/[ '’]/g, '').replace(',', '.')
  if (DECIMAL_COMMA.test(figure)) return figure.replace(',', '.')
  return PLAIN.test(figure) || LONG.test(figure) ? figure : undefined
}
