import type { CarrierStatus } from '@despatch/contract/routing/active-dates/carriers'
import { activeDatesText, carrierState } from '@despatch/domain/routing/active-dates/active-dates'
import { FigureText, ReferenceLink, Status } from '../../kit/list/columns/cells.tsx'
import { type Columns, columnsOf } from '../../kit/list/features.ts'
import { ActiveSwitch } from './active-switch.tsx'
import { activeDatesAddress } from './addresses.ts'
import { yearColumn } from './year-strip.tsx'
import { operatorToday } from '../../kit/browser/clock.ts'

const column = columnsOf<CarrierStatus>()

/** A carrier's state today, for people. */
export function todayText(carrier: CarrierStatus): 'Used' | 'Not active' | 'Outside its active dates' {
  const state = carrierState(carrier, operatorToday())
  return state === 'Active' ? 'Used' : state
}

/** Expired dates are more likely a mistake than a carrier that is switched off. */
export const todayMeaning = (text: string) =>
  text === 'Used' ? 'good' : text === 'Not active' ? 'neutral' : 'attention'

export const CARRIER_COLUMNS: Columns<CarrierStatus> = column.columns([
  column.accessor('carrier', {
    header: 'Carrier',
    size: 130,
    enableSorting: false,
    cell: ({ getValue }) => <ReferenceLink text={getValue()} to={activeDatesAddress(getValue())} />,
  }),
  column.accessor('carrierName', { header: 'Name', size: 180, enableSorting: false }),
  column.accessor('active', {
    header: 'Active',
    size: 130,
    enableSorting: false,
    cell: ({ row: { original } }) => <ActiveSwitch carrier={original} />,
  }),
  column.accessor(todayText, {
    id: 'today',
    header: 'Today',
    size: 216,
    enableSorting: false,
    cell: ({ getValue }) => <Status meaning={todayMeaning(getValue())}>{getValue()}</Status>,
  }),
  ...yearColumn<CarrierStatus>((carrier) => carrier),
  column.accessor(({ activeDates }) => activeDatesText(activeDates), {
    id: 'activeDates',
    header: 'Active dates',
    size: 300,
    enableSorting: false,
  }),
  column.accessor('methods', {
    header: 'Methods',
    size: 90,
    enableSorting: false,
    meta: { align: 'right' },
    cell: ({ getValue }) => <FigureText value={getValue()} />,
  }),
])
