import type { FirstRow } from '@despatch/domain/invoices/column-mapping/first-row'

/** An invoice needs at least a number, a parcel and an amount. */
const MIN_COLUMNS = 3

/**
 * Explains why nobody can map a file's columns: its first rows are unreadable or not a table. `fault` is the message
 * of the first unreadable row.
 *
 * @returns undefined if the file can be mapped
 */
export function explainNoTable(
  name: string,
  first: readonly FirstRow[],
  fault: string | undefined,
): string | undefined {
  const isFilled = (cell: string) => cell.trim() !== ''
  if (first.some(({ cells }) => cells.filter(isFilled).length >= MIN_COLUMNS)) return undefined
  return fault === undefined || first.length > 0
    ? `${name} has no table. Its first rows have fewer than ${MIN_COLUMNS} columns. Check that you chose the right file.`
    : `${name} can’t be read. First row: ${fault}. Ask the carrier for the file again.`
}
