import type { WorkOrderRow } from '@despatch/contract/orders/order'
import { formatFigure } from '@despatch/domain/money/money'
import { isNotOnPickNote } from '@despatch/domain/orders/order-status'
import { OrderLink } from '../../kit/navigation/order-link.tsx'
import { DayText, InstantText, MoneyText, Reference, Status } from '../../kit/list/columns/cells.tsx'
import { instantCell } from '../../kit/list/columns/export-columns.ts'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { attentionText } from '../needs-attention.tsx'
import { meaningOf, statusWord } from './order-meaning.ts'
import styles from './work-orders.module.css'

const column = columnsOf<WorkOrderRow>()

const NOT_ON_PICK_NOTE = 'Not on a pick note'
const carrierOf = ({ carrier, routingException }: WorkOrderRow) => routingException || carrier

const ORDER: Columns<WorkOrderRow> = column.columns([
  column.accessor('orderNumber', {
    header: 'Order',
    size: 140,
    cell: ({ row: { original } }) => (
      <Reference text={original.orderNumber}>
        <OrderLink order={original} />
      </Reference>
    ),
  }),
])
const CLIENT: Columns<WorkOrderRow> = column.columns([
  column.accessor('clientCode', { header: 'Client', size: 90, enableSorting: false }),
])
const OTHERS: Columns<WorkOrderRow> = column.columns([
  column.accessor('Status', {
    header: 'Status',
    size: 118,
    meta: { exportValue: ({ Status: code }: WorkOrderRow) => statusWord(code) },
    cell: ({ row: { original } }) => (
      <span title={original.suspendedFor || undefined}>
        <Status meaning={meaningOf(original)}>{statusWord(original.Status)}</Status>
      </span>
    ),
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
    size: 114,
    meta: { exportValue: ({ orderDate }: WorkOrderRow) => instantCell(orderDate) },
    cell: ({ getValue }) => <InstantText at={getValue()} />,
  }),
  column.accessor('despatchDate', {
    header: 'Despatch',
    size: 114,
    cell: ({ getValue }) => <DayText day={getValue()} />,
  }),
  column.accessor('dispatchService', { header: 'Service', size: 104, enableSorting: false }),
  column.accessor(carrierOf, {
    id: 'carrier',
    header: 'Carrier',
    size: 200,
    enableSorting: false,
    cell: ({ row: { original } }) => <CarrierCell order={original} />,
  }),
  column.accessor((row) => `${row.customerFirstName} ${row.customerLastName}`.trim(), {
    id: 'customer',
    header: 'Customer',
    size: 132,
    enableSorting: false,
  }),
  column.accessor('postCode', { header: 'Postcode', size: 92, enableSorting: false }),
  column.accessor('quantity', {
    header: 'Quantity',
    size: 88,
    meta: { align: 'right' },
    cell: ({ getValue }) => formatFigure(getValue()),
  }),
  column.accessor('totalValue', {
    header: 'Total',
    size: 100,
    meta: { align: 'right', exportValue: ({ totalValue }: WorkOrderRow) => Number(totalValue) },
    cell: ({ row: { original } }) => <MoneyText amount={original.totalValue} currency={original.currencyCode} />,
  }),
  column.accessor((row) => (isNotOnPickNote(row) ? NOT_ON_PICK_NOTE : ''), {
    id: 'pickNote',
    header: 'Pick note',
    size: 150,
    enableSorting: false,
  }),
  column.accessor('suspendedFor', { header: 'Suspended for', size: 170, enableSorting: false }),
  column.accessor('email', { header: 'Email', size: 220, enableSorting: false }),
])

/** The columns of orders that something may be done to. */
export const WORK_ORDER_COLUMNS: Columns<WorkOrderRow> = [...ORDER, ...OTHERS]
/** Those of all clients: whose an order is comes next to it. */
export const ALL_CLIENTS_COLUMNS: Columns<WorkOrderRow> = [...ORDER, ...CLIENT, ...OTHERS]

/** Who takes the order, or why nobody does; and the way to why so, in the order's tab. */
function CarrierCell({ order }: { readonly order: WorkOrderRow }) {
  const text = carrierOf(order)
  if (text === '') return null
  return (
    <span className={styles.carrier}>
      {order.routingException && <Status meaning="bad">No carrier</Status>}
      <span className={styles.why} title={text}>
        {text}
      </span>
      <OrderLink order={order}>Why?</OrderLink>
    </span>
  )
}
