import type { WorkOrderRow } from '@despatch/contract/orders/order'
import { clockText } from '@despatch/domain/routing/cut-offs/cut-off'
import { isNotOnPickNote } from '@despatch/domain/orders/order-status'
import { useMinute } from '../../kit/browser/use-today.ts'
import { Status } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { leftText } from '../../routing/cut-offs/left-text.ts'
import { WhyIcon } from '../../routing/allocation/why-button.tsx'
import { attentionTexts } from '../needs-attention.tsx'
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

const statusColumn = (priority: number) =>
  column.columns([
    column.accessor('Status', {
      header: 'Status',
      size: 132,
      meta: { min: 128, priority, exportValue: ({ Status: code }: WorkOrderRow) => statusWord(code) },
      cell: ({ row: { original } }) => (
        <span title={original.suspendedFor || undefined}>
          <Status meaning={meaningOf(original)}>{statusWord(original.Status)}</Status>
        </span>
      ),
    }),
  ])

const CARRIER = column.columns([
  column.accessor(carrierOf, {
    id: 'carrier',
    header: 'Carrier',
    size: 168,
    meta: { min: 136, priority: 5 },
    enableSorting: false,
    cell: ({ row: { original } }) => <CarrierCell order={original} />,
  }),
])
const CUT_OFF = column.columns([
  column.accessor((row) => row.startBy ?? '', {
    id: 'startBy',
    header: 'Start by',
    size: 96,
    meta: { min: 92, priority: 10 },
    enableSorting: false,
    cell: ({ getValue }) => <StartBy at={getValue()} />,
  }),
])
const PICKING = column.columns([
  column.accessor((row) => (isNotOnPickNote(row) ? NOT_ON_PICK_NOTE : ''), {
    id: 'pickNote',
    header: 'Pick note',
    size: 136,
    enableSorting: false,
  }),
  column.accessor('suspendedFor', { header: 'Suspended for', size: 150, enableSorting: false }),
])

const ATTENTION = shared.needsAttention.map((one) => ({
  ...one,
  cell: ({ row: { original } }: { row: { original: WorkOrderRow } }) => <AttentionCell order={original} />,
})) as Columns<WorkOrderRow>

type Shown = {
  /** Shows the client beside the order number. */
  readonly isAllClients: boolean
  /** All rows have the same status: other columns are more important. */
  readonly hasOneStatus: boolean
}

/** The columns of a work list. */
export const workOrderColumns = ({ isAllClients, hasOneStatus }: Shown): Columns<WorkOrderRow> => [
  ...shared.orderNumber,
  ...(isAllClients ? shared.client : []),
  ...statusColumn(hasOneStatus ? 20 : 3),
  ...sorting(shared.customer),
  ...shared.despatch,
  ...sorting(shared.service),
  ...CARRIER,
  ...CUT_OFF,
  ...ATTENTION,
  ...shared.quantity,
  ...shared.total,
  ...shared.assignedTo,
  ...shared.ordered,
  ...sorting(shared.postCode),
  ...PICKING,
  ...shared.tags,
  ...shared.email,
]

/** Carriers, or that there is none, with a link to the explanation in a panel. */
function CarrierCell({ order }: { readonly order: WorkOrderRow }) {
  const text = carrierOf(order)
  if (text === '') return null
  const isLacking = order.routingException !== '' || order.carrier === ''
  return (
    <span className={styles.carrier} title={text}>
      {isLacking ? <Status meaning="bad">No carrier</Status> : <span className={styles.why}>{text}</span>}
      <WhyIcon order={order} />
    </span>
  )
}

/** Until when picking may begin to reach today's cut-off. */
function StartBy({ at }: { readonly at: string }) {
  const now = useMinute()
  if (at === '') return null
  const left = leftText(at, now)
  if (left === 'missed') return <Status meaning="bad">Missed</Status>
  const isNear = Date.parse(at) - now <= 120 * 60_000
  const time = clockText(new Date(at))
  return <span title={left}>{isNear ? <Status meaning="attention">{time}</Status> : time}</span>
}

/** Why no carrier takes it, and what it lacks otherwise. */
function AttentionCell({ order }: { readonly order: WorkOrderRow }) {
  const [first = '', ...others] = attentionTexts(order, ['carrier'])
  const all = [order.routingException, first, ...others].filter(Boolean).join(', ')
  if (all === '') return null
  return (
    <span title={all}>
      {first && <Status meaning="attention">{others.length > 0 ? `${first} +${others.length}` : first}</Status>}{' '}
      {order.routingException}
    </span>
  )
}
