import type { CarrierStatus } from '@despatch/contract/routing/active-dates/carriers'
import { activeDatesText } from '@despatch/domain/routing/active-dates/active-dates'
import { formatCount } from '@despatch/domain/money/money'
import { activeDatesAddress } from './addresses.ts'
import type { ComparedRow, Comparison } from '../all-clients/comparison.ts'
import { ComparisonList } from '../all-clients/comparison-list.tsx'
import { yearColumn } from './year-strip.tsx'
import { todayMeaning, todayText } from './carrier-columns.tsx'
import { carrierList } from './carrier-queries.ts'

const COMPARISON: Comparison = {
  title: 'Carrier: Active Dates',
  table: 'active-dates-of-all',
  leaf: 'carrierRoutingControl.carrierActiveDates',
  isOfMethods: false,
  columns: [
    { id: 'active', header: 'Active', size: 84 },
    { id: 'today', header: 'Today', size: 216, meaningOf: todayMeaning },
    { id: 'activeDates', header: 'Active dates', size: 220 },
    { id: 'methods', header: 'Methods', size: 84, align: 'right' },
  ],
  ownColumns: yearColumn<ComparedRow>(({ dates, members }) => dates ?? (members && 'Varies by client')),
  addressOf: activeDatesAddress,
  verb: 'Change dates',
  changes: ['extend', 'dates', 'on', 'off'],
}

const itemOf = (row: CarrierStatus) => ({
  client: row.client,
  carrier: row.carrier,
  carrierName: row.carrierName,
  service: '',
  key: row.carrier,
  dates: row,
  cells: {
    active: row.active === 'Y' ? 'Yes' : 'No',
    today: todayText(row),
    activeDates: activeDatesText(row.activeDates),
    methods: formatCount(row.methods),
  },
})

/** Compares the carriers of all clients. */
export function CarriersOfAll() {
  return <ComparisonList comparison={COMPARISON} query={carrierList} itemOf={itemOf} />
}
