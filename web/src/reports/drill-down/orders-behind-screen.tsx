import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import type { CountedOrder } from '@despatch/contract/reports/drill-down-shapes'
import { reports } from '@despatch/contract/reports/reports'
import { formatMoney } from '@despatch/domain/money/money'
import { FIGURES, ORDER_FIGURES } from '@despatch/domain/reports/figures'
import { dayColumns } from '../../kit/list/columns/day-columns.tsx'
import { OrderCell } from '../../kit/list/columns/order-cell.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { TextChip } from '../../kit/list/filters/text-chip.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { orderAddress } from '../../kit/navigation/addresses.ts'
import { call } from '../../kit/server/call.ts'
import { DrillDownList } from './drill-down-list.tsx'
import { ordersSearch } from '../report-search.ts'

const column = columnsOf<CountedOrder>()
const enableSorting = false
const days = dayColumns(column)

const COLUMNS: Columns<CountedOrder> = column.columns([
  column.accessor('orderNumber', {
    header: 'Order',
    size: 140,
    enableSorting,
    cell: ({ row: { original } }) => <OrderCell of={original} />,
  }),
  column.accessor('clientCode', { header: 'Client', size: 90, enableSorting }),
  days('countedOn', 'Counted on'),
  column.accessor('statusTitle', { header: 'Status', size: 110, enableSorting }),
  // Near the left, so that small windows show the figure the user came from.
  column.accessor('lines', { header: 'Lines', size: 70, enableSorting, meta: { align: 'right' } }),
  column.accessor('pieces', { header: 'Units', size: 90, enableSorting, meta: { align: 'right' } }),
  column.accessor('value', {
    header: 'Value',
    size: 110,
    enableSorting,
    meta: { align: 'right' },
    cell: ({ row: { original } }) => formatMoney(original.value, original.currency),
  }),
  days('orderedOn', 'Ordered'),
  days('releasedOn', 'Released'),
  days('dueOn', 'Due'),
  days('despatchedOn', 'Despatched'),
  days('deliveredOn', 'Delivered'),
])

export function OrdersBehindScreen() {
  const goTo = useGoTo()
  const [search, change] = useScreenSearch(ordersSearch)
  return (
    <DrillDownList<CountedOrder>
      name="report-orders"
      noun={['order', 'orders']}
      title="Orders"
      definition={FIGURES[search.figure].definition}
      columns={COLUMNS}
      search={search}
      onChange={change}
      fetchPage={(from, size, signal) =>
        call(reports.orders, { body: { ...search, page: from, limit: size } }, { signal })
      }
      rowId={({ clientCode, orderNumber }) => `${clientCode} ${orderNumber}`}
      onOpen={({ orderNumber, clientCode }) => goTo(orderAddress({ orderNumber, client: clientCode }))}
      filters={
        <>
          <ChoiceChip
            name="Figure"
            value={search.figure}
            options={ORDER_FIGURES.map((value) => ({ value, label: FIGURES[value].title }))}
            onChange={(value) =>
              change({ figure: ORDER_FIGURES.find((one) => one === value) ?? 'ordersReceived', page: 1 })
            }
          />
          <TextChip name="Client" value={search.client} most={20} onChange={(client) => change({ client, page: 1 })} />
        </>
      }
      isNarrowed={search.client !== ''}
      onClear={() => change({ client: '', page: 1 })}
    />
  )
}
