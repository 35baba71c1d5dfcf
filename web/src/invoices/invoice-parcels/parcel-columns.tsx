import type { InvoiceParcel } from '@despatch/contract/invoices/invoice'
import { Button } from '@mantine/core'
import { createContext, useContext } from 'react'
import { Reference } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { lastColumns, rowColumns } from '../row-columns.tsx'

const column = columnsOf<InvoiceParcel>()
const enableSorting = false

/** Opens the explanation of a parcel's cost. */
export const AskWhy = createContext<(parcelID: string) => void>(() => undefined)

/** The row's name: the carrier's number, otherwise that of its consignment or order. */
export const parcelName = ({ trackingNumber, consignmentNumber, orderNumber, parcelID }: InvoiceParcel) =>
  trackingNumber || consignmentNumber || orderNumber || `Row ${parcelID}`

export const PARCEL_COLUMNS: Columns<InvoiceParcel> = [
  ...column.columns([
    column.accessor('trackingNumber', {
      header: 'Tracking number',
      size: 200,
      cell: ({ row: { original } }) => <Reference text={parcelName(original)} />,
    }),
    column.display({
      id: 'why',
      header: 'Reasons',
      size: 90,
      cell: ({ row: { original } }) => <WhyButton parcel={original} />,
    }),
  ]),
  ...rowColumns<InvoiceParcel>(),
  ...column.columns([
    column.accessor(({ charges }) => charges.map(({ chargeText, chargeCode }) => chargeText || chargeCode).join(', '), {
      id: 'charges',
      header: 'Charges',
      size: 260,
      enableSorting,
      cell: ({ getValue }) => <span title={getValue()}>{getValue()}</span>,
    }),
    column.accessor(({ size }) => (size ? `${size.join(' × ')} cm` : ''), {
      id: 'size',
      header: 'Size billed',
      size: 140,
      enableSorting,
    }),
    column.accessor('consignmentNumber', { header: 'Consignment', size: 150 }),
  ]),
  ...lastColumns<InvoiceParcel>(),
]

function WhyButton({ parcel }: { readonly parcel: InvoiceParcel }) {
  const ask = useContext(AskWhy)
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      aria-label={`Expected cost of ${parcelName(parcel)}`}
      onClick={(event) => {
        event.stopPropagation()
        ask(parcel.parcelID)
      }}
    >
      Why?
    </Button>
  )
}
