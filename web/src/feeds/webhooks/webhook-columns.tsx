import type { Webhook } from '@despatch/contract/feeds/webhooks/webhooks'
import { addressFor } from '../../kit/navigation/screen-address.ts'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { FigureText, MomentText, Status } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { webhookAddress } from './addresses.ts'
import { eventTitle, webhookState } from './webhook-text.ts'

const column = columnsOf<Webhook>()

export const WEBHOOK_COLUMNS: Columns<Webhook> = column.columns([
  column.accessor('name', {
    header: 'Name',
    size: 180,
    cell: ({ row: { original } }) => (
      <ScreenLink to={addressFor(original.client, webhookAddress(original._id))}>{original.name}</ScreenLink>
    ),
  }),
  column.accessor((row) => webhookState(row).word, {
    id: 'state',
    header: 'Status',
    size: 92,
    enableSorting: false,
    cell: ({ row: { original }, getValue }) => <Status meaning={webhookState(original).meaning}>{getValue()}</Status>,
  }),
  column.accessor('url', {
    header: 'Address',
    size: 300,
    enableSorting: false,
    cell: ({ getValue }) => <span className="reference">{getValue()}</span>,
  }),
  column.accessor('waiting', {
    header: 'Pending',
    size: 96,
    enableSorting: false,
    meta: { align: 'right' },
    cell: ({ getValue }) => <FigureText value={getValue()} />,
  }),
  column.accessor('failed', {
    header: 'Failed',
    size: 88,
    enableSorting: false,
    meta: { align: 'right' },
    cell: ({ getValue }) => <FigureText value={getValue()} />,
  }),
  column.accessor('lastDeliveredAt', {
    header: 'Last delivered',
    size: 165,
    enableSorting: false,
    meta: { kind: 'time' },
    cell: ({ getValue }) => {
      const last = getValue()
      return last ? <MomentText at={last} /> : 'Never'
    },
  }),
  column.accessor(({ events }) => events.map(eventTitle).join(', '), {
    id: 'events',
    header: 'Events',
    size: 260,
    enableSorting: false,
  }),
  column.accessor('createdBy', { header: 'Added by', size: 120, enableSorting: false }),
  column.accessor('createdAt', {
    header: 'Added',
    size: 165,
    meta: { kind: 'time' },
    cell: ({ getValue }) => <MomentText at={getValue()} />,
  }),
])
