import type { Parcel } from '@despatch/contract/deliveries/parcels/parcel'
import { createContext, useContext } from 'react'
import { ClaimLink } from '../../kit/navigation/claim-link.tsx'
import {
  FigureText,
  ListDay,
  ListInstant,
  MomentText,
  Reference,
  ReferenceLink,
} from '../../kit/list/columns/cells.tsx'
import { OrderCell } from '../../kit/list/columns/order-cell.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { DeliveryStateText } from './delivery-state-text.tsx'

const column = columnsOf<Parcel>()

/** The address that a parcel links to; undefined if the user may not open it. */
export const ParcelAddressContext = createContext<((parcel: Parcel) => string) | undefined>(undefined)

function TrackingNumber({ of }: { readonly of: Parcel }) {
  const addressOf = useContext(ParcelAddressContext)
  return addressOf ? (
    <ReferenceLink text={of.trackingNumber} to={addressOf(of)} />
  ) : (
    <Reference text={of.trackingNumber} />
  )
}

const NUMBER_COLUMN: Columns<Parcel> = column.columns([
  column.accessor('trackingNumber', {
    header: 'Tracking number',
    size: 168,
    meta: { min: 156, priority: 1 },
    cell: ({ row: { original } }) => <TrackingNumber of={original} />,
  }),
])
const CLIENT_COLUMN: Columns<Parcel> = column.columns([
  column.accessor('clientCode', { header: 'Client', size: 84, meta: { min: 72, priority: 2 }, enableSorting: false }),
])
const OTHER_COLUMNS: Columns<Parcel> = column.columns([
  column.accessor('orderNumber', {
    header: 'Order',
    size: 144,
    meta: { min: 132, priority: 4 },
    cell: ({ row: { original } }) => <OrderCell of={original} />,
  }),
  column.accessor('stateTitle', {
    id: 'state',
    header: 'Status',
    size: 236,
    meta: { min: 216, priority: 3, fills: true },
    enableSorting: false,
    cell: ({ row: { original } }) => <DeliveryStateText of={original} />,
  }),
  column.accessor('daysLate', {
    header: 'Days late',
    size: 92,
    meta: { align: 'right', min: 88, priority: 5 },
    cell: ({ getValue }) => (getValue() > 0 ? <FigureText value={getValue()} /> : ''),
  }),
  column.display({
    id: 'claim',
    header: 'Claim',
    size: 80,
    meta: { min: 76, priority: 9 },
    // Offer claims only for late, lost or damaged parcels, to keep the list readable.
    cell: ({ row: { original } }) =>
      (original.exception !== null || original.reason !== '') && (
        <ClaimLink reference={original.trackingNumber} clientCode={original.clientCode} />
      ),
  }),
  column.accessor('carrierName', {
    header: 'Carrier',
    size: 112,
    meta: { min: 96, priority: 6 },
    enableSorting: false,
  }),
  column.accessor('carrierService', {
    header: 'Service',
    size: 116,
    meta: { min: 104, priority: 10 },
    enableSorting: false,
  }),
  column.accessor('despatchedAt', {
    header: 'Despatched',
    size: 124,
    meta: { kind: 'time', min: 124, priority: 8 },
    cell: ({ getValue }) => <ListInstant at={getValue()} />,
  }),
  column.accessor('promisedDate', {
    header: 'Promised',
    meta: { kind: 'day', priority: 7 },
    size: 104,
    cell: ({ getValue }) => <ListDay day={getValue()} />,
  }),
  column.accessor('deliveredAt', {
    header: 'Delivered',
    size: 108,
    meta: { kind: 'time', min: 104, priority: 11 },
    cell: ({ getValue }) => {
      const at = getValue()
      return at && <ListInstant at={at} />
    },
  }),
  column.accessor('stateAt', {
    header: 'Last event',
    size: 165,
    meta: { kind: 'time' },
    cell: ({ getValue }) => {
      const at = getValue()
      return at && <MomentText at={at} />
    },
  }),
  column.accessor('weight', {
    header: 'Weight (kg)',
    size: 105,
    enableSorting: false,
    meta: { align: 'right', exportValue: ({ weight }: Parcel) => (weight === null ? '' : Number(weight)) },
    cell: ({ getValue }) => {
      const weight = getValue()
      return weight === null ? '' : Number(weight).toFixed(3)
    },
  }),
])

/** Columns for one client: the client comes last. */
export const PARCEL_COLUMNS: Columns<Parcel> = [...NUMBER_COLUMN, ...OTHER_COLUMNS, ...CLIENT_COLUMN]
/** Columns for all clients: the client comes second. */
export const ALL_CLIENTS_COLUMNS: Columns<Parcel> = [...NUMBER_COLUMN, ...CLIENT_COLUMN, ...OTHER_COLUMNS]

export const parcelId = ({ clientCode, trackingNumber }: Parcel) => `${clientCode} ${trackingNumber}`
