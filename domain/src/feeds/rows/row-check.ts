import type { DateFormat } from '../../calendar/date-format.ts'
import type { Unit } from '../../routing/sku-data/sku-measures.ts'
import { fromFileCell } from '../../text/spreadsheet-text.ts'
import { type Fault, isFault } from '../fault.ts'
import type { DateReading } from './instant.ts'
import { type LeaveOutRule, leftOutBy } from './leave-out.ts'

/** How the cells of a file's rows become fields: where each stands, and what the mapping says of it. */
export type RowChecks = {
  /** Where the cell of a field stands in a row. */
  readonly cellOf: Readonly<Partial<Record<string, number>>>
  /** Texts that stand for others, by field. */
  readonly values: Readonly<Partial<Record<string, Readonly<Record<string, string>>>>>
  readonly leaveOut: readonly LeaveOutRule[]
  /** The zone of dates that name none (IANA). */
  readonly timeZone: string
  readonly now: Date
  /** Of the client's amounts (ISO 4217). */
  readonly currency?: string | undefined
  /** How the mapping says that the dates of a field are written. */
  readonly dateFormats?: Readonly<Partial<Record<string, DateFormat>>>
  /** What the file calls the columns of fields, and the units that the mapping gives to those that hold a weight or a side. */
  readonly titles?: Readonly<Partial<Record<string, string>>>
  readonly units?: Readonly<Partial<Record<string, Unit | undefined>>>
  /** Fields whose dates have turned out to be written in two orders, and what is said of them then. */
  readonly contradictions?: ReadonlyMap<string, Fault>
}

/** How the dates of a field are read. */
export function dateReading({ dateFormats, contradictions }: RowChecks, field: string): DateReading {
  return { format: dateFormats?.[field], contradiction: () => contradictions?.get(field) }
}

/** A wrong cell, as the answer lists it. */
export type CellFault<Field extends string = string> = {
  readonly field: Field
  readonly reason: string
  readonly value: string
}

const TOTALS = /^(?:(?:grand|sub)?[ -]?totals?|gesamt(?:summe)?|summe|total général|suma|razem)\s*:?$/i

/** Whether a text stands where a code should, and says that its row is one of totals. */
export const isTotalsText = (text: string): boolean => TOTALS.test(text)

/** Whether a row names neither a number nor a SKU but says that it is one of totals. */
export const isTotals = (number: string, sku: string): boolean =>
  (number === '' || sku === '') && (isTotalsText(number) || isTotalsText(sku))

/** What is wrong with a field of a row. */
export type FieldFault<Field extends string> = Fault & { readonly field: Field }

/** What a row of a feed is: taken, left out on purpose, or refused for what is in one of its fields. */
export type CheckedFeedRow<Row> =
  | { readonly is: 'taken'; readonly row: Row }
  | { readonly is: 'leftOut'; readonly reason: string }
  | ({ readonly is: 'refused'; readonly more: readonly CellFault[] } & CellFault)

/** The check of a file's rows, a row after the other. */
export type RowCheck<Row> = (cells: readonly string[], line: number) => CheckedFeedRow<Row>

type Readers = Readonly<Record<string, (text: string) => unknown>>
type FieldsOf<R extends Readers> = { readonly [Field in keyof R]: Exclude<ReturnType<R[Field]>, Fault> }

/**
 * Makes the check of a file's rows: reads each field by its reader; then `finish` makes the row of what was read, or says what does
 * not agree. All faults of a row are listed at once.
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
    const reason = leaveOut.length > 0 ? leftOutBy(leaveOut, raw) : undefined
    if (reason !== undefined) return { is: 'leftOut', reason }
    const fields: Record<string, unknown> = {}
    const faults: CellFault[] = []
    for (const [field, reader] of read) {
      const value = reader(textOf(cells, field))
      if (isFault(value)) faults.push({ field, reason: value.fault, value: told(raw(field), value) })
      else fields[field] = value
    }
    const [first, ...more] = faults
    if (first) return { is: 'refused', ...first, more }
    const row = finish(fields as FieldsOf<R>, line)
    if (!isFieldFault(row)) return { is: 'taken', row }
    return { is: 'refused', field: row.field, reason: row.fault, value: told(raw(row.field), row), more: [] }
  }
}

/** The text of a wrong cell, with what would be right. */
export const told = (cell: string, { advice }: Fault): string => (advice === undefined ? cell : `${cell}: ${advice}`)

function isFieldFault<Row>(row: Row | FieldFault<string>): row is FieldFault<string> {
  return isFault(row)
}

/**
 * The text of a field in a row: trimmed, without an apostrophe that kept a spreadsheet from changing it, and another where
 * the mapping has one that it stands for.
 */
export function cellReader({
  cellOf,
  values,
}: Pick<RowChecks, 'cellOf' | 'values'>): (cells: readonly string[], field: string) => string {
  const standFor = new Map(
    Object.entries(values).flatMap(([field, texts]) => (texts ? [[field, new Map(Object.entries(texts))]] : [])),
  )
  return (cells, field) => {
    const at = cellOf[field]
    const text = at === undefined ? '' : fromFileCell(cells[at]?.trim() ?? '').trim()
    return standFor.size === 0 ? text : (standFor.get(field)?.get(text) ?? text)
  }
}
