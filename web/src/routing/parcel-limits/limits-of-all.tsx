import type { LimitedMethod } from '@despatch/contract/routing/parcel-limits/parcel-limits'
import { LIMIT_SLOTS } from '@despatch/domain/routing/parcel-limits/written-limits'
import { LIMIT_TYPES } from '@despatch/domain/routing/rule-book/rule-book'
import { limitsAddress } from './addresses.ts'
import type { Comparison } from '../all-clients/comparison.ts'
import { ComparisonList } from '../all-clients/comparison-list.tsx'
import { allLimits } from './limit-queries.ts'
import { limitsBySlot, limitText } from './limit-values.ts'

const COMPARISON: Comparison = {
  title: 'Carrier: Parcel Limits',
  table: 'parcel-limits-of-all',
  leaf: 'carrierRoutingControl.carrierParcelLimits',
  isOfMethods: true,
  columns: LIMIT_TYPES.map((id) => ({ id, header: LIMIT_SLOTS[id].title, size: 116, align: 'right' as const })),
  addressOf: limitsAddress,
  verb: 'Change limits',
  changes: ['limits'],
}

function itemOf(row: LimitedMethod) {
  const limits = limitsBySlot(row)
  return {
    client: row.client,
    carrier: row.carrier,
    carrierName: row.carrierName,
    service: row.carrierService,
    key: row.methodId,
    cells: Object.fromEntries(LIMIT_TYPES.map((type) => [type, limitText(type, limits[type])])),
  }
}

/** Compares the limits of all clients' methods. */
export function LimitsOfAll() {
  return <ComparisonList comparison={COMPARISON} query={allLimits} itemOf={itemOf} />
}
