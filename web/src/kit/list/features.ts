import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  rowSelectionFeature,
  rowSortingFeature,
  type ColumnDef,
  type RowData,
  tableFeatures,
} from '@tanstack/react-table'

type ColumnMeta = {
  /** The name in the column chooser and for screen readers, if the header is not plain text. */
  readonly name?: string
  /** Right-aligns figures, in tabular numerals. */
  readonly align?: 'right'
  /** Stops spreadsheets from converting the texts of an export: 00123 and 1E5 stay as they are. */
  readonly keepsText?: boolean
  /**
   * The column holds days or instants. Exports write instants in the operator’s time zone; in a workbook both are
   * dates.
   */
  readonly kind?: 'day' | 'time'
  /** The least width at which usual contents are whole, in pixels; by default the column's size. */
  readonly min?: number
  /** Columns with a lower number get room first; those without one come last, in the order of the table. */
  readonly priority?: number
  /** Takes what remains of the row. If no column does, all of text share it. */
  readonly fills?: true
  /** The value to export, if it is not the accessor’s: `exportValue: ({ total }: OrderRow) => Number(total)`. */
  exportValue?(row: object): string | number | undefined
}

/** Limits of a column’s width, in pixels. */
export const COLUMN_WIDTHS = { min: 56, max: 1000 } as const
/** The width of a column without a size. */
export const USUAL_WIDTH = 140
/** The width of the column chooser, at the right end. */
export const END_WIDTH = 32

/** The table features that lists use. The server sorts and pages the rows. */
export const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
})
export type Features = typeof features

/**
 * Columns of a table, made with `columnsOf<Row>().columns([...])`. Make them at module scope, so that they stay
 * stable.
 */
export type Columns<Row extends RowData> = readonly ColumnDef<Features, Row, unknown>[]

/**
 * Returns the helper that makes columns: `const column = columnsOf<OrderRow>()`. They are sortable unless
 * `enableSorting: false`.
 */
export function columnsOf<Row extends RowData>() {
  return createColumnHelper<Features, Row>()
}

/** The id of a column, which is its header if it has no other; '' if there is no column. */
export function columnIdOf(column: object | undefined): string {
  if (!column) return ''
  if ('id' in column && typeof column.id === 'string') return column.id
  if ('accessorKey' in column) return String(column.accessorKey)
  return 'header' in column && typeof column.header === 'string' ? column.header : ''
}
