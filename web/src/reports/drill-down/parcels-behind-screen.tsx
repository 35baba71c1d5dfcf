import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import type { CountedParcel } from '@despatch/contract/reports/drill-down-shapes'
import { reports } from '@despatch/contract/reports/reports'
import { FIGURES, PARCEL_FIGURES } from '@despatch/domain/reports/figures'
import { WEEKDAYS } from '@despatch/domain/calendar/weekdays'
import { MoneyText, Reference } from '../../kit/list/columns/cells.tsx'
import { dayColumns } from '../../kit/list/columns/day-columns.tsx'
import { OrderCell } from '../../kit/list/columns/order-cell.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { TextChip } from '../../kit/list/filters/text-chip.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { parcelAddress } from '../../kit/navigation/addresses.ts'
import { call } from '../../kit/server/call.ts'
import { useVisibility } from '../../kit/session/use-visibility.ts'
import { DrillDownList } from './drill-down-list.tsx'
import { NO_FILTERS } from '../carriers/carrier-filters.tsx'
import { parcelsSearch } from '../report-search.ts'

const column = columnsOf<CountedParcel>()
const enableSorting = false
const days = dayColumns(column)

const FIRST: Columns<CountedParcel> = column.columns([
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
  days('countedOn', 'Counted on'),
  column.accessor('carrier', { header: 'Carrier', size: 100, enableSorting }),
  column.accessor('service', { header: 'Service', size: 130, enableSorting }),
])
const REST: Columns<CountedParcel> = column.columns([
  column.accessor('region', { header: 'Region', size: 150, enableSorting }),
  days('despatchedOn', 'Despatched'),
  days('promisedOn', 'Promised'),
  days('deliveredOn', 'Delivered'),
  column.accessor('stateTitle', { header: 'Status', size: 130, enableSorting }),
  column.accessor('reason', { header: 'Reason', size: 160, enableSorting }),
])
/** For users who see costs, placed where small windows show it without scrolling. */
const COSTS: Columns<CountedParcel> = column.columns([
  column.accessor('expectedCost', {
    header: 'Expected cost',
    size: 120,
    enableSorting,
    meta: {
      align: 'right',
      exportValue: ({ expectedCost }: CountedParcel) => (expectedCost ? Number(expectedCost) : ''),
    },
    cell: ({ row: { original } }) =>
      original.expectedCost ? <MoneyText amount={original.expectedCost} currency={original.currency} /> : '–',
  }),
  column.accessor('currency', { header: 'Currency', size: 90, enableSorting }),
])
const WITH_COSTS = [...FIRST, ...COSTS, ...REST]
const WITHOUT_COSTS = [...FIRST, ...REST]

const ALL_WEEKDAYS = ['0', '1', '2', '3', '4', '5', '6'] as const

export function ParcelsBehindScreen() {
  const goTo = useGoTo()
  const [search, change] = useScreenSearch(parcelsSearch)
  const { costs } = useVisibility()
  const narrowed = ['client', 'carrier', 'service', 'region'] as const
  return (
    <DrillDownList<CountedParcel>
      name="report-parcels"
      noun={['parcel', 'parcels']}
      title="Parcels"
      definition={FIGURES[search.figure].definition}
      columns={costs ? WITH_COSTS : WITHOUT_COSTS}
      search={search}
      onChange={change}
      fetchPage={(from, size, signal) =>
        call(reports.parcels, { body: { ...search, page: from, limit: size } }, { signal })
      }
      rowId={({ clientCode, trackingNumber }) => `${clientCode} ${trackingNumber}`}
      onOpen={(parcel) => goTo(parcelAddress(parcel))}
      filters={
        <>
          <ChoiceChip
            name="Figure"
            value={search.figure}
            options={PARCEL_FIGURES.map((value) => ({ value, label: FIGURES[value].title }))}
            onChange={(value) =>
              change({ figure: PARCEL_FIGURES.find((one) => one === value) ?? 'parcelsDespatched', page: 1 })
            }
          />
          {narrowed.map((name) => (
            <TextChip
              key={name}
              name={name.charAt(0).toUpperCase() + name.slice(1)}
              value={search[name]}
              most={100}
              onChange={(value) => change({ [name]: value, page: 1 })}
            />
          ))}
          <ChoiceChip
            name="Weekday"
            value={search.weekday}
            options={ALL_WEEKDAYS.map((value) => ({ value, label: WEEKDAYS[Number(value)] ?? value }))}
            onChange={(value) => change({ weekday: ALL_WEEKDAYS.find((one) => one === value) ?? '', page: 1 })}
          />
        </>
      }
      isNarrowed={narrowed.some((name) => search[name] !== '') || search.weekday !== ''}
      onClear={() => change({ ...NO_FILTERS, client: '', weekday: '', page: 1 })}
    />
  )
}
