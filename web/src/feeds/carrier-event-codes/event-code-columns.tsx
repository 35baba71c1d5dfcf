import type { EventCode } from '@despatch/contract/feeds/carrier-event-codes/event-codes'
import { DELIVERY_STATES } from '@despatch/domain/deliveries/parcels/delivery-state'
import { FigureText, MomentText, Reference, Status } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'

const column = columnsOf<EventCode>()

/** The meaning of a code, and whether it comes from the code's own name. */
export const meaningLabel = ({ state, version }: EventCode) =>
  state === 'unknown' ? 'Unknown' : version === 0 ? `${DELIVERY_STATES[state]}, by its name` : DELIVERY_STATES[state]

export const EVENT_CODE_COLUMNS: Columns<EventCode> = column.columns([
  column.accessor('carrier', { header: 'Carrier', size: 110 }),
  column.accessor('code', {
    header: 'Code',
    size: 130,
    cell: ({ getValue }) => <Reference text={getValue()} />,
  }),
  column.accessor((row) => meaningLabel(row), {
    id: 'state',
    header: 'Means',
    size: 180,
    cell: ({ row: { original }, getValue }) => (
      <Status meaning={original.state === 'unknown' ? 'attention' : 'neutral'}>{getValue()}</Status>
    ),
  }),
  column.accessor('events', {
    header: 'Events',
    size: 90,
    meta: { align: 'right' },
    cell: ({ getValue }) => <FigureText value={getValue()} />,
  }),
  column.accessor('said', { header: 'Latest text from the carrier', size: 240, enableSorting: false }),
  column.accessor('lastAt', {
    header: 'Last seen',
    size: 165,
    meta: { kind: 'time' },
    cell: ({ row: { original } }) => original.lastAt && <MomentText at={original.lastAt} />,
  }),
  column.accessor('description', { header: 'Description', size: 220, enableSorting: false }),
  column.accessor('reason', { header: 'Reason', size: 160, enableSorting: false }),
  column.accessor('firstAt', {
    header: 'First seen',
    size: 165,
    enableSorting: false,
    meta: { kind: 'time' },
    cell: ({ row: { original } }) => original.firstAt && <MomentText at={original.firstAt} />,
  }),
  column.accessor('changedBy', { header: 'Changed by', size: 130, enableSorting: false }),
])
