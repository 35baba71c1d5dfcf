import type { WorkOrderRow } from '@despatch/contract/orders/order'
import { isNotOnPickNote } from '@despatch/domain/orders/order-status'
import { Status } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { WhyButton } from '../../routing/allocation/why-button.tsx'
import { orderColumns } from '../order-columns.tsx'
import { meaningOf, statusWord } from '../commands/order-meaning.ts'
import styles from '../commands/work-orders.module.css'

const column = columnsOf<WorkOrderRow>()
const shared = orderColumns<WorkOrderRow>({ carrier: true })

/** Open orders are few enough to sort by these columns too. */
const sorting = (columns: Columns<WorkOrderRow>): Columns<WorkOrderRow> =>
  columns.map((one) => ({ ...one, enableSorting: true }))

const NOT_ON_PICK_NOTE = 'Not picked yet'
/** No carrier takes it, or none was looked for. */
const isWithoutCarrier = ({ needsAttention }: WorkOrderRow) => needsAttention.includes('carrier')
const carrierOf = (row: WorkOrderRow) =>
  row.routingException || row.carrier || (isWithoutCarrier(row) ? 'No carrier' : '')

const OTHERS: Columns<WorkOrderRow> = [
  ...column.columns([
    column.accessor('Status', {
      header: 'Status',
      size: 140,
      meta: { exportValue: ({ Status: code }: WorkOrderRow) => statusWord(code) },
      cell: ({ row: { original } }) => (
        <span title={original.suspendedFor || undefined}>
          <Status meaning={meaningOf(original)}>{statusWord(original.Status)}</Status>
        </span>
      ),
    }),
  ]),
  ...shared.needsAttention,
  ...shared.despatch,
  ...column.columns([
    column.accessor(carrierOf, {
      id: 'carrier',
      header: 'Carrier',
      size: 220,
      enableSorting: false,
      cell: ({ row: { original } }) => <CarrierCell order={original} />,
    }),
  ]),
  ...sorting(shared.service),
  ...sorting(shared.customer),
  ...shared.ordered,
  ...sorting(shared.postCode),
  ...shared.quantity,
  ...shared.total,
  ...column.columns([
    column.accessor((row) => (isNotOnPickNote(row) ? NOT_ON_PICK_NOTE : ''), {
      id: 'pickNote',
      header: 'Pick note',
      size: 150,
      enableSorting: false,
    }),
    column.accessor('suspendedFor', { header: 'Suspended for', size: 170, enableSorting: false }),
  ]),
  ...shared.noted,
  ...shared.email,
]

export const WORK_ORDER_COLUMNS: Columns<WorkOrderRow> = [...shared.orderNumber, ...OTHERS]
/** With the client beside the order number. */
export const ALL_CLIENTS_COLUMNS: Columns<WorkOrderRow> = [...shared.orderNumber, ...shared.client, ...OTHERS]

/** Carriers or the routing exception, with a link to the explanation in a panel. */
function CarrierCell({ order }: { readonly order: WorkOrderRow }) {
  const text = carrierOf(order)
  if (text === '') return null
  if (!order.routingException && !order.carrier)
    return (
      <span className={styles.carrier} data-lacks>
        <Status meaning="bad">{text}</Status>
        <WhyButton order={order} />
      </span>
    )
  return (
    <span className={styles.carrier} title={text} data-lacks={order.routingException !== '' || undefined}>
      {order.routingException && (
        <>
          <Status meaning="bad">No carrier</Status>
          <WhyButton order={order} />
        </>
      )}
      <span className={styles.why}>{text}</span>
      {!order.routingException && <WhyButton order={order} />}
    </span>
  )
}
