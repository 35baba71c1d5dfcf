import type { StockRow } from '@despatch/contract/stock/reservations'
import { formatCount } from '@despatch/domain/money/money'
import { InstantText, MomentText, Reference, Status } from '../../kit/list/columns/cells.tsx'
import { instantCell } from '../../kit/list/export/export-columns.ts'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { CodeCell } from './code-cell.tsx'
import { availableText, isNeverCounted } from './stock-queries.ts'

const column = columnsOf<StockRow>()
const enableSorting = false
// At 1,280 pixels the four figures are seen side by side.
const figure = { size: 94, enableSorting, meta: { align: 'right' as const } }

/** What there is of each SKU and code: the four figures stand side by side, so that they add up. */
export const STOCK_COLUMNS: Columns<StockRow> = column.columns([
  column.accessor('sku', {
    header: 'SKU',
    size: 124,
    enableSorting,
    cell: ({ getValue }) => <Reference text={getValue()} />,
  }),
  column.accessor('title', { header: 'Title', size: 160, enableSorting }),
  column.accessor('type', {
    header: 'Code',
    size: 160,
    enableSorting,
    cell: ({ getValue }) => <CodeCell code={getValue()} />,
  }),
  column.accessor('stock_on_hand', {
    header: 'On hand',
    ...figure,
    // Of what was never counted, less than nothing is only what has left since.
    cell: ({ getValue, row }) => (isNeverCounted(row.original) && getValue() < 0 ? '' : formatCount(getValue())),
  }),
  column.accessor('reserved_stock', { header: 'Reserved', ...figure, cell: ({ getValue }) => formatCount(getValue()) }),
  column.accessor('promised_stock', { header: 'Promised', ...figure, cell: ({ getValue }) => formatCount(getValue()) }),
  column.accessor('available_stock', {
    header: 'Available',
    ...figure,
    size: 146,
    meta: {
      align: 'right' as const,
      exportValue: (row: StockRow) => (isNeverCounted(row) ? 'never counted' : row.available_stock),
    },
    cell: ({ getValue, row }) =>
      isNeverCounted(row.original) ? (
        <Status meaning="neutral">never counted</Status>
      ) : getValue() < 0 ? (
        <Status meaning="bad">{availableText(getValue())}</Status>
      ) : (
        formatCount(getValue())
      ),
  }),
  column.accessor('warehouse_available', {
    header: 'Warehouse says',
    ...figure,
    size: 135,
    cell: ({ getValue }) => {
      const pieces = getValue()
      return pieces === null ? '' : formatCount(pieces)
    },
  }),
  column.accessor('counted_at', {
    header: 'Counted',
    size: 165,
    enableSorting,
    meta: { exportValue: ({ counted_at: at }: StockRow) => (at === null ? '' : instantCell(at)) },
    cell: ({ getValue }) => {
      const at = getValue()
      return at === null ? 'Never' : <MomentText at={at} />
    },
  }),
  column.accessor('last_amended_date', {
    header: 'Last amended',
    size: 165,
    enableSorting,
    meta: { exportValue: ({ last_amended_date: at }: StockRow) => instantCell(at) },
    cell: ({ getValue }) => <InstantText at={getValue()} />,
  }),
  column.accessor('last_amended_user', { header: 'By', size: 140, enableSorting }),
])
