import { formatCount } from '../../money/money.ts'
import { costText } from '../../routing/allocation/units.ts'
import type { Cost } from '../../routing/prices/costing.ts'
import { type AmountColumn, findDoubled } from '../column-mapping/doubled-amounts.ts'
import type { FirstRow } from '../column-mapping/first-row.ts'
import { isFieldName } from '../column-mapping/guess/name-fields.ts'
import { readAmount } from './amount.ts'
import { planReading, type ReadableFile, type ReadPlan, titleAt } from './read-plan.ts'
import { beginsWithTotal, isRepeatedHeader } from './total-row.ts'

/**
 * Describes where the first rows of a file are read with amounts twice or missing: a column of charges that repeats
 * others, or charges that do not add up to an unread total in the row. Empty without doubts.
 */
export function findAmountDoubts(file: ReadableFile, rows: readonly FirstRow[]): string[] {
  const plan = planReading(file)
  const billing = rows
    .slice(file.rowsBefore)
    .filter(({ cells }) => !beginsWithTotal(cells) && !isRepeatedHeader(cells, file.header))
  const columnAt = (place: number, isTakenOff = false): AmountColumn => ({
    place,
    title: titleAt(plan, place),
    amounts: billing.map((row) => amountAt(row, { place, file, isTakenOff })),
  })
  const { tax, charges, others } = columnsOf(plan, columnAt)
  const doubled = findDoubled({ charges, tax, unread: others })
  if (doubled.length > 0) return doubled.map(({ column, of }) => doubledText(column, of))
  const total = others.find((column) => isTotal(column) && differs(column, { charges, tax }) !== undefined)
  const row = total && differs(total, { charges, tax })
  if (!total || !row) return []
  const line = billing[row.index]?.line ?? 0
  return [
    `On line ${formatCount(line)} the charges total ${costText(row.net)}, but ${total.title} says ${costText(row.stated)}. A charge column may be missing or doubled.`,
  ]
}

type Columns = { readonly charges: readonly AmountColumn[]; readonly tax: readonly AmountColumn[] }

function columnsOf(
  { layout, at, charges, pairs, file }: ReadPlan,
  columnAt: (place: number, isTakenOff?: boolean) => AmountColumn,
) {
  const isByCharge = layout.row === 'charge'
  const billed = isByCharge
    ? [columnAt(at.chargeNet ?? -1)]
    : charges.map((charge) =>
        withoutParts(
          columnAt(charge.place, charge.isTakenOff),
          charge.contains.map((index) => columnAt(charges[index]?.place ?? -1)),
        ),
      )
  const paired = isByCharge ? [] : pairs.map(({ amount }) => columnAt(amount))
  const taxAt = (isByCharge ? at.chargeTax : at.rowTax) ?? -1
  const tax = taxAt === -1 ? [] : [columnAt(taxAt)]
  const read = new Set([...billed, ...paired, ...tax].map(({ place }) => place))
  const used = new Set([...read, ...Object.values(at)])
  const width = file.header?.length ?? file.usualCells
  const others = Array.from({ length: width }, (_, place) => place)
    .filter((place) => !used.has(place))
    .map((place) => columnAt(place))
  return { charges: [...billed, ...paired], tax, others }
}

const withoutParts = (column: AmountColumn, parts: readonly AmountColumn[]): AmountColumn => ({
  ...column,
  amounts: column.amounts.map((amount, row) =>
    parts.reduce<Cost | null>((rest, part) => (rest ?? 0) - (part.amounts[row] ?? 0), amount),
  ),
})

function amountAt(
  { cells, typed }: FirstRow,
  { place, file: { decimal, layout }, isTakenOff }: { place: number; file: ReadableFile; isTakenOff: boolean },
): Cost | null {
  const read = readAmount(cells[place]?.trim() ?? '', typed?.has(place) ? '.' : decimal)
  if (!read) return null
  const amount = layout.amounts.isMinor ? Math.round(read.amount / 100) : read.amount
  return isTakenOff ? -Math.abs(amount) : amount
}

/** A total of the row; one that is the same in all rows may be the invoice's. */
const isTotal = ({ title, amounts }: AmountColumn): boolean =>
  isFieldName(title, (field) => field === 'rowNet' || field === 'rowGross') && new Set(amounts).size > 1

/** The first row whose charges do not add up to a total, with tax or without. */
function differs(total: AmountColumn, { charges, tax }: Columns) {
  const sumAt = (columns: readonly AmountColumn[], index: number) =>
    columns.reduce((sum, { amounts }) => sum + (amounts[index] ?? 0), 0)
  const isOff = (columns: readonly AmountColumn[]) => (stated: Cost | null, index: number) =>
    stated !== null && stated !== sumAt(columns, index)
  const whole = [...charges, ...tax]
  if (!total.amounts.some(isOff(charges)) || !total.amounts.some(isOff(whole))) return undefined
  const index = total.amounts.findIndex(isOff(charges))
  return { index, stated: total.amounts[index] ?? 0, net: sumAt(charges, index) }
}

const doubledText = ({ title }: AmountColumn, of: readonly AmountColumn[]): string => {
  const names = of.map((one) => `‘${one.title}’`)
  const last = names.at(-1) ?? ''
  const listed = names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
  return `‘${title}’ holds the money of ${listed} in each row: as a charge beside it the same money is billed twice. Take one of them out of the charges.`
}
