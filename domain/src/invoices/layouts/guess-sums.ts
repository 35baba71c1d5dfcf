import { decimalOfAll, readAmount } from '../reading/amount.ts'
import type { Cost } from '../../routing/prices/costing.ts'
import type { ColumnGuess } from './column-guess.ts'

/** The texts of each row, by column. */
type Rows = readonly (readonly string[])[]
type Amounts = readonly (Cost | null)[]

/** Fields that a column of sums is taken for by its name. */
const SUMS = new Set(['chargeNet', 'rowNet', 'rowGross'])

/**
 * Puts guesses right by what the figures come to: the column that is the sum of the charges is the row's net total, the one
 * that is that with the tax its gross total. A column that nobody's name has told and without which no total comes out is a
 * charge. Where every row is a single charge there is nothing to add up.
 */
export function withSums(columns: readonly ColumnGuess[], rows: Rows): ColumnGuess[] {
  const charges = columns.filter(({ field }) => field === 'charge')
  const isByCharge = columns.some(({ field }) => field === 'chargeText' || field === 'chargeCode')
  if (charges.length === 0 || (charges.length < 2 && isByCharge)) return [...columns]
  const amountsAt = amountsOf(columns, rows)
  const sumOf = (parts: readonly ColumnGuess[]): Amounts =>
    rows.map((_, row) => parts.reduce<Cost>((sum, { place }) => sum + (amountsAt(place)[row] ?? 0), 0))
  const isSum = ({ place }: ColumnGuess, sums: Amounts) => {
    const there = amountsAt(place)
    return there.some((amount) => amount !== null && amount !== 0) && there.every((amount, row) => amount === sums[row])
  }
  const named = columns.filter(({ field, name }) => SUMS.has(field ?? '') || (field === null && name !== ''))
  const net =
    named.find((column) => isSum(column, sumOf(charges))) ??
    charges.findLast(
      (column) =>
        charges.length > 2 &&
        column.category === 'other' &&
        isSum(column, sumOf(charges.filter((other) => other !== column))),
    )
  const tax = columns.filter(({ field }) => field === 'rowTax')
  if (!net) {
    const gross = named.find((column) => tax.length > 0 && isSum(column, sumOf([...charges, ...tax])))
    if (gross) return withGross(columns, gross)
    const missing = missingCharge({ columns, charges, tax, named, sumOf, isSum, amountsAt })
    if (missing) return withSums(missing, rows)
    return columns.some(({ field }) => field === 'rowNet') ? [...columns] : renamed(columns, 'chargeNet', 'rowNet')
  }
  const withTax = sumOf([net, ...tax])
  const gross = named.find((column) => column !== net && tax.length > 0 && isSum(column, withTax))
  return columns.map((column) => {
    if (column === net) return { ...column, field: 'rowNet', category: null, by: column.by ?? 'content' }
    if (column === gross) return { ...column, field: 'rowGross', by: column.by ?? 'content' }
    const isOther = column.field === 'rowNet' || column.field === 'chargeNet' || (gross && column.field === 'rowGross')
    return isOther ? { ...column, field: null, by: null } : column
  })
}

/** The total with tax alone is stated: what was taken for a net total is none. */
const withGross = (columns: readonly ColumnGuess[], gross: ColumnGuess): ColumnGuess[] =>
  columns.map((column) => {
    if (column === gross) return { ...column, field: 'rowGross', by: column.by ?? 'content' }
    return SUMS.has(column.field ?? '') ? { ...column, field: null, by: null } : column
  })

type Summed = {
  columns: readonly ColumnGuess[]
  charges: readonly ColumnGuess[]
  tax: readonly ColumnGuess[]
  named: readonly ColumnGuess[]
  sumOf: (parts: readonly ColumnGuess[]) => Amounts
  isSum: (column: ColumnGuess, sums: Amounts) => boolean
  amountsAt: (place: number) => Amounts
}

/** The guesses with the one column more that makes the charges come to a total of the rows; undefined where there is none. */
function missingCharge({ columns, charges, tax, named, sumOf, isSum, amountsAt }: Summed): ColumnGuess[] | undefined {
  const open = named.filter(
    ({ field, place }) => field === null && amountsAt(place).some((amount) => amount !== null && amount !== 0),
  )
  const isTotal = (parts: readonly ColumnGuess[]) =>
    named.some((total) => !parts.includes(total) && isSum(total, sumOf(parts)))
  const missing = open.find((one) => isTotal([...charges, one]) || isTotal([...charges, one, ...tax]))
  return (
    missing &&
    columns.map((column) =>
      column === missing ? { ...column, field: 'charge', category: 'other', by: 'content' } : column,
    )
  )
}

const renamed = (columns: readonly ColumnGuess[], from: ColumnGuess['field'], to: ColumnGuess['field']) =>
  columns.map((column) => (column.field === from ? { ...column, field: to } : column))

/** The amounts of a column, by row; null for what is none. */
function amountsOf(columns: readonly ColumnGuess[], rows: Rows): (place: number) => Amounts {
  const money = columns.filter(({ field }) => field === 'charge' || SUMS.has(field ?? '') || field === 'rowTax')
  const decimal = decimalOfAll(money.flatMap(({ place }) => rows.map((row) => row[place] ?? ''))) ?? '.'
  const known = new Map<number, Amounts>()
  return (place) => {
    let amounts = known.get(place)
    if (!amounts) {
      amounts = rows.map((row) => readAmount(row[place]?.trim() ?? '', decimal)?.amount ?? null)
      known.set(place, amounts)
    }
    return amounts
  }
}
