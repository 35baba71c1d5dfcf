import { expect, test } from 'vitest'
import type { Pricing } from './costing.ts'
import { costOfOneParcel } from './cost-of-one-parcel.ts'
import { explainCost } from './explain-cost.ts'

const charge = { baseCost: 30_000, incrementalCost: 5000, incrementStart: 500, increment: 100 }
const single = { ...charge, fromParcel: 1, costingMatrix: [] }
const between = { from: '2026-03-02', to: '2026-03-03' }
const row = { ...charge, chargeID: 'C1', from: 0, to: null, effectiveFrom: null, effectiveBetween: between }
const pricing = (given: Partial<Pricing>): Pricing => ({
  pricingMethod: 'By Parcel',
  primaryCosting: single,
  secondaryCosting: null,
  ...given,
})

test.each<[what: string, given: Partial<Pricing>, day: string, expected: number | null]>([
  ['a parcel is one', {}, '2026-03-02', 30_000],
  ['a kilogram is 1,000 g: five increments', { pricingMethod: 'By Weight Matrix' }, '2026-03-02', 55_000],
  ['none', { pricingMethod: 'None', primaryCosting: null }, '2026-03-02', null],
  ['in force on the day', { primaryCosting: { ...single, costingMatrix: [row] } }, '2026-03-03', 30_000],
  ['not in force on the day', { primaryCosting: { ...single, costingMatrix: [row] } }, '2026-03-04', null],
])('%s', (_what, given, day, expected) => {
  expect(costOfOneParcel(pricing(given), day)).toBe(expected)
})

test.each([
  [44_535, 'GBP', 44_500],
  [44_550, 'EUR', 44_600],
  [44_535, 'JPY', 40_000],
  [44_535, 'KWD', 44_540],
])('a price of %i is charged in %s as %i', (baseCost, currency, charged) => {
  const of = pricing({ primaryCosting: { ...single, incrementalCost: 0, baseCost } })
  expect(costOfOneParcel(of, '2026-11-09', currency)).toBe(charged)
  expect(explainCost(of, '2026-11-09', [1000], currency).cost).toBe(charged)
})
