import type { ResultOrderRow } from '@despatch/contract/orders/order'
import { isNotOnPickNote } from '@despatch/domain/orders/order-status'
import { countryName } from '../../kit/form/countries.ts'
import { Status } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { meaningOf, statusWord } from '../../orders/commands/order-meaning.ts'
import cells from '../../orders/commands/work-orders.module.css'
import { WhyIcon } from '../../routing/allocation/why-button.tsx'
import { orderColumns } from '../../orders/order-columns.tsx'

const column = columnsOf<ResultOrderRow>()
const shared = orderColumns<ResultOrderRow>()

const withMeta = (columns: Columns<ResultOrderRow>, meta: object) =>
  columns.map((one) => ({ ...one, meta: { ...one.meta, ...meta } })) as Columns<ResultOrderRow>

/** Day, town and carrier tell orders of one customer apart, so they go before most other columns. */
const ORDERED = withMeta(shared.ordered, { min: 96, priority: 3 })
const NEEDS_ATTENTION = withMeta(shared.needsAttention, { priority: 8 })

const others: Columns<ResultOrderRow> = [
  ...column.columns([
    column.accessor('Status', {
      header: 'Status',
      size: 128,
      meta: { min: 124, priority: 3, exportValue: ({ Status: code }: ResultOrderRow) => statusWord(code) },
      cell: ({ row: { original } }) => <Status meaning={meaningOf(original)}>{statusWord(original.Status)}</Status>,
    }),
  ]),
  ...NEEDS_ATTENTION,
  ...column.columns([
    column.accessor('carrier', {
      header: 'Carrier',
      size: 150,
      meta: { min: 112, priority: 4 },
      enableSorting: false,
      cell: ({ row: { original } }) => (
        <span className={cells.carrier} title={original.carrier || undefined}>
          <span className={cells.why}>{original.carrier}</span>
          <WhyIcon order={original} />
        </span>
      ),
    }),
  ]),
  ...ORDERED,
  ...shared.customer,
  ...column.columns([
    column.accessor('town', { header: 'Town', size: 128, meta: { min: 104, priority: 5 }, enableSorting: false }),
  ]),
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

export const RESULT_COLUMNS: Columns<ResultOrderRow> = [...shared.orderNumber, ...others]
export const ALL_CLIENTS_COLUMNS: Columns<ResultOrderRow> = [...shared.orderNumber, ...shared.client, ...others]
