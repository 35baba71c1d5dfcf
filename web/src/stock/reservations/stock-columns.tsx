import { Anchor } from '@mantine/core'
import type { StockRow } from '@despatch/contract/stock/reservations'
import { formatCount } from '@despatch/domain/money/money'
import type { ReactNode } from 'react'
import { ListInstant, MomentText, Reference, Status } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { CodeCell } from './code-cell.tsx'
import { availableText, isNeverCounted, kitHint } from './stock-queries.ts'
import type { StockPart } from './stock-drawer.tsx'

const column = columnsOf<StockRow>()
const enableSorting = false
// The four figures fit side by side at 1,280 pixels.
const figure = { size: 94, enableSorting, meta: { align: 'right' as const } }

type OpenStock = (row: StockRow, part?: StockPart) => void
type FigureProps = { readonly children: ReactNode; readonly onOpen: () => void }

/**
 * A figure that opens its records. It is not a tab stop, so that a list does not have four per row: by keyboard the row
 * opens them.
 */
function Figure({ children, onOpen }: FigureProps) {
  return (
    <Anchor component="button" type="button" inherit tabIndex={-1} title="Details" onClick={onOpen}>
      {children}
    </Anchor>
  )
}

const WHAT: Columns<StockRow> = column.columns([
  column.accessor('sku', {
    header: 'SKU',
    size: 124,
    enableSorting,
    cell: ({ getValue }) => <Reference text={getValue()} />,
  }),
  column.accessor((row) => `${row.title}${kitHint(row)}`, {
    id: 'title',
    header: 'Title',
    size: 176,
    enableSorting,
    meta: { fills: true },
  }),
  column.accessor('type', {
    header: 'Code',
    size: 124,
    enableSorting,
    cell: ({ getValue }) => <CodeCell code={getValue()} />,
  }),
])

const figures = (open: OpenStock): Columns<StockRow> =>
  column.columns([
    column.accessor('stock_on_hand', {
      header: 'On hand',
      ...figure,
      // Without a count, a negative figure is only what has left since.
      cell: ({ getValue, row: { original } }) =>
        isNeverCounted(original) && getValue() < 0 ? (
          ''
        ) : (
          <Figure onOpen={() => open(original, 'Counts')}>{formatCount(getValue())}</Figure>
        ),
    }),
    column.accessor('reserved_stock', {
      header: 'Reserved',
      ...figure,
      cell: ({ getValue, row: { original } }) => (
        <Figure onOpen={() => open(original, 'Reservations')}>{formatCount(getValue())}</Figure>
      ),
    }),
    column.accessor('promised_stock', {
      header: 'Promised',
      ...figure,
      cell: ({ getValue, row: { original } }) => (
        <Figure onOpen={() => open(original, 'Promised to orders')}>{formatCount(getValue())}</Figure>
      ),
    }),
    column.accessor('available_stock', {
      header: 'Available',
      ...figure,
      size: 146,
      meta: {
        align: 'right' as const,
        exportValue: (row: StockRow) => (isNeverCounted(row) ? 'never counted' : row.available_stock),
      },
      cell: ({ getValue, row: { original } }) => (
        <Figure onOpen={() => open(original)}>
          {isNeverCounted(original) ? (
            <Status meaning="neutral">never counted</Status>
          ) : getValue() < 0 ? (
            <Status meaning="bad">{availableText(getValue())}</Status>
          ) : (
            formatCount(getValue())
          )}
        </Figure>
      ),
    }),
  ])

const SINCE: Columns<StockRow> = column.columns([
  column.accessor('warehouse_available', {
    header: 'Warehouse count',
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
    meta: { kind: 'time' },
    cell: ({ getValue }) => {
      const at = getValue()
      return at === null ? 'Never' : <MomentText at={at} />
    },
  }),
  column.accessor('last_amended_date', {
    header: 'Last amended',
    size: 165,
    enableSorting,
    meta: { kind: 'time' },
    cell: ({ getValue }) => <ListInstant at={getValue()} />,
  }),
  column.accessor('last_amended_user', { header: 'By', size: 140, enableSorting }),
])

/** Columns of stock by SKU and code. The four figures stand side by side so that they add up; each opens its records. */
export const stockColumns = (open: OpenStock): Columns<StockRow> => [...WHAT, ...figures(open), ...SINCE]
