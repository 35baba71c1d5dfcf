/**
 * Characters that begin a formula in a spreadsheet, or are skipped before one. East Asian spreadsheets accept the
 * full-width signs.
 */
const BEGINS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
/**
 * A formula after something that other spreadsheet settings take for the end of a cell: a spreadsheet that splits at
 * semicolons or tabs ignores quotes within a cell, and starts a row at each line break.
 */
const FORMULA_WITHIN = /([;\t\r\n])(?=[=+\-@＝＋－＠])/g

/** Escapes a text as a cell: prefixes an apostrophe if a spreadsheet would run it as a formula. Plain numbers stay. */
export function harmlessCell(text: string): string {
  const isFormula = BEGINS_FORMULA.test(text) && !/^-?\d+(\.\d+)?$/.test(text)
  return isFormula ? `'${text}` : text
}

/** Removes the apostrophes that {@link csvCell} added, except those that keep a formula from running. */
export function plainCell(text: string): string {
  return text.replaceAll(/(^|[;\t\r\n])'(?=[+\-@])/g, '$1')
}

/** Matches cells that need escaping or quoting. */
const IS_SPECIAL = /^[=+\-@\t\r\n＝＋－＠]|[",;|\t\r\n]/
const IS_QUOTED = /[",;|\t\r\n]/

/** Writes a cell of CSV: a {@link harmlessCell}, quoted if it contains any common separator. */
export function csvCell(text: string): string {
  // Fast path for most of millions of cells.
  if (!IS_SPECIAL.test(text)) return text
  const safe = harmlessCell(text)
  if (!IS_QUOTED.test(safe)) return safe
  const inside = safe.replaceAll(FORMULA_WITHIN, "$1'")
  return inside.includes('"') ? `"${inside.replaceAll('"', '""')}"` : `"${inside}"`
}

/** A row of CSV with its line end. */
export function csvRow(texts: readonly string[]): string {
  let row = ''
  for (const [column, text] of texts.entries()) row += column === 0 ? csvCell(text) : `,${csvCell(text)}`
  return `${row}\r\n`
}
