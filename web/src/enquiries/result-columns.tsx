import type { OrderRow } from '@despatch/contract/orders/order'
import { formatFigure } from '@despatch/domain/money/money'
import { isNotOnPickNote } from '@despatch/domain/orders/order-status'
import { countryName } from '../kit/form/countries.ts'
import { attentionText } from '../orders/needs-attention.tsx'
import { meaningOf, statusWord } from '../orders/commands/order-meaning.ts'
import { DayText, InstantText, MoneyText, Reference, Status } from '../kit/list/columns/cells.tsx'
import { instantCell } from '../kit/list/columns/export-columns.ts'
import { type Columns, columnsOf } from '../kit/list/features.ts'
import { OrderLink } from '../kit/navigation/order-link.tsx'

const column = columnsOf<OrderRow>()

const orderNumber = column.accessor('orderNumber', {
  header: 'Order',
  size: 156,
  cell: ({ row: { original } }) => (
    <Reference text={original.orderNumber}>
      <OrderLink order={original} />
    </Reference>
  ),
})
const client = column.accessor('clientCode', { header: 'Client', size: 90, enableSorting: false })
const others = column.columns([
  column.accessor('Status', {
    header: 'Status',
    size: 118,
    meta: { exportValue: ({ Status: code }: OrderRow) => statusWord(code) },
    cell: ({ row: { original } }) => <Status meaning={meaningOf(original)}>{statusWord(original.Status)}</Status>,
  }),
  column.accessor(attentionText, {
    id: 'needsAttention',
    header: 'Needs attention',
    size: 150,
    enableSorting: false,
    cell: ({ getValue }) => {
      const text = getValue()
      return text && <Status meaning="attention">{text}</Status>
    },
  }),
  column.accessor('orderDate', {
    header: 'Ordered',
    size: 116,
    meta: { exportValue: ({ orderDate }: OrderRow) => instantCell(orderDate) },
    cell: ({ getValue }) => <InstantText at={getValue()} />,
  }),
  column.accessor((row) => `${row.customerFirstName} ${row.customerLastName}`.trim(), {
    id: 'customer',
    header: 'Customer',
    size: 156,
    enableSorting: false,
  }),
  column.accessor('postCode', { header: 'Postcode', size: 96, enableSorting: false }),
  column.accessor('quantity', {
    header: 'Quantity',
    size: 92,
    meta: { align: 'right' },
    cell: ({ getValue }) => formatFigure(getValue()),
  }),
  column.accessor('totalValue', {
    header: 'Total',
    size: 108,
    meta: { align: 'right', exportValue: ({ totalValue }: OrderRow) => Number(totalValue) },
    cell: ({ row: { original } }) => <MoneyText amount={original.totalValue} currency={original.currencyCode} />,
  }),
  column.accessor('despatchDate', {
    header: 'Despatch',
    size: 116,
    cell: ({ getValue }) => <DayText day={getValue()} />,
  }),
  column.accessor('dispatchService', { header: 'Service', size: 112, enableSorting: false }),
  column.accessor((row) => (isNotOnPickNote(row) ? 'Not on it' : 'On it'), {
    id: 'pickNote',
    header: 'Pick note',
    size: 96,
    enableSorting: false,
  }),
  column.accessor('email', { header: 'Email', size: 220, enableSorting: false }),
  column.accessor((row) => countryName(row.country), {
    id: 'country',
    header: 'Country',
    size: 140,
    enableSorting: false,
  }),
])

/** The columns of the search results; of all clients' orders, the client too. */
export const RESULT_COLUMNS: Columns<OrderRow> = column.columns([orderNumber, ...others])
export const ALL_CLIENTS_COLUMNS: Columns<OrderRow> = column.columns([orderNumber, client, ...others])
