import { expect, test } from 'vitest'
import { extendActiveDates, changePricesByPercent, changeLimitsByPercent } from './changes.ts'

const SPRING = { from: '2026-03-01', to: '2026-05-31' }
const AUTUMN = { from: '2026-09-01', to: '2026-11-08' }

test.each([
  ['the range that ends last', [AUTUMN, SPRING], '2026-12-31', [SPRING, { from: '2026-09-01', to: '2026-12-31' }]],
  ['one range without end', [SPRING], null, [{ from: '2026-03-01', to: null }]],
  ['nothing that goes further already', [SPRING], '2026-04-30', [SPRING]],
  ['nothing without end', [{ from: '2026-03-01', to: null }], '2027-01-31', [{ from: '2026-03-01', to: null }]],
  ['nothing of a carrier that is always active', [], '2027-01-31', []],
])('extending dates changes %s', (_what, ranges, to, after) => {
  expect(extendActiveDates(ranges, to)).toEqual(after)
})

test.each([
  [10, [11, 0, 6, null]],
  [-100, [0, 0, 0, null]],
])('a capacity changed by %d per cent is of whole parcels', (percent, after) => {
  expect(changeLimitsByPercent([10, 0, 5, null], percent)).toEqual(after)
})

const charge = { baseCost: 33_333, incrementalCost: 1_001, incrementStart: 2, increment: 1 }
const row = { ...charge, chargeID: 'C1', from: 0, to: null, effectiveFrom: null, effectiveBetween: null }

test('changing prices by a percentage rounds each to £0.0001 and changes nothing else', () => {
  const costing = { ...charge, fromParcel: 1, costingMatrix: [row] }
  const pricing = { pricingMethod: 'By Parcel', primaryCosting: costing, secondaryCosting: null } as const
  const changed = { baseCost: 35_000, incrementalCost: 1_051 }
  expect(changePricesByPercent(pricing, 5)).toEqual({
    ...pricing,
    primaryCosting: { ...costing, ...changed, costingMatrix: [{ ...row, ...changed }] },
  })
  const none = { pricingMethod: 'None', primaryCosting: null, secondaryCosting: null } as const
  expect(changePricesByPercent(none, 5)).toEqual(none)
})
