import { expect, test } from 'vitest'
import type { MatrixRow, Pricing } from './costing.ts'
import { costCurve, reachOf } from './cost-curve.ts'
import { explainCost } from './explain-cost.ts'

const DAY = '2026-03-02'
const charge = { baseCost: 45_000, incrementalCost: 2500, incrementStart: 1000, increment: 500 }
const row = (from: number, to: number | null, given: Partial<MatrixRow> = {}): MatrixRow => ({
  chargeID: `${from}`,
  from,
  to,
  ...charge,
  increment: 0,
  effectiveFrom: null,
  effectiveBetween: null,
  ...given,
})
const weight = (given: Partial<Pricing> = {}): Pricing => ({
  pricingMethod: 'By Weight Matrix',
  primaryCosting: { fromParcel: 1, ...charge, costingMatrix: [] },
  secondaryCosting: null,
  ...given,
})
const matrix = (rows: MatrixRow[]) => weight({ primaryCosting: { fromParcel: 1, ...charge, costingMatrix: rows } })
const parcels: Pricing = {
  pricingMethod: 'By Parcel',
  primaryCosting: {
    fromParcel: 1,
    baseCost: 40_000,
    incrementalCost: 0,
    incrementStart: 0,
    increment: 0,
    costingMatrix: [],
  },
  secondaryCosting: {
    fromParcel: 3,
    baseCost: 0,
    incrementalCost: 15_000,
    incrementStart: 0,
    increment: 1,
    costingMatrix: [],
  },
}

test('by weight, a step at every increment', () => {
  expect(costCurve(weight(), DAY, 2000)).toEqual([
    { from: 0, to: 1000, cost: 45_000 },
    { from: 1000, to: 1500, cost: 47_500 },
    { from: 1500, to: 2000, cost: 50_000 },
  ])
})

test('by parcel, with a secondary costing', () => {
  expect(costCurve(parcels, DAY, 4)).toEqual([
    { from: 0, to: 2, cost: 40_000 },
    { from: 2, to: 3, cost: 55_000 },
    { from: 3, to: 4, cost: 70_000 },
  ])
})

test('there is no price between and above the bands', () => {
  expect(costCurve(matrix([row(0, 500), row(1000, 2000)]), DAY, 3000)).toEqual([
    { from: 0, to: 500, cost: 45_000 },
    { from: 500, to: 999, cost: null },
    { from: 999, to: 2000, cost: 45_000 },
    { from: 2000, to: 3000, cost: null },
  ])
})

test('rows that are not in force are left out', () => {
  expect(costCurve(matrix([row(0, null, { effectiveFrom: '2026-03-03' })]), DAY, 9)).toEqual([
    { from: 0, to: 9, cost: null },
  ])
})

test('a price with too many steps is sampled evenly', () => {
  const pieces = costCurve(
    weight({ primaryCosting: { fromParcel: 1, ...charge, increment: 1, costingMatrix: [] } }),
    DAY,
    30_000,
  )
  expect(pieces.length).toBeLessThanOrEqual(1000)
  expect(pieces.at(-1)).toMatchObject({ to: 30_000 })
})

test.each<[string, Pricing, number]>([
  ['little', weight(), 5000],
  ['a little beyond the last band', matrix([row(0, 500), row(500, 30_000)]), 31_500],
  ['where light bands end', matrix([row(0, 500), row(500, 2000)]), 2100],
  ['to where heavy bands end', matrix([row(0, 30_000), row(30_000, 500_000)]), 525_000],
  [
    'by weight, not what a second parcel is charged by',
    { ...matrix([row(0, 2000)]), secondaryCosting: { fromParcel: 2, ...charge, costingMatrix: [row(0, 90_000)] } },
    2100,
  ],
  ['beyond where the last begins', matrix([row(0, 20_000), row(20_000, null)]), 25_000],
  ['parcels', parcels, 10],
])('a picture reaches: %s', (_what, pricing, reach) => expect(reachOf([pricing])).toBe(reach))

test('each piece agrees with the explanation at its end', () => {
  for (const pricing of [weight(), matrix([row(0, 700), row(700, 2000, { increment: 250 })])])
    for (const { to, cost } of costCurve(pricing, DAY, 2500)) expect(explainCost(pricing, DAY, [to]).cost).toBe(cost)
})
