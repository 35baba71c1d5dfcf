import type { Dispute } from '@despatch/contract/invoices/disputes'
import { formatCount } from '@despatch/domain/money/money'
import { ListDay, MomentText, ReferenceLink, Status } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { disputeAddress, invoiceAddress } from '../addresses.ts'
import { Amount } from '../figures.tsx'
import { STATE_MEANINGS, stateLabel } from './dispute-text.ts'

const column = columnsOf<Dispute>()
const right = { align: 'right' } as const
const enableSorting = false

export const DISPUTE_COLUMNS: Columns<Dispute> = column.columns([
  column.accessor('number', {
    header: 'Dispute',
    size: 116,
    cell: ({ row: { original } }) => (
      <ReferenceLink text={original.number} to={disputeAddress({ dispute: original.disputeID })} />
    ),
  }),
  column.accessor('state', {
    header: 'Status',
    size: 130,
    cell: ({ getValue }) => <Status meaning={STATE_MEANINGS[getValue()]}>{stateLabel(getValue())}</Status>,
  }),
  column.accessor('carrierName', { header: 'Carrier', size: 110 }),
  column.accessor('invoiceNumber', {
    header: 'Invoice',
    size: 130,
    cell: ({ row: { original } }) => (
      <ReferenceLink text={original.invoiceNumber} to={invoiceAddress({ summaryID: original.summaryID })} />
    ),
  }),
  column.accessor('claimed', {
    header: 'Claimed',
    size: 100,
    meta: { ...right, exportValue: ({ claimed }: Dispute) => Number(claimed) },
    cell: ({ row: { original } }) => <Amount amount={original.claimed} currency={original.currency} />,
  }),
  column.accessor('credited', {
    header: 'Credited',
    size: 100,
    enableSorting,
    meta: { ...right, exportValue: ({ credited }: Dispute) => Number(credited) },
    cell: ({ row: { original } }) => <Amount amount={original.credited} currency={original.currency} />,
  }),
  column.accessor('open', {
    header: 'Open',
    size: 100,
    meta: { ...right, exportValue: ({ open }: Dispute) => Number(open) },
    cell: ({ row: { original } }) => <Amount amount={original.open} currency={original.currency} />,
  }),
  column.accessor('dueDay', {
    header: 'Deadline',
    meta: { kind: 'day' },
    size: 112,
    cell: ({ getValue }) => <ListDay day={getValue()} />,
  }),
  column.accessor('age', {
    header: 'Past deadline',
    size: 120,
    enableSorting,
    cell: ({ row: { original } }) => (Number(original.open) === 0 ? '–' : original.age),
  }),
  column.accessor('rows', {
    header: 'Rows',
    size: 76,
    enableSorting,
    meta: right,
    cell: ({ getValue }) => formatCount(getValue()),
  }),
  column.accessor('reason', {
    header: 'Reason',
    size: 240,
    enableSorting,
    cell: ({ getValue }) => <span title={getValue()}>{getValue()}</span>,
  }),
  column.accessor('openedAt', {
    header: 'Opened',
    size: 148,
    meta: { kind: 'time' },
    cell: ({ getValue }) => <MomentText at={getValue()} />,
  }),
  column.accessor('openedBy', { header: 'Opened by', size: 120, enableSorting }),
  column.accessor('account', { header: 'Account', size: 120, enableSorting }),
])
