import type { ListedReturn } from '@despatch/contract/returns/portal/announced-returns'
import { formatCount } from '@despatch/domain/money/money'
import { ListDay, MomentText, ReferenceLink, Status } from '../../kit/list/columns/cells.tsx'
import { OrderCell } from '../../kit/list/columns/order-cell.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { lifeMeanings } from '../life-meanings.ts'
import { returnsPortalAddress } from './portal-queries.ts'

const column = columnsOf<ListedReturn>()
const enableSorting = false

/** Status of a return: a waiting review takes precedence over its state. */
export function ReturnStatus({
  of: { review, state, stateTitle },
}: {
  readonly of: Pick<ListedReturn, 'review' | 'state' | 'stateTitle'>
}) {
  if (review === 'waiting') return <Status meaning="attention">Needs review</Status>
  return <Status meaning={lifeMeanings[state]}>{stateTitle}</Status>
}

/** The refund deadline; an overdue one is highlighted. */
export function RefundDue({
  of: { refundDueOn, isOverdue },
}: {
  readonly of: Pick<ListedReturn, 'refundDueOn' | 'isOverdue'>
}) {
  if (refundDueOn === null) return null
  if (!isOverdue) return <ListDay day={refundDueOn} />
  return (
    <Status meaning="bad">
      Overdue, <ListDay day={refundDueOn} />
    </Status>
  )
}

const RETURN: Columns<ListedReturn> = column.columns([
  column.accessor('returnReference', {
    header: 'Return',
    size: 130,
    enableSorting,
    meta: { priority: 1 },
    cell: ({ getValue }) => <ReferenceLink text={getValue()} to={returnsPortalAddress({ return: getValue() })} />,
  }),
])
const CLIENT: Columns<ListedReturn> = column.columns([
  column.accessor('clientCode', { header: 'Client', size: 90, enableSorting, meta: { priority: 2 } }),
])
const OTHERS: Columns<ListedReturn> = column.columns([
  column.accessor('stateTitle', {
    header: 'Status',
    size: 160,
    enableSorting,
    meta: {
      priority: 1,
      exportValue: ({ review, stateTitle }: ListedReturn) => (review === 'waiting' ? 'Needs review' : stateTitle),
    },
    cell: ({ row: { original } }) => <ReturnStatus of={original} />,
  }),
  column.accessor('announcedAt', {
    header: 'Announced',
    size: 160,
    enableSorting,
    meta: { kind: 'time' },
    cell: ({ getValue }) => <MomentText at={getValue()} />,
  }),
  column.accessor('orderNumber', {
    header: 'Order',
    size: 130,
    enableSorting,
    meta: { priority: 2 },
    cell: ({ row: { original } }) => <OrderCell of={original} />,
  }),
  column.accessor('customerName', { header: 'Customer', size: 160, enableSorting, meta: { min: 120, priority: 3 } }),
  column.accessor('SKU', {
    header: 'Items',
    size: 170,
    enableSorting,
    meta: { min: 120, priority: 6 },
    cell: ({ row: { original } }) =>
      original.lines > 1 ? `${original.SKU} and ${formatCount(original.lines - 1)} more` : original.SKU,
  }),
  column.accessor('quantity', { header: 'Units', size: 75, enableSorting, meta: { align: 'right' } }),
  column.accessor('reasons', { header: 'Reason', size: 140, enableSorting, meta: { priority: 5 } }),
  column.accessor('refundDueOn', {
    header: 'Refund due',
    meta: { kind: 'day', priority: 4 },
    size: 160,
    enableSorting,
    cell: ({ row: { original } }) => <RefundDue of={original} />,
  }),
])

/** Columns for one client, with the client last, or for all, with the client next to the return. */
export const portalColumns = (isForAll: boolean): Columns<ListedReturn> =>
  isForAll ? [...RETURN, ...CLIENT, ...OTHERS] : [...RETURN, ...OTHERS, ...CLIENT]
