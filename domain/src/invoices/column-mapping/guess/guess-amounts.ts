import type { ColumnGuess } from './column-guess.ts'
import { amountsOf } from './guess-sums.ts'

const AMOUNTS: ReadonlySet<ColumnGuess['field']> = new Set(['charge', 'chargeNet', 'rowNet', 'rowGross', 'rowTax'])
const MONEY = /^-?\d+[.,]\d{2}$/
/** With fewer rows, an amount cannot be distinguished from a weight. */
const MIN_ROWS = 3

/** If no column is named as an amount, the only column whose every cell has two decimals is the amount of the row. */
export function withLoneAmount(columns: readonly ColumnGuess[], texts: readonly (readonly string[])[]): ColumnGuess[] {
  if (columns.some(({ field }) => AMOUNTS.has(field))) return [...columns]
  const [only, another] = columns.filter(({ field, place }) => {
    const there = texts[place] ?? []
    return field === null && there.length >= MIN_ROWS && there.every((text) => MONEY.test(text))
  })
  if (!only || another) return [...columns]
  return columns.map((column) => (column === only ? { ...column, field: 'rowNet', by: 'content' } : column))
}

/** If no charge is named as the base, the one with at least half of the billed sum is the base. */
export function withLargestBase(columns: readonly ColumnGuess[], rows: readonly (readonly string[])[]): ColumnGuess[] {
  const charges = columns.filter(({ field, namedAt }) => field === 'charge' && namedAt === undefined)
  if (charges.some(({ category }) => category === 'base')) return [...columns]
  const amountsAt = amountsOf(columns, rows)
  const sumOf = ({ place }: ColumnGuess) => amountsAt(place).reduce<number>((sum, amount) => sum + (amount ?? 0), 0)
  const whole = charges.reduce((sum, charge) => sum + sumOf(charge), 0)
  const base = charges.find((charge) => charge.category === 'other' && whole > 0 && sumOf(charge) * 2 >= whole)
  return columns.map((column) => (column === base ? { ...column, category: 'base' } : column))
}
