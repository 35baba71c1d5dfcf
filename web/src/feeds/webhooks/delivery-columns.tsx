import type { WebhookDelivery } from '@despatch/contract/feeds/webhooks/webhooks'
import { FigureText, MomentText, Reference, Status } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { answerLabel, deliveryState, eventTitle } from './webhook-text.ts'

const column = columnsOf<WebhookDelivery>()

export const DELIVERY_COLUMNS: Columns<WebhookDelivery> = column.columns([
  column.accessor('at', {
    header: 'Happened',
    size: 165,
    enableSorting: false,
    meta: { kind: 'time' },
    cell: ({ getValue }) => <MomentText at={getValue()} />,
  }),
  column.accessor(({ event }) => eventTitle(event), { id: 'event', header: 'Event', size: 184, enableSorting: false }),
  column.accessor('subject', {
    header: 'About',
    size: 168,
    enableSorting: false,
    cell: ({ getValue }) => getValue() && <Reference text={getValue()} />,
  }),
  column.accessor((row) => deliveryState(row).word, {
    id: 'status',
    header: 'Status',
    size: 128,
    enableSorting: false,
    cell: ({ row: { original }, getValue }) => <Status meaning={deliveryState(original).meaning}>{getValue()}</Status>,
  }),
  column.accessor('attempts', {
    header: 'Attempts',
    size: 88,
    enableSorting: false,
    meta: { align: 'right' },
    cell: ({ getValue }) => <FigureText value={getValue()} />,
  }),
  column.accessor(answerLabel, { id: 'answer', header: 'Answer', size: 260, enableSorting: false }),
  column.accessor('tookMs', {
    header: 'Took (ms)',
    size: 92,
    enableSorting: false,
    meta: { align: 'right' },
    cell: ({ getValue }) => {
      const took = getValue()
      return took === null ? '' : <FigureText value={took} />
    },
  }),
  column.accessor('nextAttemptAt', {
    header: 'Next try',
    size: 165,
    enableSorting: false,
    meta: { kind: 'time' },
    cell: ({ row: { original } }) =>
      original.nextAttemptAt && original.attempts > 0 && <MomentText at={original.nextAttemptAt} />,
  }),
])
