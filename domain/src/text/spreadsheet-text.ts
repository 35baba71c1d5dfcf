const FORMULA = /^['=+\-@\t\r\n＝＋－＠]/
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*'
/** Texts that a spreadsheet converts to a number, date, time or truth value when it opens a CSV file. */
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
/** A whole number that survives unchanged: spreadsheets write longer ones as 5.01E+12. */
const KEPT_NUMBER = /^(?:0|[1-9]\d{0,10})$/

/**
 * Protects a CSV cell from being changed by a spreadsheet: 00123, 1E5, 3-4 and -ABC get an apostrophe. {@link
 * fromSpreadsheetText} removes it.
 */
export function spreadsheetText(text: string): string {
  if (FORMULA.test(text)) return `'${text}`
  return !KEPT_NUMBER.test(text) && REWRITTEN.some((pattern) => pattern.test(text)) ? `'${text}` : text
}

/** Undoes {@link spreadsheetText}; other cells stay unchanged. */
export function fromSpreadsheetText(cell: string): string {
  const rest = cell.slice(1)
  return cell.startsWith("'") && spreadsheetText(rest) === cell ? rest : cell
}

/** An apostrophe that `csvCell` put before a formula within a cell. */
const KEPT_WITHIN = /([;\t\r\n])'(?=[=+\-@＝＋－＠])/g

/**
 * The text of a cell of a file, without the apostrophes that {@link spreadsheetText} and `csvCell` added; other cells
 * stay unchanged.
 */
export function fromFileCell(cell: string): string {
  // ="00123" also protects a code from spreadsheets.
  const formula = cell.startsWith('="') && /^="((?:[^"]|"")*)"$/.exec(cell)?.[1]
  if (typeof formula === 'string') return formula.replaceAll('""', '"')
  // Fast path: few cells have one.
  return cell.includes("'") ? fromSpreadsheetText(cell.replaceAll(KEPT_WITHIN, '$1')) : cell
}

/** Whether a spreadsheet abbreviated a code, so that its last digits are lost. */
export const isCutShort = (code: string): boolean => /^\d(?:[.,]\d+)?E\+\d{2,3}$/i.test(code)
export const CUT_SHORT =
  'A spreadsheet has cut this code short: format the column as text, and take the codes from the original'

/**
 * The number that a spreadsheet reads a code as, like `skus.code_number` in the database: '123' for 00123, '100000' for
 * 1E5 and 1.00E+05. Undefined if it is none.
 */
export function numberOfCode(code: string): string | undefined {
  if (/^\d{1,40}$/.test(code)) return code.replace(/^0+(?=\d)/, '')
  const [, whole = '', decimals = '', power = ''] = /^(\d{1,6})(?:\.(\d{1,15}))?E\+?(\d{1,2})$/i.exec(code) ?? []
  if (power === '') return undefined
  const zeros = Number(power) - decimals.replace(/0+$/, '').length
  if (zeros < 0) return undefined
  return `${whole}${decimals.replace(/0+$/, '')}${'0'.repeat(zeros)}`.replace(/^0+(?=\d)/, '')
}
