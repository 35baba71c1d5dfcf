import { parse } from 'csv-parse/browser/esm/sync'

/**
 * Parses pasted text as CSV, so that quoted cells may contain separators and line breaks. Line breaks in cells become spaces.
 *
 * @param maxRows limits the rows; if present, blank rows are left out too
 * @returns undefined if a quotation mark is not closed
 */
export function pastedRows(text: string, separator: string, maxRows?: number): string[][] | undefined {
  try {
    const rows = parse(text, {
      delimiter: separator,
      bom: true,
      ltrim: true,
      // A quotation mark inside an unquoted cell is an ordinary character: 5" disc.
      relax_quotes: true,
      relax_column_count: true,
      // Blank rows do not count: a list with a blank row after each row would be cut in half.
      ...(maxRows !== undefined && { to: maxRows, skip_records_with_empty_values: true }),
    })
    return rows.map((row) => row.map((cell) => cell.replaceAll(/\s+/g, ' ').trim()))
  } catch {
    return undefined
  }
}
