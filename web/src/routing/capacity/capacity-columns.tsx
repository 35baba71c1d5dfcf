import type { CarrierCapacity } from '@despatch/contract/routing/capacity/capacity'
import { dayOf, weekday } from '@despatch/domain/calendar/day'
import { effectText } from '@despatch/domain/routing/capacity/capacities'
import { carrierState } from '@despatch/domain/routing/active-dates/active-dates'
import { ReferenceLink, Status } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { capacityAddress } from './addresses.ts'
import { placeOn, WEEKDAYS } from './capacity-values.ts'
import { UseBar, usedText, UseFigures } from './use-bar.tsx'

const column = columnsOf<CarrierCapacity>()

/** When the capacity that is in force today counts. */
function inForceToday({ capacities, use }: CarrierCapacity): string {
  const capacity = capacities[placeOn(capacities, use[0]?.day ?? '') ?? -1]
  if (!capacity) return capacities.length === 0 ? 'No capacity' : 'None today'
  const words = effectText({ ...capacity, effectiveFrom: capacity.effectiveDate })
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const nextOf = ({ use }: CarrierCapacity, slot: number) => use.find(({ day }) => weekday(day) === slot)

/** The columns of the list of carriers: the use of each weekday's next day, and today's. */
export const CAPACITY_COLUMNS: Columns<CarrierCapacity> = column.columns([
  column.accessor('carrier', {
    header: 'Carrier',
    size: 100,
    enableSorting: false,
    cell: ({ getValue }) => <ReferenceLink text={getValue()} to={capacityAddress(getValue())} />,
  }),
  column.accessor('carrierName', { header: 'Name', size: 120, enableSorting: false }),
  column.accessor((carrier) => carrierState(carrier, dayOf(new Date())), {
    id: 'active',
    header: 'Status',
    size: 190,
    enableSorting: false,
    cell: ({ getValue }) => <Status meaning={getValue() === 'Active' ? 'good' : 'neutral'}>{getValue()}</Status>,
  }),
  ...WEEKDAYS.map((name, slot) =>
    column.accessor(
      (row) => {
        const next = nextOf(row, slot)
        return next ? usedText(next) : ''
      },
      {
        id: name,
        header: name,
        size: 78,
        enableSorting: false,
        meta: { align: 'right' },
        cell: ({ row: { original } }) => {
          const next = nextOf(original, slot)
          return next && <UseFigures {...next} />
        },
      },
    ),
  ),
  column.accessor(({ use: [today] }) => (today ? usedText(today) : ''), {
    id: 'today',
    header: 'Today',
    size: 170,
    enableSorting: false,
    cell: ({ row: { original } }) => original.use[0] && <UseBar {...original.use[0]} />,
  }),
  column.accessor(inForceToday, { id: 'inForce', header: 'In force today', size: 190, enableSorting: false }),
])
