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
  /** What the column chooser and a screen reader call it, where the header is no plain text. */
  readonly name?: string
  /** Figures stand at the right, in tabular numerals. */
  readonly align?: 'right'
  /** Whether an export keeps spreadsheets from changing its texts: 00123 and 1E5 come back as they were. */
  readonly keepsText?: boolean
  /** Of days, and of instants, which exports write by the operator's clock: in a workbook these are dates. */
  readonly kind?: 'day' | 'time'
  /** What an export writes, where it is not the accessor's value: `exportValue: ({ total }: OrderRow) => Number(total)`. */
  exportValue?(row: object): string | number | undefined
}

/** How narrow and how wide a column may be, in pixels. */
export const COLUMN_WIDTHS = { min: 56, max: 1000 } as const

/** What tables of the product can do. Rows come sorted and paged from the server. */
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

/** Columns of a table, as `columnsOf<Row>().columns([...])` makes them. Make them at module scope. */
export type Columns<Row extends RowData> = readonly ColumnDef<Features, Row, unknown>[]

/** The helper that makes columns: `const column = columnsOf<OrderRow>()`. Sortable unless `enableSorting: false`. */
export function columnsOf<Row extends RowData>() {
  return createColumnHelper<Features, Row>()
}
