import { findDoubled, isTotalName } from '../doubled-amounts.ts'
import type { ColumnGuess } from './column-guess.ts'
import { amountsOf, isRowACharge } from './guess-sums.ts'

/**
 * Removes charges that bill the amounts of others again: a total of some of them, the same amount with tax, or a
 * total equal to the only other charge.
 */
export function withoutDoubled(columns: readonly ColumnGuess[], rows: readonly (readonly string[])[]): ColumnGuess[] {
  if (isRowACharge(columns, rows)) return [...columns]
  const amountsAt = amountsOf(columns, rows)
  const amounts = (isWanted: (column: ColumnGuess) => boolean) =>
    columns.filter(isWanted).map(({ place, name }) => ({ place, title: name, amounts: amountsAt(place) }))
  const doubled = findDoubled({
    charges: amounts(({ field }) => field === 'charge'),
    tax: amounts(({ field }) => field === 'rowTax'),
    unread: amounts(({ field, name }) => field === null && name !== ''),
  })
  // Two surcharges with the same percentage are equal in each row, but both are billed.
  const surplus = doubled.filter(({ column, of }) => of.length > 1 || isTotalName(column))
  return columns.map((column) =>
    surplus.some((one) => one.column.place === column.place)
      ? { ...column, field: null, category: null, by: null }
      : column,
  )
}
