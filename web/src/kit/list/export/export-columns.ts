import { OPERATOR_ZONE } from '@despatch/domain/calendar/day'
import { columnIdOf, type Columns } from '../features.ts'
import { columnName } from '../columns/column-name.ts'
import type { TableLayout } from '../columns/table-layout.ts'

export type ExportCell = string | number
/** A column of an export: its name and the value of each row. */
export type ExportColumn<Row> = {
  readonly name: string
  readonly cellOf: (row: Row) => ExportCell
  /** Stops spreadsheets from converting the column’s texts. */
  readonly keepsText?: boolean | undefined
  /** The texts are days, or instants formatted by {@link instantCell}. */
  readonly kind?: 'day' | 'time' | undefined
}

/**
 * The visible columns in the user’s order, after the pinned first one. Leaves out columns without a value, such as
 * buttons.
 */
export function exportColumns<Row extends object>(columns: Columns<Row>, layout: TableLayout): ExportColumn<Row>[] {
  const [first, ...others] = columns.map((column) => ({ column, id: columnIdOf(column) }))
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

// The Swedish format puts year, month and day in ISO order.
const sortable = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: OPERATOR_ZONE })

/** An instant in the operator’s time zone: '2026-01-05 14:05:09', which also sorts as text. */
export function instantCell(at: string): string {
  return sortable.format(new Date(at))
}
