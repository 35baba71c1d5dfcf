import type { CapacityLimit, CarrierCapacity } from '@despatch/contract/routing/capacity/capacity'
import { effectText } from '@despatch/domain/routing/capacity/capacities'
import { carrierState } from '@despatch/domain/routing/active-dates/active-dates'
import { capacityAddress } from './addresses.ts'
import { dayColumns } from './capacity-columns.tsx'
import type { ComparedRow, Comparison } from '../all-clients/comparison.ts'
import { ComparisonList } from '../all-clients/comparison-list.tsx'
import { capacityList } from './capacity-queries.ts'
import { placeOn, slotLabel } from './capacity-values.ts'
import { operatorToday } from '../../kit/browser/clock.ts'

const COMPARISON: Comparison = {
  title: 'Carrier Capacity Set Up',
  table: 'capacity-of-all',
  leaf: 'carrierRoutingControl.carrierCapacitySetUp',
  isOfMethods: false,
  columns: [
    { id: 'today', header: 'In force today', size: 230 },
    { id: 'status', header: 'Status', size: 130 },
    { id: 'all', header: 'All capacities', size: 330 },
  ],
  ownColumns: dayColumns<ComparedRow>(),
  addressOf: capacityAddress,
  verb: 'Change capacity',
  changes: ['capacity-percent', 'week'],
}

/** '89 every day' if all days are equal, otherwise day by day. */
function weekText(slots: CapacityLimit['quantityLimit']): string {
  const [first] = slots
  return typeof first === 'number' && slots.every((slot) => slot === first)
    ? `${first.toLocaleString('en-GB')} every day`
    : slotLabel(slots)
}

function itemOf(row: CarrierCapacity) {
  const today = row.capacities[placeOn(row.capacities, row.use[0]?.day ?? '') ?? -1]
  const texts = row.capacities.map(
    (one) => `${effectText({ ...one, effectiveFrom: one.effectiveDate })}: ${weekText(one.quantityLimit)}`,
  )
  return {
    client: row.client,
    carrier: row.carrier,
    carrierName: row.carrierName,
    service: '',
    key: row.carrier,
    use: row.use,
    cells: {
      today: today ? weekText(today.quantityLimit) : 'No limits',
      status: carrierState(row, operatorToday()),
      all: texts.join('; ') || 'No capacity',
    },
  }
}

/** Compares the capacities of all clients' carriers. */
export function CapacitiesOfAll() {
  return <ComparisonList comparison={COMPARISON} query={capacityList} itemOf={itemOf} />
}
