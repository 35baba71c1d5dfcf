import type { DateFormat } from '../../calendar/date-format.ts'
import type { Unit } from '../../routing/sku-data/sku-measures.ts'
import { fromFileCell } from '../../text/spreadsheet-text.ts'
import { type Fault, isFault } from '../fault.ts'
import type { DateReading } from './instant.ts'
import { type LeaveOutRule, leaveOutReason } from './leave-out.ts'

/** How the cells of rows become fields: their positions, and the rules of the mapping. */
export type RowChecks = {
  /** The position of each field's cell in a row. */
  readonly cellOf: Readonly<Partial<Record<string, number>>>
  /** Replacements of texts, by field. */
  readonly values: Readonly<Partial<Record<string, Readonly<Record<string, string>>>>>
  readonly leaveOut: readonly LeaveOutRule[]
  /** The zone of dates without one (IANA). */
  readonly timeZone: string
  readonly now: Date
  /** The currency of the client's amounts (ISO 4217). */
  readonly currency?: string | undefined
  /** Date formats from the mapping, by field. */
  readonly dateFormats?: Readonly<Partial<Record<string, DateFormat>>>
  /** Column titles of the file, and units of weights and lengths from the mapping, by field. */
  readonly titles?: Readonly<Partial<Record<string, string>>>
  readonly units?: Readonly<Partial<Record<string, Unit | undefined>>>
  /** Faults of fields whose dates mix two orders of day and month. */
  readonly contradictions?: ReadonlyMap<string, Fault>
}

export function dateReading({ dateFormats, contradictions }: RowChecks, field: string): DateReading {
  return { format: dateFormats?.[field], contradiction: () => contradictions?.get(field) }
}

/** A wrong cell, for the answer. */
export type CellFault<Field extends string = string> = {
  readonly field: Field
  readonly reason: string
  readonly value: string
}

const TOTALS = /^(?:(?:grand|sub)?[ -]?totals?|gesamt(?:summe)?|summe|total général|suma|razem)\s*:?$/i

/** Whether a text in place of a code marks a row of totals. */
export const isTotalsText = (text: string): boolean => TOTALS.test(text)

/** Whether a row lacks an order number or SKU and is marked as totals. */
export const isTotalsRow = (number: string, sku: string): boolean =>
  (number === '' || sku === '') && (isTotalsText(number) || isTotalsText(sku))

export type FieldFault<Field extends string> = Fault & { readonly field: Field }

/** A row of a feed: valid, left out on purpose, or refused. */
export type CheckedFeedRow<Row> =
  | { readonly is: 'taken'; readonly row: Row }
  | { readonly is: 'leftOut'; readonly reason: string }
  | ({ readonly is: 'refused'; readonly more: readonly CellFault[] } & CellFault)

/** Checks one row. Called in file order. */
export type RowCheck<Row> = (cells: readonly string[], line: number) => CheckedFeedRow<Row>

type Readers = Readonly<Record<string, (text: string) => unknown>>
type FieldsOf<R extends Readers> = { readonly [Field in keyof R]: Exclude<ReturnType<R[Field]>, Fault> }

/**
 * Makes a check that reads each field with its reader. `finish` then builds the row, or returns a fault between fields.
 * Lists all faults of a row.
 */
export function rowCheck<R extends Readers, Row>(
  checks: RowChecks,
  readers: R,
  finish: (fields: FieldsOf<R>, line: number) => Row | FieldFault<keyof R & string>,
): RowCheck<Row> {
  const { cellOf, leaveOut } = checks
  const textOf = cellReader(checks)
  const read = Object.entries(readers)
  return (cells, line) => {
    const raw = (field: string) => cells[cellOf[field] ?? -1]?.trim() ?? ''
    const reason = leaveOut.length > 0 ? leaveOutReason(leaveOut, raw) : undefined
    if (reason !== undefined) return { is: 'leftOut', reason }
    const fields: Record<string, unknown> = {}
    const faults: CellFault[] = []
    for (const [field, reader] of read) {
      const value = reader(textOf(cells, field))
      if (isFault(value)) faults.push({ field, reason: value.fault, value: cellWithAdvice(raw(field), value) })
      else fields[field] = value
    }
    const [first, ...more] = faults
    if (first) return { is: 'refused', ...first, more }
    const row = finish(fields as FieldsOf<R>, line)
    if (!isFieldFault(row)) return { is: 'taken', row }
    return { is: 'refused', field: row.field, reason: row.fault, value: cellWithAdvice(raw(row.field), row), more: [] }
  }
}

/** The text of a wrong cell, with advice. */
export const cellWithAdvice = (cell: string, { advice }: Fault): string =>
  advice === undefined ? cell : `${cell}: ${advice}`

function isFieldFault<Row>(row: Row | FieldFault<string>): row is FieldFault<string> {
  return isFault(row)
}

/** Makes a reader of field texts: trimmed, without a spreadsheet's leading apostrophe, and replaced as the mapping says. */
export function cellReader({
  cellOf,
  values,
}: Pick<RowChecks, 'cellOf' | 'values'>): (cells: readonly string[], field: string) => string {
  const replacements = new Map(
    Object.entries(values).flatMap(([field, texts]) => (texts ? [[field, new Map(Object.entries(texts))]] : [])),
  )
  return (cells, field) => {
    const at = cellOf[field]
    const text = at === undefined ? '' : fromFileCell(cells[at]?.trim() ?? '').trim()
    return replacements.size === 0 ? text : (replacements.get(field)?.get(text) ?? text)
  }
}
