import type { CountedEvent } from '@despatch/contract/reports/drill-down-shapes'
import { reports } from '@despatch/contract/reports/reports'
import { FIGURES } from '@despatch/domain/reports/figures'
import { MomentText, Reference } from '../../kit/list/columns/cells.tsx'
import { OrderCell } from '../../kit/list/columns/order-cell.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { TextChip } from '../../kit/list/filters/text-chip.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { call } from '../../kit/server/call.ts'
import { DrillDownList } from './drill-down-list.tsx'
import { eventsSearch } from '../report-search.ts'

const column = columnsOf<CountedEvent>()
const enableSorting = false

const COLUMNS: Columns<CountedEvent> = column.columns([
  column.accessor('trackingNumber', {
    header: 'Parcel',
    size: 170,
    enableSorting,
    cell: ({ getValue }) => <Reference text={getValue()} />,
  }),
  column.accessor('clientCode', { header: 'Client', size: 90, enableSorting }),
  column.accessor('orderNumber', {
    header: 'Order',
    size: 140,
    enableSorting,
    cell: ({ row: { original } }) => <OrderCell of={original} />,
  }),
  column.accessor('at', {
    header: 'Happened',
    size: 150,
    enableSorting,
    meta: { kind: 'time' },
    cell: ({ getValue }) => <MomentText at={getValue()} />,
  }),
  column.accessor('carrier', { header: 'Carrier', size: 100, enableSorting }),
  column.accessor('stateTitle', { header: 'Status', size: 140, enableSorting }),
  column.accessor('reason', { header: 'Reason', size: 170, enableSorting }),
  column.accessor('description', { header: 'Carrier’s description', size: 240, enableSorting }),
  column.accessor('location', { header: 'Place', size: 140, enableSorting }),
])

const NARROWED = ['carrier', 'state', 'reason'] as const

export function EventsBehindScreen() {
  const [search, change] = useScreenSearch(eventsSearch)
  return (
    <DrillDownList<CountedEvent>
      name="report-events"
      noun={['event', 'events']}
      title="Delivery exceptions"
      definition={FIGURES.exceptions.definition}
      columns={COLUMNS}
      search={search}
      onChange={change}
      fetchPage={(from, size, signal) =>
        call(reports.events, { body: { ...search, page: from, limit: size } }, { signal })
      }
      rowId={({ clientCode, trackingNumber, at, stateTitle, reason, description }) =>
        [clientCode, trackingNumber, at, stateTitle, reason, description].join(' ')
      }
      filters={NARROWED.map((name) => (
        <TextChip
          key={name}
          name={name.charAt(0).toUpperCase() + name.slice(1)}
          value={search[name]}
          most={200}
          onChange={(value) => change({ [name]: value, page: 1 })}
        />
      ))}
      isNarrowed={NARROWED.some((name) => search[name] !== '')}
      onClear={() => change({ carrier: '', state: '', reason: '', page: 1 })}
    />
  )
}
