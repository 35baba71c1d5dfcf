const FORMULA = /^['=+\-@\t\r\n＝＋－＠]/
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*'
/** What a spreadsheet turns into a number, a date, a time or a truth value as it opens a CSV file. */
const REWRITTEN = [
  /^[\d.,]*\d[\d.,]*%?$/,
  /^\d[\d.,]*e[+-]?\d+$/i,
  /^[£$€]\s?\d/,
  /^\d{1,4}[-/.\s]\d{1,4}(?:[-/.\s]\d{1,4})?$/,
  new RegExp(`^\\d{1,4}[-/.\\s]?${MONTH}(?:[-/.\\s]?\\d{0,4})?$`, 'i'),
  new RegExp(`^${MONTH}[-/.\\s]?\\d{1,4}(?:[-/.,\\s]+\\d{1,4})?$`, 'i'),
  /^\d{1,2}:\d{2}/,
  /^\d{1,2}\s?[ap]m?$/i,
  /^(?:true|false)$/i,
]
/** A whole number that comes back as it was: spreadsheets write longer ones as 5.01E+12. */
const KEPT_NUMBER = /^(?:0|[1-9]\d{0,10})$/

/**
 * A text as a cell of a CSV file that a spreadsheet gives back as it was: 00123, 1E5, 3-4 and -ABC get an apostrophe before
 * them, which keeps them texts. {@link fromSpreadsheetText} takes it away.
 */
export function spreadsheetText(text: string): string {
  if (FORMULA.test(text)) return `'${text}`
  return !KEPT_NUMBER.test(text) && REWRITTEN.some((pattern) => pattern.test(text)) ? `'${text}` : text
}

/** The text that {@link spreadsheetText} made a cell of; any other cell as it is. */
export function fromSpreadsheetText(cell: string): string {
  const rest = cell.slice(1)
  return cell.startsWith("'") && spreadsheetText(rest) === cell ? rest : cell
}

/** An apostrophe that `csvCell` puts before a formula behind what may be the end of a cell. */
const KEPT_WITHIN = /([;\t\r\n])'(?=[=+\-@＝＋－＠])/g

/**
 * The text of a cell of a file, without the apostrophes that {@link spreadsheetText} and `csvCell` wrote to keep
 * spreadsheets from running or changing it; any other cell as it is.
 */
export function fromFileCell(cell: string): string {
  // Written so, as ="00123", to be kept from a spreadsheet as well.
  const formula = cell.startsWith('="') && /^="((?:[^"]|"")*)"$/.exec(cell)?.[1]
  if (typeof formula === 'string') return formula.replaceAll('""', '"')
  // Few cells of millions have one.
  return cell.includes("'") ? fromSpreadsheetText(cell.replaceAll(KEPT_WITHIN, '$1')) : cell
}

/** A code that a spreadsheet has cut short: its last digits are gone. */
export const isCutShort = (code: string): boolean => /^\d(?:[.,]\d+)?E\+\d{2,3}$/i.test(code)
export const CUT_SHORT =
  'A spreadsheet has cut this code short: format the column as text, and take the codes from the original'

/**
 * The number that a code is to a spreadsheet, as `skus.code_number` in the database has it: '123' of 00123, '100000' of 1E5
 * and of 1.00E+05. Undefined where it is none.
 */
export function numberOfCode(code: string): string | undefined {
  if (/^\d{1,40}$/.test(code)) return code.replace(/^0+(?=\d)/, '')
  const [, whole = '', decimals = '', power = ''] = /^(\d{1,6})(?:\.(\d{1,15}))?E\+?(\d{1,2})$/i.exec(code) ?? []
  if (power === '') return undefined
  const zeros = Number(power) - decimals.replace(/0+$/, '').length
  if (zeros < 0) return undefined
  return `${whole}${decimals.replace(/0+$/, '')}${'0'.repeat(zeros)}`.replace(/^0+(?=\d)/, '')
}
