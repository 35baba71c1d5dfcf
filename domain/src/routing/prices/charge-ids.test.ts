import { expect, test } from 'vitest'
import type { Costing, MatrixRow, Pricing } from './costing.ts'
import { withChargeIds } from './charge-ids.ts'

const charge = { baseCost: 1, incrementalCost: 0, incrementStart: 0, increment: 0 }
const row = (chargeID: string): MatrixRow => ({
  ...charge,
  chargeID,
  from: 0,
  to: null,
  effectiveFrom: null,
  effectiveBetween: null,
})
const costing = (ids: string[] | null): Costing | null =>
  ids && { ...charge, fromParcel: 1, costingMatrix: ids.map(row) }
const pricing = (primary: string[] | null, secondary: string[] | null = null): Pricing => ({
  pricingMethod: 'By Parcel',
  primaryCosting: costing(primary),
  secondaryCosting: costing(secondary),
})

test.each<[what: string, given: Pricing, before: Pricing, expected: Pricing]>([
  ['the first', pricing(['', '']), pricing(null), pricing(['C1', 'C2'])],
  ['beside those that are there', pricing(['C2', '']), pricing(['C1', 'C2']), pricing(['C2', 'C3'])],
  ['not one that has just gone', pricing(['C1', '']), pricing(['C1', 'C2']), pricing(['C1', 'C3'])],
  ['not one of the other costing', pricing([''], ['']), pricing(null, ['C7']), pricing(['C8'], ['C9'])],
  ['the same rows, sent without ids, keep theirs', pricing(['', '']), pricing(['C4', 'C2']), pricing(['C4', 'C2'])],
  ['ids of another kind stand', pricing(['band-a', '']), pricing(['C01x']), pricing(['band-a', 'C1'])],
  ['nothing to name', pricing(null), pricing(['C1']), pricing(null)],
])('%s', (_what, given, before, expected) => {
  expect(withChargeIds(given, before)).toEqual(expected)
})
