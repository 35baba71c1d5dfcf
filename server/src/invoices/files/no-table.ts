import type { FirstRow } from '@despatch/domain/invoices/layouts/first-row'

/** An invoice's number, a parcel and an amount: a file of fewer columns bills nothing that can be found. */
const LEAST_COLUMNS = 3

/**
 * Why nobody can map a file: its first rows cannot be read, or are no table. Undefined for one that can be mapped; `fault` is
 * what the first row that cannot be read says.
 */
export function noTable(name: string, first: readonly FirstRow[], fault: string | undefined): string | undefined {
  const isFilled = (cell: string) => cell.trim() !== ''
  if (first.some(({ cells }) => cells.filter(isFilled).length >= LEAST_COLUMNS)) return undefined
  return fault === undefined || first.length > 0
    ? `${name} holds no table: its first rows have fewer than ${LEAST_COLUMNS} columns, and an invoice has more. Look whether it is the file that you mean.`
    : `Nothing in ${name} can be read. Its first row: ${fault}. Get the file from the carrier once more.`
}
