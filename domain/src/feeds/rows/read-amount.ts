import { isCurrencySign, signsOf, splitSign } from '../../money/currency-signs.ts'
import { TOO_VALUABLE_LINE } from '../../orders/line-value.ts'
import { type Fault, fault } from '../fault.ts'

/** Digits, with at most four decimals behind a point. */
const PLAIN = /^\d{1,10}(\.\d{1,4}0*)?$/
const LONG = /^\d{11,}(\.\d+)?$/
export const TOO_VALUABLE = fault(TOO_VALUABLE_LINE)

const BLANKS = /[\s\u00A0\u2009\u202F]+/g

/** Thousands in groups of three, by whatever stands between them, with or without decimals behind another sign. */
const IN_COMMAS = /^[1-9]\d{0,2}(,\d{3})+\.\d{1,4}$|^[1-9]\d{0,2}(,\d{3}){2,}$/
const IN_POINTS = /^[1-9]\d{0,2}(\.\d{3})+,\d{1,4}$|^[1-9]\d{0,2}(\.\d{3}){2,}$/
const IN_BLANKS = /^[1-9]\d{0,2}([ '’]\d{3})+([.,]\d{1,4})?$/
const DECIMAL_COMMA = /^(?:\d{1,10},(?:\d{1,2}|\d{4})|0,\d{1,4})$/
const EITHER = /^[1-9]\d{0,2},\d{3}$/

/**
 * Makes a reader of amounts of zero or more as exact decimal texts; '' stays '': no amount is given. A currency sign,
 * thousands and a decimal comma are read where that can be done in one way only; a point alone is a decimal one.
 *
 * @param currency of the amounts (ISO 4217): another one is refused; without it all are
 */
export function amountReader(title: string, currency: string | undefined): (text: string) => string | Fault {
  const wrong = fault(`${title} looks like 12.50: no sign, no currency, no commas, at most four decimals`)
  const unclear = fault(
    `${title} may be thousands or decimals: write 1.25 for one and a quarter, and 1250 without a comma`,
  )
  const other = fault(`${title} is in another currency than the client’s: give it in ${currency}`)
  return (text) => {
    if (text === '') return text
    if (PLAIN.test(text)) return inDecimals(text)
    // It is written as an amount is: what is wrong with it is how much it is.
    if (LONG.test(text)) return TOO_VALUABLE
    if (text.length > 40) return wrong
    const { sign, amount: figure } = splitSign(text.replaceAll(BLANKS, ' ')) ?? {}
    if (sign === undefined || figure === undefined || !/^\d/.test(figure)) return wrong
    if (sign !== '' && !signsOf(currency ?? '').has(sign.toUpperCase()))
      return currency !== undefined && isCurrencySign(sign) ? other : wrong
    // With a sign, €1.250 may be what others write as €1,250.
    if (EITHER.test(figure) || (sign !== '' && /^[1-9]\d{0,2}\.\d{3}$/.test(figure))) return unclear
    const plain = plainFigure(figure)
    if (plain === undefined) return wrong
    if (LONG.test(plain)) return TOO_VALUABLE
    return PLAIN.test(plain) ? inDecimals(plain) : wrong
  }
}

const inDecimals = (plain: string) => plain.replace(/(\.\d{4})0+$/, '$1')

/** A figure with a point before its decimals and nothing between its thousands; undefined where it is none. */
function plainFigure(figure: string): string | undefined {
  if (IN_COMMAS.test(figure)) return figure.replaceAll(',', '')
  if (IN_POINTS.test(figure)) return figure.replaceAll('.', '').replace(',', '.')
  if (IN_BLANKS.test(figure)) return figure.replaceAll(/[ '’]/g, '').replace(',', '.')
  if (DECIMAL_COMMA.test(figure)) return figure.replace(',', '.')
  return PLAIN.test(figure) || LONG.test(figure) ? figure : undefined
}
