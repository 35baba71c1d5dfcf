import { MAX_MATRIX_ROWS } from '@despatch/contract/routing/prices/costing'
import { pastedRows } from '../../../kit/form/pasted-rows.ts'
import { typedDay } from '../../../kit/form/typed/typed-day.ts'
import type { RowField, RowValues } from '../price-shape.ts'
import { BLANK_ROW } from '../price-values.ts'
import type { PriceReader } from '../typed-price.ts'

/** The columns of a matrix in order: a block is pasted to the right and down from a cell. */
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

/** The columns with days. */
export type DayField = 'effectiveFrom' | 'betweenFrom' | 'betweenTo'
export const isDayField = (field: RowField): field is DayField =>
  field === 'effectiveFrom' || field === 'betweenFrom' || field === 'betweenTo'

/** The path of a field in the body. */
export function cellPath(field: RowField): string {
  if (field === 'betweenFrom') return 'effectiveBetween.from'
  return field === 'betweenTo' ? 'effectiveBetween.to' : field
}

/** Parses cells copied from a spreadsheet; undefined for a single cell, which fields accept as it is. */
export function cellsOf(text: string): string[][] | undefined {
  const block = text.replace(/\r?\n$/, '')
  // An unclosed quotation mark does not quote.
  const cells = pastedRows(block, '\t') ?? pastedRows(block.replaceAll('"', ''), '\t') ?? []
  return cells.length > 1 || (cells[0]?.length ?? 0) > 1 ? cells : undefined
}

/** A number in any currency or format: '€4.50', 'CHF 4.50', '12,50'. */
const FIGURE = /^\p{L}{0,3}\P{L}*\p{Nd}/u

/** Removes the heading of a block: a first row, followed by others, with text but no number or day. */
export function withoutHeading(cells: readonly string[][]): readonly string[][] {
  const [first = [], ...others] = cells
  const isHeading =
    first.some((cell) => cell !== '') && !first.some((cell) => FIGURE.test(cell) || typedDay(cell) !== null)
  return isHeading && others.length > 0 ? others : cells
}

/**
 * Pastes a block of cells from a cell on. Each cell is parsed, or kept as copied if invalid. Rows are added up to the
 * maximum of a matrix. `leftOut` counts lines and columns that did not fit.
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
