import type { InvoiceDetail, InvoiceParcel } from '@despatch/contract/invoices/invoice'
import { type Columns, columnsOf } from '../kit/list/features.ts'
import { ClaimLink } from '../kit/navigation/claim-link.tsx'
import { DisputeLink } from './disputes/dispute-link.tsx'
import { causesText } from './invoice-text.ts'
import {
  AmountCell,
  CausesCell,
  OrderCell,
  OurWeightCell,
  StatusCell,
  VarianceCell,
  VerdictCell,
  WeightCell,
} from './row-cells.tsx'

const right = { align: 'right' } as const
const enableSorting = false
const numberOf = (text: string | null) => (text === null ? '' : Number(text))

/**
 * The columns that details and parcel rows have in common: the verdict and amounts first, then what they were judged
 * by.
 */
export const rowColumns = <Row extends InvoiceDetail | InvoiceParcel>(): Columns<Row> => [
  ...moneyColumns<Row>(),
  ...judgedColumns<Row>(),
]

function moneyColumns<Row extends InvoiceDetail | InvoiceParcel>(): Columns<Row> {
  const column = columnsOf<Row>()
  return column.columns([
    column.accessor(({ verdict }) => verdict, {
      id: 'verdict',
      header: 'Result',
      size: 144,
      meta: { priority: 2 },
      cell: ({ row: { original } }) => <VerdictCell row={original} />,
    }),
    column.accessor(({ billed }) => billed, {
      id: 'billed',
      header: 'Billed',
      size: 96,
      meta: { priority: 3, ...right, exportValue: ({ billed }: Row) => Number(billed) },
      cell: ({ row: { original } }) => <AmountCell row={original} of="billed" />,
    }),
    column.accessor(({ expected }) => expected, {
      id: 'expected',
      header: 'Expected',
      size: 96,
      meta: { priority: 4, ...right, exportValue: ({ expected }: Row) => numberOf(expected) },
      cell: ({ row: { original } }) => <AmountCell row={original} of="expected" />,
    }),
    column.accessor(({ variance }) => variance, {
      id: 'variance',
      header: 'Variance',
      size: 96,
      meta: { priority: 5, ...right, exportValue: ({ variance }: Row) => numberOf(variance) },
      cell: ({ row: { original } }) => <VarianceCell row={original} />,
    }),
    column.accessor(({ causes }) => causesText(causes, ''), {
      id: 'causes',
      header: 'Cause',
      size: 212,
      enableSorting,
      meta: { priority: 8, fills: true },
      cell: ({ row: { original } }) => <CausesCell row={original} />,
    }),
    column.accessor(({ billedWeight }) => billedWeight, {
      id: 'billedWeight',
      header: 'Weight billed',
      size: 112,
      meta: { ...right, exportValue: ({ billedWeight }: Row) => numberOf(billedWeight) },
      cell: ({ row: { original } }) => <WeightCell row={original} />,
    }),
  ])
}

function judgedColumns<Row extends InvoiceDetail | InvoiceParcel>(): Columns<Row> {
  const column = columnsOf<Row>()
  return column.columns([
    column.accessor(({ ourWeight }) => ourWeight, {
      id: 'ourWeight',
      header: 'Despatched',
      size: 100,
      enableSorting,
      meta: { ...right, exportValue: ({ ourWeight }: Row) => numberOf(ourWeight) },
      cell: ({ row: { original } }) => <OurWeightCell row={original} />,
    }),
    column.accessor(({ orderNumber }) => orderNumber, {
      id: 'orderNumber',
      header: 'Order',
      size: 134,
      cell: ({ row: { original } }) => <OrderCell row={original} />,
    }),
    column.accessor(({ status }) => status, {
      id: 'status',
      header: 'Status',
      size: 106,
      meta: { priority: 6 },
      cell: ({ row: { original } }) => <StatusCell row={original} />,
    }),
    column.accessor(({ dispute }) => (dispute ? `${dispute.number} ${dispute.state}` : ''), {
      id: 'dispute',
      header: 'Dispute',
      size: 150,
      enableSorting,
      meta: { priority: 7 },
      cell: ({ row: { original } }) => original.dispute && <DisputeLink of={original.dispute} />,
    }),
    column.display({
      id: 'claim',
      header: 'Claim',
      size: 76,
      cell: ({ row: { original } }) =>
        original.orderNumber && <ClaimLink reference={claimedBy(original)} clientCode={original.clientCode} />,
    }),
    column.accessor(({ clientCode }) => clientCode, {
      id: 'clientCode',
      header: 'Client',
      size: 90,
    }),
    column.accessor(({ ourChange }) => ourChange, {
      id: 'ourChange',
      header: 'Our change',
      size: 100,
      enableSorting,
      meta: { ...right, exportValue: ({ ourChange }: Row) => numberOf(ourChange) },
      cell: ({ row: { original } }) => <AmountCell row={original} of="ourChange" />,
    }),
  ])
}

/** What a claim is for: the row's parcel, otherwise the order of the consignment. */
const claimedBy = (row: InvoiceDetail | InvoiceParcel) =>
  ('trackingNumber' in row && row.trackingNumber) || row.orderNumber

/** The last columns: why a row was rejected, who decided, and its line in the file. */
export function lastColumns<Row extends InvoiceDetail | InvoiceParcel>(): Columns<Row> {
  const column = columnsOf<Row>()
  return column.columns([
    column.accessor(({ reason }) => reason, {
      id: 'reason',
      header: 'Reason',
      size: 200,
      enableSorting,
      cell: ({ getValue }) => <span title={getValue()}>{getValue()}</span>,
    }),
    column.accessor(({ decidedBy }) => decidedBy, {
      id: 'decidedBy',
      header: 'Decided by',
      size: 130,
      enableSorting,
    }),
    column.accessor(({ line }) => line, {
      id: 'line',
      header: 'Line',
      size: 80,
      meta: right,
    }),
  ])
}
