/**
 * A text as a cell of a spreadsheet: one that would be run as a formula (it begins with = + - @, TAB or CR) gets an
 * apostrophe before it; plain numbers stay.
 */
export function harmlessCell(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text)
  return isFormula ? `'${text}` : text
}

/** A text without the apostrophe that {@link harmlessCell} put before it; one that keeps a formula away stays. */
export function plainCell(text: string): string {
  return text.replace(/^'(?=[+\-@])/, '')
}

/** A {@link harmlessCell} of CSV, quoted where it has to be. */
export function csvCell(text: string): string {
  const safe = harmlessCell(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
