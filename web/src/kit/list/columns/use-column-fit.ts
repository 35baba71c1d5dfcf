import { type RefObject, useMemo } from 'react'
import { columnIdOf, type Columns, END_WIDTH, USUAL_WIDTH } from '../features.ts'
import { type ColumnFit, fitColumns, type SizedColumn } from './fit-columns.ts'
import { headWidth } from './head-width.ts'
import { columnName } from './column-name.ts'
import { SELECT_COLUMN } from './select-column.tsx'
import type { TableLayout } from './table-layout.ts'
import { useRoom } from './use-room.ts'

/** Columns without a priority come after those that have one. */
export const NO_PRIORITY = 100
/** The width of a day as lists show it: 'Wed 30 Sep'. */
const DAY_WIDTH = 104

type FitOptions = {
  readonly layout: TableLayout
  readonly scroller: RefObject<HTMLElement | null>
  /** Off where rows are cards. */
  readonly isOn: boolean
}

/** The columns of a table that fit into it whole, as TanStack's state of visibility. */
type TableFit = ColumnFit & { readonly visibility: Readonly<Record<string, boolean>> }

/** Fits columns to the width of the table. Columns and widths that the user chose stay as they are. */
export function useColumnFit<Row extends object>(
  columns: Columns<Row>,
  { layout, scroller, isOn }: FitOptions,
): TableFit {
  const room = useRoom(scroller)
  return useMemo(
    () => columnFit(columns, layout, isOn && room !== undefined ? room - END_WIDTH : undefined),
    [columns, layout, isOn, room],
  )
}

/** Fits columns to a width in pixels; undefined if it is unknown. */
export function columnFit<Row extends object>(
  columns: Columns<Row>,
  layout: TableLayout,
  room: number | undefined,
): TableFit {
  const fit = fitColumns(sizedColumns(columns, layout), room)
  const hidden = Object.fromEntries(fit.hidden.map((id) => [id, false]))
  return { ...fit, visibility: { ...layout.columnVisibility, ...hidden } }
}

/** The columns that the user has not hidden, with their sizes. */
function sizedColumns<Row extends object>(columns: Columns<Row>, layout: TableLayout): SizedColumn[] {
  const first = columns.findIndex((column) => columnIdOf(column) !== SELECT_COLUMN)
  return columns.flatMap((column, index) => {
    const { meta, size = USUAL_WIDTH } = column
    const id = columnIdOf(column)
    if (layout.columnVisibility[id] === false) return []
    const chosen = layout.columnSizing[id]
    const isFixed = chosen !== undefined || id === SELECT_COLUMN
    // A head without text, like the box that selects all rows, needs no more than its size.
    const hasText = typeof column.header === 'string'
    const head = hasText ? headWidth(columnName({ id, columnDef: column }), column.enableSorting !== false) : 0
    const least = Math.max(head, meta?.kind === 'day' ? DAY_WIDTH : 0)
    return [
      {
        id,
        min: chosen ?? Math.max(Math.min(meta?.min ?? size, size), least),
        ideal: chosen ?? Math.max(size, least),
        priority: meta?.priority ?? NO_PRIORITY + index,
        isKept: index <= first || !hasValue(column) || chosen !== undefined || layout.columnVisibility[id] === true,
        fills: isFixed || meta?.align === 'right' ? 'never' : meta?.fills ? 'first' : 'otherwise',
      },
    ]
  })
}

/** Columns without a value have buttons, which must stay in reach. */
export const hasValue = (column: object) => 'accessorKey' in column || 'accessorFn' in column
