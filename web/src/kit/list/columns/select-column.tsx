import { Checkbox } from '@mantine/core'
import { COLUMN_WIDTHS, type Columns, columnsOf } from '../features.ts'

export const SELECT_COLUMN = 'select'

/** Adds a column of checkboxes before the others if rows can be selected. */
export function withSelection<Row extends object>(columns: Columns<Row>, isSelectable: boolean): Columns<Row> {
  if (!isSelectable) return columns
  const select = columnsOf<Row>().display({
    id: SELECT_COLUMN,
    // The gutter, the box and its padding.
    size: COLUMN_WIDTHS.min,
    enableResizing: false,
    enableSorting: false,
    enableHiding: false,
    meta: { name: 'Select' },
    header: ({ table }) => (
      <Checkbox
        size="xs"
        aria-label="Select all rows that are loaded"
        checked={table.getIsAllRowsSelected()}
        indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
        onChange={table.getToggleAllRowsSelectedHandler()}
      />
    ),
    cell: ({ row }) => (
      <Checkbox
        size="xs"
        aria-label={`Select ${row.id}`}
        checked={row.getIsSelected()}
        onChange={row.getToggleSelectedHandler()}
      />
    ),
  })
  return [select as Columns<Row>[number], ...columns]
}
