import type { Claim, Claimable } from '@despatch/contract/claims/claim'
import { CAUSE_LABELS } from '@despatch/domain/claims/claim'
import { ListDay, MomentText, Reference, ReferenceLink, Status } from '../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../kit/list/features.ts'
import { claimAddress } from './addresses.ts'
import { CLAIM_MEANINGS, claimedNumber, claimedText, claimStateLabel } from './claim-text.ts'
import { Deadline } from './deadline.tsx'

const right = { align: 'right' } as const
const enableSorting = false
const toClaim = columnsOf<Claimable>()

export const CLAIMABLE_COLUMNS: Columns<Claimable> = toClaim.columns([
  toClaim.accessor('deadline', {
    header: 'Claim by',
    meta: { kind: 'day' },
    size: 210,
    cell: ({ row: { original } }) => <Deadline day={original.deadline} daysLeft={original.daysLeft} isOpen />,
  }),
  toClaim.accessor('trackingNumber', {
    header: 'Parcel',
    size: 190,
    cell: ({ getValue }) => <Reference text={getValue()} />,
  }),
  toClaim.accessor((row) => Number(row.amount ?? row.goods), {
    id: 'amount',
    header: 'Claimable',
    size: 140,
    meta: { ...right, exportValue: claimedNumber },
    cell: ({ row: { original } }) => claimedText(original),
  }),
  toClaim.accessor('orderNumber', {
    header: 'Order',
    size: 140,
    cell: ({ getValue }) => <Reference text={getValue()} />,
  }),
  toClaim.accessor('cause', { header: 'Cause', size: 100, cell: ({ getValue }) => CAUSE_LABELS[getValue()] }),
  toClaim.accessor('carrierName', { header: 'Carrier', size: 110 }),
  toClaim.accessor('carrierService', { header: 'Service', size: 140 }),
  toClaim.accessor('despatchedOn', {
    header: 'Despatched',
    meta: { kind: 'day' },
    size: 112,
    cell: ({ getValue }) => <ListDay day={getValue()} />,
  }),
  toClaim.accessor('clientCode', { header: 'Client', size: 100 }),
])

const column = columnsOf<Claim>()

export const CLAIM_COLUMNS: Columns<Claim> = column.columns([
  column.accessor('number', {
    header: 'Claim',
    size: 116,
    cell: ({ row: { original } }) => (
      <ReferenceLink text={original.number} to={claimAddress({ claim: original.claimID })} />
    ),
  }),
  column.accessor('state', {
    header: 'Status',
    size: 150,
    cell: ({ getValue }) => <Status meaning={CLAIM_MEANINGS[getValue()]}>{claimStateLabel(getValue())}</Status>,
  }),
  column.accessor('deadline', {
    header: 'Claim by',
    meta: { kind: 'day' },
    size: 230,
    cell: ({ row: { original } }) => <Deadline day={original.deadline} isOpen={original.state === 'prepared'} />,
  }),
  column.accessor((row) => Number(row.amount ?? row.goods), {
    id: 'amount',
    header: 'Claimed',
    size: 110,
    enableSorting,
    meta: { ...right, exportValue: claimedNumber },
    cell: ({ row: { original } }) => claimedText(original),
  }),
  column.accessor('carrierName', { header: 'Carrier', size: 110 }),
  column.accessor('trackingNumber', {
    header: 'Parcel',
    size: 190,
    enableSorting,
    cell: ({ getValue }) => <Reference text={getValue()} />,
  }),
  column.accessor('orderNumber', {
    header: 'Order',
    size: 140,
    enableSorting,
    cell: ({ getValue }) => <Reference text={getValue()} />,
  }),
  column.accessor('cause', {
    header: 'Cause',
    size: 100,
    enableSorting,
    cell: ({ getValue }) => CAUSE_LABELS[getValue()],
  }),
  column.accessor('submission', { header: 'Submission', size: 116, enableSorting }),
  column.accessor('carrierReference', { header: 'Carrier’s reference', size: 150, enableSorting }),
  column.accessor('preparedAt', {
    header: 'Prepared',
    size: 148,
    meta: { kind: 'time' },
    cell: ({ getValue }) => <MomentText at={getValue()} />,
  }),
  column.accessor('clientCode', { header: 'Client', size: 100, enableSorting }),
])
