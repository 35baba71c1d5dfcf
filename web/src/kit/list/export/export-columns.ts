import { OPERATOR_ZONE } from '@despatch/domain/calendar/day'
import type { Columns } from '../features.ts'
import { columnName } from '../columns/header-row.tsx'
import type { TableLayout } from '../columns/kept-layout.ts'

export type ExportCell = string | number
/** A column of an export: its name, and what it writes of a row. */
export type ExportColumn<Row> = {
  readonly name: string
  readonly cellOf: (row: Row) => ExportCell
  /** Whether spreadsheets are kept from changing its texts. */
  readonly keepsText?: boolean | undefined
  /** Its texts are days, or instants as {@link instantCell} writes them. */
  readonly kind?: 'day' | 'time' | undefined
}

/** The columns that a table shows, in the order in which it shows them; the first is pinned. What holds no value is left out. */
export function exportColumns<Row extends object>(columns: Columns<Row>, layout: TableLayout): ExportColumn<Row>[] {
  const [first, ...others] = columns.map((column) => ({ column, id: idOf(column) }))
  if (!first) return []
  const placeOf = (id: string) => {
    const place = layout.columnOrder.indexOf(id)
    return place === -1 ? Number.MAX_SAFE_INTEGER : place
  }
  return [first, ...others.toSorted((a, b) => placeOf(a.id) - placeOf(b.id))]
    .filter(({ id }) => layout.columnVisibility[id] !== false)
    .flatMap(({ column, id }) => {
      const valueOf = column.meta?.exportValue ?? accessorOf(column)
      if (!valueOf) return []
      const { header, meta } = column
      return [
        {
          name: columnName({ id, columnDef: { header, ...(meta && { meta }) } }),
          cellOf: (row) => cellFrom(valueOf(row), meta?.kind),
          keepsText: meta?.keepsText,
          kind: meta?.kind,
        },
      ]
    })
}

function idOf<Row extends object>(column: Columns<Row>[number]): string {
  if (column.id !== undefined) return column.id
  if ('accessorKey' in column) return String(column.accessorKey)
  return typeof column.header === 'string' ? column.header : ''
}

function accessorOf<Row extends object>(column: Columns<Row>[number]): ((row: Row) => unknown) | undefined {
  if ('accessorFn' in column) {
    const { accessorFn } = column
    return (row) => accessorFn(row, 0)
  }
  if (!('accessorKey' in column)) return undefined
  const key = String(column.accessorKey)
  return (row) => (row as Readonly<Record<string, unknown>>)[key]
}

function cellFrom(value: unknown, kind: ExportColumn<unknown>['kind']): ExportCell {
  if (value === undefined || value === null || value === '') return ''
  if (kind === 'time' && typeof value === 'string') return instantCell(value)
  if (typeof value === 'number' || typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return Array.isArray(value) ? value.join(', ') : JSON.stringify(value)
}

// Swedish writes the day as ISO does.
const sortable = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: OPERATOR_ZONE })

/** An instant as an export writes it, in the operator's zone: '2026-01-05 14:05:09', which sorts as a text too. */
export function instantCell(at: string): string {
  return sortable.format(new Date(at))
}
