import type { Cost } from '../../routing/prices/costing.ts'
import { GROSS_WORDS } from './guess/guess-words.ts'
import { hasAny, isFieldName, wordsOf } from './guess/name-fields.ts'

/** A column of amounts: one for each row, in ten-thousandths; null for an empty cell. */
export type AmountColumn = {
  readonly place: number
  readonly title: string
  readonly amounts: readonly (Cost | null)[]
}

/** A column of charges, and the columns whose amounts it repeats. */
export type Doubled = { readonly column: AmountColumn; readonly of: readonly AmountColumn[] }

type AmountColumns = {
  readonly charges: readonly AmountColumn[]
  readonly tax: readonly AmountColumn[]
  /** Columns of amounts that are not read. */
  readonly unread: readonly AmountColumn[]
}

/** Up to this many columns, every combination is added up; above that, only all of them and all but one. */
const MAX_CHOSEN = 10
const MAX_UNREAD = 12
/** A tax rate lies between these; no name marks the column. */
const [MIN_RATE, MAX_RATE] = [0.03, 0.3]
const MIN_ROWS_OF_RATE = 3

/**
 * Finds charges that bill the amounts of others again: a total of other charges in each row, the same amount under
 * another name, or an amount with tax beside the one without tax or beside the tax. Two rows with different amounts
 * must show it, or one row and the column's name.
 */
export function findDoubled({ charges, tax, unread }: AmountColumns): Doubled[] {
  const found: Doubled[] = []
  const left = charges.filter(isFilled)
  const further = unread.filter(isFilled).slice(0, MAX_UNREAD)
  // Totals first: of two equal columns, the one named as a total is dropped.
  for (const column of [...left].sort(
    (one, other) => Number(isTotalName(other)) - Number(isTotalName(one)) || other.place - one.place,
  )) {
    const rest = left.filter((other) => other !== column && !found.some((one) => one.column === other))
    const of = isEvident(column) ? partsOf(column, [...rest, ...tax.filter(isFilled)], further) : undefined
    const taxed = of ?? withRate(column, rest)
    if (taxed) found.push({ column, of: taxed })
  }
  return found
}

const isFilled = ({ amounts }: AmountColumn) => amounts.some((amount) => amount !== null && amount !== 0)

/** Whether a name says that a column sums up others, or includes tax. */
export const isTotalName = ({ title }: Pick<AmountColumn, 'title'>): boolean =>
  hasAny(wordsOf(title), [...GROSS_WORDS, 'total', 'sum', 'gesamt', 'summe', 'totaal', 'totale', 'razem', 'suma']) ||
  isFieldName(title, (field) => field === 'chargeNet' || field === 'rowNet' || field === 'rowGross')

const isEvident = (column: AmountColumn) =>
  isTotalName(column) || new Set(column.amounts.filter((amount) => amount !== null && amount !== 0)).size > 1

/** Finds the columns that add up to another in each row: some that are read, and at most one that is not. */
function partsOf(
  { amounts }: AmountColumn,
  read: readonly AmountColumn[],
  unread: readonly AmountColumn[],
): AmountColumn[] | undefined {
  const isSum = (parts: readonly AmountColumn[]) =>
    amounts.every((amount, row) => (amount ?? 0) === parts.reduce((sum, part) => sum + (part.amounts[row] ?? 0), 0))
  for (const some of choicesOf(read)) {
    if (isSum(some)) return some
    const other = unread.find((one) => isSum([...some, one]))
    if (other) return [...some, other]
  }
  return undefined
}

/** All combinations of at least one column, the largest first. */
function choicesOf(columns: readonly AmountColumn[]): AmountColumn[][] {
  if (columns.length > MAX_CHOSEN)
    return [[...columns], ...columns.map((one) => columns.filter((other) => other !== one))]
  const choices = columns.reduce<AmountColumn[][]>(
    (before, column) => [...before, ...before.map((choice) => [...choice, column])],
    [[]],
  )
  return choices.filter(({ length }) => length > 0).toSorted((one, other) => other.length - one.length)
}

/** Finds a column named total or gross that exceeds all others, or one of them, by the same rate in each row. */
function withRate(column: AmountColumn, rest: readonly AmountColumn[]): AmountColumn[] | undefined {
  if (!isTotalName(column) || new Set(column.amounts).size < MIN_ROWS_OF_RATE) return undefined
  const isTaxed = (parts: readonly AmountColumn[]) => {
    const sums = column.amounts.map((_, row) => parts.reduce((sum, part) => sum + (part.amounts[row] ?? 0), 0))
    const [whole, net] = [sumOf(column.amounts), sumOf(sums)]
    const rate = net === 0 ? 0 : Math.round((whole / net - 1) * 1000) / 1000
    const isNear = (amount: Cost | null, row: number) =>
      Math.abs((amount ?? 0) - (sums[row] ?? 0) * (1 + rate)) <= PENNY
    return rate >= MIN_RATE && rate <= MAX_RATE && column.amounts.every(isNear)
  }
  return [[...rest], ...rest.map((one) => [one])].find((parts) => parts.length > 0 && isTaxed(parts))
}

const PENNY = 100
const sumOf = (amounts: readonly (Cost | null)[]): Cost => amounts.reduce<Cost>((sum, amount) => sum + (amount ?? 0), 0)
