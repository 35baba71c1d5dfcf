import type { CarrierCapacity } from '@despatch/contract/capacity/capacity'
import { weekday } from '@despatch/domain/calendar/day'
import { effectWords } from '@despatch/domain/capacity/capacities'
import { ReferenceLink, Status } from '../table/cells.tsx'
import { type Columns, columnsOf } from '../table/features.ts'
import { CAPACITY } from './addresses.ts'
import { placeOn, WEEKDAYS } from './capacity-values.ts'
import { UseBar, usedWords } from './use-bar.tsx'

const column = columnsOf<CarrierCapacity>()

/** When the capacity that is in force today counts. */
function inForceToday({ capacities, use }: CarrierCapacity): string {
  const capacity = capacities[placeOn(capacities, use[0]?.day ?? '') ?? -1]
  if (!capacity) return capacities.length === 0 ? 'No capacity' : 'None today'
  const words = effectWords({ ...capacity, effectiveFrom: capacity.effectiveDate })
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The columns of the list of carriers: today's use, and that of each weekday's next day. */
export const CAPACITY_COLUMNS: Columns<CarrierCapacity> = column.columns([
  column.accessor('carrier', {
    header: 'Carrier',
    size: 130,
    enableSorting: false,
    cell: ({ getValue }) => <ReferenceLink text={getValue()} to={CAPACITY} search={{ carrier: getValue() }} />,
  }),
  column.accessor('carrierName', { header: 'Name', size: 150, enableSorting: false }),
  column.accessor(({ active }) => (active === 'Y' ? 'Active' : 'Not active'), {
    id: 'active',
    header: 'Status',
    size: 110,
    enableSorting: false,
    cell: ({ getValue }) => <Status meaning={getValue() === 'Active' ? 'good' : 'neutral'}>{getValue()}</Status>,
  }),
  column.accessor(({ use: [today] }) => (today ? usedWords(today) : ''), {
    id: 'today',
    header: 'Today',
    size: 170,
    enableSorting: false,
    cell: ({ row: { original } }) => original.use[0] && <UseBar {...original.use[0]} />,
  }),
  column.accessor(inForceToday, { id: 'inForce', header: 'In force today', size: 190, enableSorting: false }),
  ...WEEKDAYS.map((name, slot) =>
    column.accessor(
      ({ use }) => {
        const next = use.find(({ day }) => weekday(day) === slot)
        return next ? usedWords(next) : ''
      },
      { id: name, header: name, size: 120, enableSorting: false, meta: { align: 'right' } },
    ),
  ),
])
