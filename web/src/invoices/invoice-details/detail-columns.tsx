import type { InvoiceDetail } from '@despatch/contract/invoices/invoice'
import type { invoices } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { formatCount } from '@despatch/domain/money/money'
import { ListDay, ReferenceLink } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { parcelsAddress } from '../addresses.ts'
import { lastColumns, rowColumns } from '../row-columns.tsx'

const column = columnsOf<InvoiceDetail>()
const enableSorting = false
const right = { align: 'right' } as const

const LEGS = { outbound: 'Outbound', return: 'Return', adjustment: 'Adjustment' } as const

/** The detail's name: the carrier's number, otherwise that of its order. */
export const detailName = ({ consignmentNumber, orderNumber, references, detailsID }: InvoiceDetail) =>
  consignmentNumber || orderNumber || references[0] || `Detail ${detailsID}`

export const DETAIL_COLUMNS: Columns<InvoiceDetail> = [
  ...column.columns([
    column.accessor('consignmentNumber', {
      header: 'Consignment',
      size: 176,
      cell: ({ row: { original } }) => (
        <ReferenceLink
          text={detailName(original)}
          to={parcelsAddress({ summaryID: original.summaryID, detailsID: original.detailsID })}
        />
      ),
    }),
  ]),
  ...rowColumns<InvoiceDetail>(),
  ...column.columns([
    column.accessor('parcels', {
      header: 'Parcels',
      size: 84,
      enableSorting,
      meta: right,
      cell: ({ row: { original } }) =>
        original.pieces === original.parcels || original.pieces === 0
          ? formatCount(original.parcels)
          : `${formatCount(original.parcels)} of ${formatCount(original.pieces)}`,
    }),
    column.accessor('service', { header: 'Service billed', size: 150, enableSorting }),
    column.accessor('shipmentDay', {
      header: 'Shipped',
      meta: { kind: 'day' },
      size: 104,
      cell: ({ getValue }) => {
        const day = getValue()
        return day && <ListDay day={day} />
      },
    }),
    column.accessor(({ country, postcode }) => [postcode, country].filter(Boolean).join(', '), {
      id: 'destination',
      header: 'Destination',
      size: 126,
      enableSorting,
    }),
    column.accessor(({ references }) => references.join(', '), {
      id: 'references',
      header: 'References',
      size: 160,
      enableSorting,
    }),
    column.accessor(({ leg }) => LEGS[leg], { id: 'leg', header: 'Leg', size: 100, enableSorting }),
  ]),
  ...lastColumns<InvoiceDetail>(),
]

export type ExportedDetail = RouteAnswer<typeof invoices.detailsExport>['details'][number]
const exported = columnsOf<ExportedDetail>()
const numberOf = (text: string | null) => (text === null ? '' : Number(text))

/** The columns of an exported file. Specification 3: 'exports add clientName and invoiceRef'. */
export const EXPORT_COLUMNS: Columns<ExportedDetail> = exported.columns([
  exported.accessor('invoiceRef', { header: 'invoiceRef' }),
  exported.accessor('clientName', { header: 'clientName' }),
  exported.accessor('clientCode', { header: 'Client' }),
  exported.accessor('consignmentNumber', { header: 'Consignment' }),
  exported.accessor('orderNumber', { header: 'Order' }),
  exported.accessor(({ references }) => references.join(', '), { id: 'references', header: 'References' }),
  exported.accessor('status', { header: 'Status' }),
  exported.accessor('verdict', { header: 'Result' }),
  exported.accessor('verdictText', { header: 'Explanation' }),
  exported.accessor(({ billed }) => Number(billed), { id: 'billed', header: 'Billed' }),
  exported.accessor(({ tax }) => Number(tax), { id: 'tax', header: 'Tax' }),
  exported.accessor(({ expected }) => numberOf(expected), { id: 'expected', header: 'Expected' }),
  exported.accessor(({ variance }) => numberOf(variance), { id: 'variance', header: 'Variance' }),
  exported.accessor(({ causes }) => causes.map(({ cause, amount }) => `${cause} ${amount}`).join(', '), {
    id: 'causes',
    header: 'Causes',
  }),
  exported.accessor(({ billedWeight }) => numberOf(billedWeight), { id: 'billedWeight', header: 'Weight billed, kg' }),
  exported.accessor(({ ourWeight }) => numberOf(ourWeight), { id: 'ourWeight', header: 'Weight despatched, kg' }),
  exported.accessor('parcels', { header: 'Parcels' }),
  exported.accessor('service', { header: 'Service billed' }),
  exported.accessor('shipmentDay', { header: 'Shipped', meta: { kind: 'day' } }),
  exported.accessor('country', { header: 'Country' }),
  exported.accessor('postcode', { header: 'Postcode' }),
  exported.accessor('reason', { header: 'Reason' }),
  exported.accessor('decidedBy', { header: 'Decided by' }),
])
