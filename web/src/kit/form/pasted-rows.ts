import { parse } from 'csv-parse/browser/esm/sync'

/**
 * The rows of a pasted text by a CSV parser, so that quotes keep separators and line breaks within a cell; undefined where
 * a quotation mark is opened and not closed. A cell is one line: its breaks become blanks. With `most`, blank rows are left
 * out, and then those after so many; else blank rows stay.
 */
export function pastedRows(text: string, separator: string, most?: number): string[][] | undefined {
  try {
    const rows = parse(text, {
      delimiter: separator,
      bom: true,
      ltrim: true,
      // A quotation mark within a cell that does not begin with one is a sign like any other: 5" disc.
      relax_quotes: true,
      relax_column_count: true,
      // Blank rows are not counted: a list with one between each two would be cut in half.
      ...(most !== undefined && { to: most, skip_records_with_empty_values: true }),
    })
    return rows.map((row) => row.map((cell) => cell.replaceAll(/\s+/g, ' ').trim()))
  } catch {
    return undefined
  }
}
