import type { RoutingException } from '@despatch/contract/routing/exceptions-and-history/routing-exception'
import { FigureText, ListDay, MomentText, Status } from '../../kit/list/columns/cells.tsx'
import { OrderCell } from '../../kit/list/columns/order-cell.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { WhyIcon } from '../allocation/why-button.tsx'
import styles from './carrier-history.module.css'
import { endOf } from './exception-state.ts'

const column = columnsOf<RoutingException>()

/** The history is always sorted newest first. */
const enableSorting = false

const ORDER: Columns<RoutingException> = column.columns([
  column.accessor('orderNumber', {
    header: 'Order',
    size: 134,
    enableSorting,
    cell: ({ row: { original } }) => <OrderCell of={original} />,
  }),
])
const CLIENT: Columns<RoutingException> = column.columns([
  column.accessor('clientCode', { header: 'Client', size: 90, enableSorting, meta: { priority: 2 } }),
])
const OTHERS: Columns<RoutingException> = column.columns([
  column.accessor('state', {
    header: 'Status',
    size: 120,
    enableSorting,
    meta: { priority: 3, exportValue: ({ state }: RoutingException) => endOf(state).word },
    cell: ({ getValue }) => <Status meaning={endOf(getValue()).meaning}>{endOf(getValue()).word}</Status>,
  }),
  column.accessor('why', {
    header: 'Why',
    size: 400,
    enableSorting,
    meta: { min: 220, priority: 4, fills: true },
    cell: ({ getValue, row: { original } }) => (
      <span className={styles.why}>
        <span title={getValue()}>{getValue()}</span>
        <WhyIcon order={{ clientCode: original.clientCode, orderNumber: original.orderNumber }} />
      </span>
    ),
  }),
  column.accessor('at', {
    header: 'When',
    size: 165,
    enableSorting,
    meta: { kind: 'time', min: 150, priority: 6 },
    cell: ({ getValue }) => <MomentText at={getValue()} />,
  }),
  column.accessor('since', {
    header: 'Without a carrier since',
    size: 170,
    enableSorting,
    meta: { kind: 'time', min: 150, priority: 7 },
    cell: ({ getValue }) => <MomentText at={getValue()} />,
  }),
  column.accessor('despatchDay', {
    header: 'Despatch date',
    meta: { kind: 'day', priority: 5 },
    size: 124,
    enableSorting,
    cell: ({ getValue }) => <ListDay day={getValue()} />,
  }),
  column.accessor('dispatchService', { header: 'Service', size: 105, enableSorting }),
  column.accessor(({ region, country }) => [region, country].filter(Boolean).join(', '), {
    id: 'region',
    header: 'Region',
    size: 85,
    enableSorting,
  }),
  column.accessor('parcels', {
    header: 'Parcels',
    size: 80,
    enableSorting,
    meta: { align: 'right' },
    cell: ({ getValue }) => <FigureText value={getValue()} />,
  }),
  column.accessor(({ skus }) => skus.join(', '), { id: 'skus', header: 'SKUs', size: 180, enableSorting }),
  column.accessor('endedAt', {
    header: 'Ended',
    size: 165,
    enableSorting,
    meta: { kind: 'time' },
    cell: ({ getValue }) => {
      const at = getValue()
      return at && <MomentText at={at} />
    },
  }),
])

/** Columns for one client, with the client last. */
export const HISTORY_COLUMNS: Columns<RoutingException> = [...ORDER, ...OTHERS, ...CLIENT]
/** Columns for all clients, with the client next to the order. */
export const ALL_CLIENTS_COLUMNS: Columns<RoutingException> = [...ORDER, ...CLIENT, ...OTHERS]
