import { decimalOfAll, readAmount } from '../../reading/amount.ts'
import type { Cost } from '../../../routing/prices/costing.ts'
import { categoryOfText } from '../categories.ts'
import type { ColumnGuess } from './column-guess.ts'
import { isTakenOff } from './guess-charges.ts'

/** The texts of each row, by column. */
type Rows = readonly (readonly string[])[]
type Amounts = readonly (Cost | null)[]

/** Fields that a column of sums is mistaken for by its name. */
const SUMS = new Set(['chargeNet', 'rowNet', 'rowGross'])
const NETS: ReadonlySet<string> = new Set(['chargeNet', 'rowNet'])

/**
 * Corrects guesses by adding up amounts: a column that is the sum of the charges is the row's net total, and that
 * plus tax is its gross total. An unnamed column that completes a total is a charge. If every row is a single charge,
 * there is nothing to add up.
 */
export function withSums(columns: readonly ColumnGuess[], all: Rows): ColumnGuess[] {
  const charges = columns.filter(({ field }) => field === 'charge')
  if (charges.length === 0 || isRowACharge(columns, all)) return [...columns]
  const amountsOfAll = amountsOf(columns, all)
  // A row of totals repeats sums and bills nothing.
  const billing = all.flatMap((_row, at) => (charges.some(({ place }) => amountsOfAll(place)[at] !== null) ? [at] : []))
  const rows = billing.map((at) => all[at] ?? [])
  const amountsAt = (place: number): Amounts => billing.map((at) => amountsOfAll(place)[at] ?? null)
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
    if (missing) return withSums(missing, all)
    const surplus = surplusCharge({ columns, charges, tax, named, sumOf, isSum, amountsAt })
    if (surplus) return withSums(surplus, all)
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

/**
 * Whether each row is a single charge: it names what it bills, and has one amount or shares its parcel with other
 * rows. Further amounts are then parts of the charge.
 */
export function isRowACharge(columns: readonly ColumnGuess[], rows: Rows): boolean {
  const has = (...fields: ColumnGuess['field'][]) => columns.some(({ field }) => fields.includes(field))
  if (!has('chargeText', 'chargeCode') || columns.some(({ namedAt }) => namedAt !== undefined)) return false
  if (columns.filter(({ field }) => field === 'charge').length < 2) return true
  const parcel = columns.find(({ field }) => field === 'trackingNumber')?.place ?? -1
  const numbers = rows.flatMap((row) => row[parcel]?.trim() || [])
  return has('chargeNet') && new Set(numbers).size < numbers.length
}

/** Only the total with tax is stated, so the column taken for a net total is not one. */
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

/** At most this many columns can be missing from the charges, and this many are searched. */
const MAX_MISSED = 3
const MAX_SEARCHED = 12

/**
 * Adds the fewest columns that make the charges add up to a total of the rows; undefined if none do. A net amount
 * that is not the total of the others may be one of them: carriers use the name for the price before fuel.
 */
function missingCharge({ columns, charges, tax, named, sumOf, isSum, amountsAt }: Summed): ColumnGuess[] | undefined {
  const open = named
    .filter(
      ({ field, place }) =>
        (field === null || NETS.has(field)) && amountsAt(place).some((amount) => amount !== null && amount !== 0),
    )
    .slice(0, MAX_SEARCHED)
  const isTotal = (parts: readonly ColumnGuess[]) => {
    const sums = sumOf(parts)
    return named.some((total) => !parts.includes(total) && isSum(total, sums))
  }
  const hasBase = charges.some(({ category }) => category === 'base')
  const categoryOf = ({ field, name }: ColumnGuess) => {
    const named = categoryOfText(name)
    return named === 'other' && NETS.has(field ?? '') && !hasBase ? 'base' : named
  }
  for (const missed of someOf(open, MAX_MISSED))
    if (isTotal([...charges, ...missed]) || isTotal([...charges, ...missed, ...tax]))
      return columns.map((column) =>
        missed.includes(column) ? { ...column, field: 'charge', category: categoryOf(column), by: 'content' } : column,
      )
  return undefined
}

/** At most this many columns can be mistaken for charges, such as a price per piece beside the price of all pieces. */
const MAX_SURPLUS = 2

/** Removes the fewest charges that keep the others from adding up to a total of the rows; undefined if none do. */
function surplusCharge({ columns, charges, tax, named, sumOf, isSum }: Summed): ColumnGuess[] | undefined {
  if (charges.length > MAX_SEARCHED) return undefined
  const without = (surplus: readonly ColumnGuess[]) =>
    columns.map((column): ColumnGuess =>
      surplus.includes(column) ? { ...column, field: null, category: null, by: null } : column,
    )
  for (const surplus of someOf(charges, Math.min(MAX_SURPLUS, charges.length - 1))) {
    const rest = charges.filter((charge) => !surplus.includes(charge))
    const sums = [sumOf(rest), sumOf([...rest, ...tax])]
    if (named.some((total) => sums.some((sum) => isSum(total, sum)))) return without(surplus)
  }
  // A total that reaches another one with its tax does not need the charges beside it.
  const isWhole = named.some(
    (net) =>
      NETS.has(net.field ?? '') &&
      tax.length > 0 &&
      named.some((gross) => gross !== net && isSum(gross, sumOf([net, ...tax]))),
  )
  return isWhole && charges.length <= MAX_SURPLUS ? without(charges) : undefined
}

/** All combinations of up to `most`, the smallest first. */
function someOf<Of>(all: readonly Of[], most: number): Of[][] {
  const chosen: Of[][] = all.map((one) => [one])
  for (let from = 0, count = 2; count <= most; count++) {
    const end = chosen.length
    for (; from < end; from++) {
      const before = chosen[from] ?? []
      const last = before.at(-1)
      for (const next of all.slice(all.indexOf(last as Of) + 1)) chosen.push([...before, next])
    }
  }
  return chosen
}

const renamed = (columns: readonly ColumnGuess[], from: ColumnGuess['field'], to: ColumnGuess['field']) =>
  columns.map((column) => (column.field === from ? { ...column, field: to } : column))

/** The amounts of a column by row; null for other texts. */
export function amountsOf(columns: readonly ColumnGuess[], rows: Rows): (place: number) => Amounts {
  const money = columns.filter(({ field }) => field === 'charge' || SUMS.has(field ?? '') || field === 'rowTax')
  const decimal = decimalOfAll(money.flatMap(({ place }) => rows.map((row) => row[place] ?? ''))) ?? '.'
  const known = new Map<number, Amounts>()
  return (place) => {
    let amounts = known.get(place)
    if (!amounts) {
      const texts = rows.map((row) => row[place]?.trim() ?? '')
      const column = columns.find((one) => one.place === place)
      const sign = column && isTakenOff(column, texts) ? -1 : 1
      amounts = texts.map((text) => {
        const read = readAmount(text, decimal)
        return read ? read.amount * sign : null
      })
      known.set(place, amounts)
    }
    return amounts
  }
}
