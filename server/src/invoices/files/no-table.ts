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
    ? `${name} holds no table: its first rows have fewer than ${MIN_COLUMNS} columns, and an invoice has more. Look whether it is the file that you mean.`
    : `Nothing in ${name} can be read. Its first row: ${fault}. Get the file from the carrier once more.`
}
