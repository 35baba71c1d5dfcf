import type { DecidedDifference } from '@despatch/contract/invoices/comparisons'
import { ListDay, ReferenceLink, Status } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { invoiceAddress, parcelsAddress } from '../addresses.ts'
import { Amount, Variance } from '../figures.tsx'
import { STATUS_MEANINGS } from '../invoice-text.ts'

const column = columnsOf<DecidedDifference>()
const enableSorting = false
const numberOf = (amount: string | null) => (amount === null ? '' : Number(amount))

const amountColumn = (of: 'billed' | 'expected' | 'expectedNow', header: string) =>
  column.accessor(of, {
    header,
    size: 120,
    enableSorting,
    meta: { align: 'right', exportValue: (row: DecidedDifference) => numberOf(row[of]) },
    cell: ({ row: { original } }) => <Amount amount={original[of]} currency={original.currency} />,
  })

export const DIFFERENCE_COLUMNS: Columns<DecidedDifference> = column.columns([
  column.accessor('trackingNumber', {
    header: 'Tracking number',
    size: 190,
    enableSorting,
    cell: ({ row: { original } }) => (
      <ReferenceLink
        text={original.trackingNumber || 'Consignment'}
        to={parcelsAddress({ summaryID: original.summaryID, parcel: original.parcelID })}
      />
    ),
  }),
  column.accessor('carrierName', { header: 'Carrier', size: 110, enableSorting }),
  column.accessor('invoiceNumber', {
    header: 'Invoice',
    size: 130,
    enableSorting,
    cell: ({ row: { original } }) => (
      <ReferenceLink text={original.invoiceNumber} to={invoiceAddress({ summaryID: original.summaryID })} />
    ),
  }),
  column.accessor('invoiceDay', {
    header: 'Date',
    size: 110,
    enableSorting,
    cell: ({ getValue }) => <ListDay day={getValue()} />,
  }),
  column.accessor('clientCode', { header: 'Client', size: 100, enableSorting }),
  column.accessor('status', {
    header: 'Status',
    size: 110,
    enableSorting,
    cell: ({ getValue }) => <Status meaning={STATUS_MEANINGS[getValue()]}>{getValue()}</Status>,
  }),
  amountColumn('billed', 'Billed'),
  amountColumn('expected', 'Expected then'),
  amountColumn('expectedNow', 'Expected now'),
  column.accessor('difference', {
    header: 'Difference',
    size: 120,
    enableSorting,
    meta: { align: 'right', exportValue: ({ difference }: DecidedDifference) => numberOf(difference) },
    cell: ({ row: { original } }) => <Variance amount={original.difference} currency={original.currency} />,
  }),
  column.accessor((row) => row.reviewed?.by ?? '', { id: 'reviewed', header: 'Reviewed by', size: 130, enableSorting }),
])
