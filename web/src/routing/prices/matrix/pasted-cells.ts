import { MAX_MATRIX_ROWS } from '@despatch/contract/routing/prices/costing'
import { pastedRows } from '../../../kit/form/pasted-rows.ts'
import { typedDay } from '../../../kit/form/typed/typed-day.ts'
import type { RowField, RowValues } from '../price-shape.ts'
import { BLANK_ROW } from '../price-values.ts'
import type { PriceReader } from '../typed-price.ts'

/** The columns of a matrix, as they stand: what is pasted goes to the right and down from the cell that it is pasted into. */
export const COLUMNS: readonly { readonly field: RowField; readonly title: string }[] = [
  { field: 'from', title: 'From' },
  { field: 'to', title: 'To' },
  { field: 'baseCost', title: 'Base cost' },
  { field: 'incrementalCost', title: 'Incremental' },
  { field: 'incrementStart', title: 'Start' },
  { field: 'increment', title: 'Increment' },
  { field: 'effectiveFrom', title: 'Effective from' },
  { field: 'betweenFrom', title: 'Between: first day' },
  { field: 'betweenTo', title: 'Between: last day' },
]

/** The columns that hold days. */
export type DayField = 'effectiveFrom' | 'betweenFrom' | 'betweenTo'
export const isDayField = (field: RowField): field is DayField =>
  field === 'effectiveFrom' || field === 'betweenFrom' || field === 'betweenTo'

/** The field of a row as the body names it. */
export function cellPath(field: RowField): string {
  if (field === 'betweenFrom') return 'effectiveBetween.from'
  return field === 'betweenTo' ? 'effectiveBetween.to' : field
}

/** The cells of what was copied from a spreadsheet, or undefined where it is one cell alone, which any field takes. */
export function cellsOf(text: string): string[][] | undefined {
  const block = text.replace(/\r?\n$/, '')
  // A quotation mark that is never closed quotes nothing.
  const cells = pastedRows(block, '\t') ?? pastedRows(block.replaceAll('"', ''), '\t') ?? []
  return cells.length > 1 || (cells[0]?.length ?? 0) > 1 ? cells : undefined
}

/** A figure, whether or not it can be read, in whatever currency: '€4.50', 'CHF 4.50', '12,50'. */
const FIGURE = /^\p{L}{0,3}\P{L}*\p{Nd}/u

/**
 * A block without its heading, where it has one: a first row, with others beneath it, in which something stands but no
 * figure or day.
 */
export function withoutHeading(cells: readonly string[][]): readonly string[][] {
  const [first = [], ...others] = cells
  const isHeading =
    first.some((cell) => cell !== '') && !first.some((cell) => FIGURE.test(cell) || typedDay(cell) !== null)
  return isHeading && others.length > 0 ? others : cells
}

/**
 * The rows with a block of cells put in from a cell on, each as it is read, or as it was copied where it cannot be; rows are added as it takes, up to the most that a matrix has.
 * `leftOut` counts the lines and columns that found no place.
 */
export function withPasted(
  rows: readonly RowValues[],
  at: { readonly row: number; readonly field: RowField },
  cells: readonly (readonly string[])[],
  read: PriceReader,
): { rows: RowValues[]; leftOut: { lines: number; columns: number } } {
  const first = COLUMNS.findIndex(({ field }) => field === at.field)
  const places = COLUMNS.slice(first)
  const next = [...rows]
  const lines = cells.slice(0, MAX_MATRIX_ROWS - at.row)
  for (const [index, line] of lines.entries()) {
    const changed = Object.fromEntries(
      places.slice(0, line.length).map(({ field }, place) => [field, cellText(field, line[place] ?? '', read)]),
    )
    next[at.row + index] = { ...(next[at.row + index] ?? BLANK_ROW), ...changed }
  }
  const widest = Math.max(...cells.map((line) => line.length))
  return {
    rows: next,
    leftOut: { lines: cells.length - lines.length, columns: Math.max(0, widest - places.length) },
  }
}

function cellText(field: RowField, text: string, read: PriceReader): string {
  const typed = isDayField(field) ? { plain: text } : read(field, text)
  return 'plain' in typed ? typed.plain : text
}
