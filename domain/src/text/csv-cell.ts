/** What a spreadsheet takes for the beginning of a formula, or skips before one; the full-width signs count in East Asian ones. */
const BEGINS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
/**
 * A formula behind what another spreadsheet's settings take for the end of a cell: one that splits at semicolons or tabs
 * knows no quotes in the middle of a cell, and begins a row at each line break.
 */
const FORMULA_WITHIN = /([;\t\r\n])(?=[=+\-@＝＋－＠])/g

/** A text as a cell of CSV: one that would be run as a formula gets an apostrophe before it; plain numbers stay. */
export function harmlessCell(text: string): string {
  const isFormula = BEGINS_FORMULA.test(text) && !/^-?\d+(\.\d+)?$/.test(text)
  return isFormula ? `'${text}` : text
}

/** A text without the apostrophes that {@link csvCell} put into it; those that keep a formula away stay. */
export function plainCell(text: string): string {
  return text.replaceAll(/(^|[;\t\r\n])'(?=[+\-@])/g, '$1')
}

/** What a cell has that is more than a plain text of CSV. */
const IS_SPECIAL = /^[=+\-@\t\r\n＝＋－＠]|[",;|\t\r\n]/
const IS_QUOTED = /[",;|\t\r\n]/

/** A {@link harmlessCell} of CSV, also where the file is split at other separators; quoted where it holds any of them. */
export function csvCell(text: string): string {
  // Most cells of millions have neither.
  if (!IS_SPECIAL.test(text)) return text
  const safe = harmlessCell(text)
  if (!IS_QUOTED.test(safe)) return safe
  const inside = safe.replaceAll(FORMULA_WITHIN, "$1'")
  return inside.includes('"') ? `"${inside.replaceAll('"', '""')}"` : `"${inside}"`
}

/** A row of CSV with the end of its line. */
export function csvRow(texts: readonly string[]): string {
  let row = ''
  for (const [column, text] of texts.entries()) row += column === 0 ? csvCell(text) : `,${csvCell(text)}`
  return `${row}\r\n`
}
