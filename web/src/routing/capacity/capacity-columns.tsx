import type { CarrierCapacity } from '@despatch/contract/routing/capacity/capacity'
import { addDays, formatDayShort, weekday } from '@despatch/domain/calendar/day'
import { effectText } from '@despatch/domain/routing/capacity/capacities'
import { carrierState } from '@despatch/domain/routing/active-dates/active-dates'
import { ReferenceLink, Status } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { capacityAddress } from './addresses.ts'
import { placeOn, WEEKDAYS } from './capacity-values.ts'
import { HeatCell, usedText } from './use-bar.tsx'
import { operatorToday } from '../../kit/browser/clock.ts'

const column = columnsOf<CarrierCapacity>()

/** The period of the capacity that applies today. */
function inForceToday({ capacities, use }: CarrierCapacity): string {
  const capacity = capacities[placeOn(capacities, use[0]?.day ?? '') ?? -1]
  if (!capacity) return capacities.length === 0 ? 'No capacity' : 'None today'
  const words = effectText({ ...capacity, effectiveFrom: capacity.effectiveDate })
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Today and the six days after it. */
const DAYS_AHEAD = [0, 1, 2, 3, 4, 5, 6]

/** 'Today', 'Tue 24 Nov'. */
function dayHead(ahead: number): string {
  if (ahead === 0) return 'Today'
  const day = addDays(operatorToday(), ahead)
  return `${WEEKDAYS[weekday(day)]} ${formatDayShort(day).split(' ').slice(0, 2).join(' ')}`
}

/** A column for today and each of the six days after: what is used of the limit. */
export const dayColumns = <Row extends { readonly use?: CarrierCapacity['use'] }>(): Columns<Row> =>
  columnsOf<Row>().columns(
    DAYS_AHEAD.map((ahead) =>
      columnsOf<Row>().accessor(({ use }) => (use?.[ahead] ? usedText(use[ahead]) : ''), {
        id: `day-${ahead}`,
        header: dayHead(ahead),
        size: 96,
        enableSorting: false,
        meta: { align: 'right' },
        cell: ({ row: { original } }) => original.use?.[ahead] && <HeatCell {...original.use[ahead]} />,
      }),
    ),
  )

/** The columns of the list, with a heat strip of the next seven days. */
export const capacityColumns = (): Columns<CarrierCapacity> =>
  column.columns([
    column.accessor('carrier', {
      header: 'Carrier',
      size: 100,
      enableSorting: false,
      cell: ({ getValue }) => <ReferenceLink text={getValue()} to={capacityAddress(getValue())} />,
    }),
    column.accessor('carrierName', { header: 'Name', size: 104, enableSorting: false }),
    column.accessor((carrier) => carrierState(carrier, operatorToday()), {
      id: 'active',
      header: 'Status',
      size: 204,
      enableSorting: false,
      cell: ({ getValue }) => <Status meaning={getValue() === 'Active' ? 'good' : 'neutral'}>{getValue()}</Status>,
    }),
    ...dayColumns<CarrierCapacity>(),
    column.accessor(inForceToday, { id: 'inForce', header: 'In force today', size: 190, enableSorting: false }),
  ])
