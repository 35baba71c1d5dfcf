import type { SerialDetail } from '@despatch/contract/stock/serials/serials'
import { MomentText, Reference, ReferenceLink } from '../../kit/list/columns/cells.tsx'
import { OrderCell } from '../../kit/list/columns/order-cell.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { parcelAddress, serialLifeAddress } from '../../kit/navigation/addresses.ts'

const column = columnsOf<SerialDetail>()
const enableSorting = false

const SERIAL: Columns<SerialDetail> = column.columns([
  column.accessor('serialNumber', {
    header: 'Serial number',
    size: 180,
    enableSorting,
    cell: ({ getValue }) => <ReferenceLink text={getValue()} to={serialLifeAddress({ serial: getValue() })} />,
  }),
])
const CLIENT: Columns<SerialDetail> = column.columns([
  column.accessor('clientCode', { header: 'Client', size: 90, enableSorting }),
])
const OTHERS: Columns<SerialDetail> = column.columns([
  column.accessor('SKU', {
    header: 'SKU',
    size: 140,
    enableSorting,
    cell: ({ getValue }) => <Reference text={getValue()} />,
  }),
  column.accessor('Item_Description', { header: 'Description', size: 260, enableSorting }),
  column.accessor('orderNumber', {
    header: 'Order',
    size: 150,
    enableSorting,
    cell: ({ row: { original } }) => <OrderCell of={original} />,
  }),
  column.accessor('trackingNumber', {
    header: 'Parcel',
    size: 180,
    enableSorting,
    cell: ({ row: { original } }) => <ReferenceLink text={original.trackingNumber} to={parcelAddress(original)} />,
  }),
  column.accessor('carrier', { header: 'Carrier', size: 110, enableSorting }),
  column.accessor('despatchedAt', {
    header: 'Despatched',
    size: 165,
    enableSorting,
    meta: { kind: 'time' },
    cell: ({ getValue }) => <MomentText at={getValue()} />,
  }),
])

/** Columns of despatched serial numbers; with the client if all clients are selected. */
export const SERIAL_COLUMNS: Columns<SerialDetail> = column.columns([...SERIAL, ...OTHERS])
export const ALL_CLIENTS_COLUMNS: Columns<SerialDetail> = column.columns([...SERIAL, ...CLIENT, ...OTHERS])
