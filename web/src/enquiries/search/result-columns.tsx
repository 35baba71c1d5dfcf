import type { OrderRow } from '@despatch/contract/orders/order'
import { isNotOnPickNote } from '@despatch/domain/orders/order-status'
import { countryName } from '../../kit/form/countries.ts'
import { Status } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { meaningOf, statusWord } from '../../orders/commands/order-meaning.ts'
import { WhyIcon } from '../../routing/allocation/why-button.tsx'
import { orderColumns } from '../../orders/order-columns.tsx'

const column = columnsOf<OrderRow>()
const shared = orderColumns<OrderRow>()

const others: Columns<OrderRow> = [
  ...column.columns([
    column.accessor('Status', {
      header: 'Status',
      size: 118,
      meta: { min: 108, priority: 3, exportValue: ({ Status: code }: OrderRow) => statusWord(code) },
      cell: ({ row: { original } }) => <Status meaning={meaningOf(original)}>{statusWord(original.Status)}</Status>,
    }),
  ]),
  ...shared.needsAttention,
  ...column.columns([
    column.display({
      id: 'why',
      header: 'Carrier',
      size: 88,
      meta: { min: 80, priority: 11 },
      cell: ({ row: { original } }) => <WhyIcon order={original} />,
    }),
  ]),
  ...shared.ordered,
  ...shared.customer,
  ...shared.postCode,
  ...shared.quantity,
  ...shared.total,
  ...shared.despatch,
  ...shared.service,
  ...column.columns([
    column.accessor((row) => (isNotOnPickNote(row) ? 'No' : 'Yes'), {
      id: 'pickNote',
      header: 'Pick note',
      size: 96,
      enableSorting: false,
    }),
  ]),
  ...shared.tags,
  ...shared.assignedTo,
  ...shared.email,
  ...column.columns([
    column.accessor((row) => countryName(row.country), {
      id: 'country',
      header: 'Country',
      size: 140,
      enableSorting: false,
    }),
  ]),
]

export const RESULT_COLUMNS: Columns<OrderRow> = [...shared.orderNumber, ...others]
export const ALL_CLIENTS_COLUMNS: Columns<OrderRow> = [...shared.orderNumber, ...shared.client, ...others]
