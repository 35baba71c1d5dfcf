import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargesUsed, costOf, NO_PRICE, pricingOn, quantitiesOf } from './compile-pricing.ts'
import type { Costing, MatrixRow, Pricing } from './costing.ts'
import { explainCost } from './explain-cost.ts'

const DAY = '2026-03-02'
const charge = { baseCost: 45_000, incrementalCost: 2500, incrementStart: 1000, increment: 500 }
const band = (from: number, to: number | null): MatrixRow => ({
  chargeID: `c${from}`,
  from,
  to,
  ...charge,
  effectiveFrom: null,
  effectiveBetween: null,
})
const pricing: Pricing = {
  pricingMethod: 'By Weight Matrix',
  primaryCosting: { fromParcel: 1, ...charge, costingMatrix: [band(0, 1000), band(1000, 5000)] },
  secondaryCosting: { fromParcel: 3, ...charge, baseCost: 10_000, costingMatrix: [] },
}

test('shows the bands with the started increments', () => {
  expect(explainCost(pricing, DAY, [600, 600, 2000])).toMatchObject({
    cost: 47_500 + 15_000,
    parts: [
      { costing: 'primary', quantity: 1200, row: 1, increments: 1, cost: 47_500 },
      { costing: 'secondary', quantity: 2000, row: null, increments: 2, cost: 15_000 },
    ],
  })
})

test('groups parcels of equal weight if each is charged', () => {
  expect(explainCost({ ...pricing, chargedFor: 'parcel' }, DAY, [600, 2000, 600, 600])).toMatchObject({
    cost: 50_000 + 45_000 + 2 * 10_000,
    parts: [
      { costing: 'primary', quantity: 2000, parcels: 1, row: 1, cost: 50_000 },
      { costing: 'primary', quantity: 600, parcels: 1, row: 0, cost: 45_000 },
      { costing: 'secondary', quantity: 600, parcels: 2, row: null, cost: 20_000 },
    ],
  })
})

test.each<[string, Pricing, number[], RegExp]>([
  ['none', { pricingMethod: 'None', primaryCosting: null, secondaryCosting: null }, [1], /has no prices/],
  ['beyond the last band', pricing, [6000], /No band of the primary costing/],
  [
    'from parcel 2 on',
    { ...pricing, primaryCosting: { ...(pricing.primaryCosting as Costing), fromParcel: 2 } },
    [1],
    /before parcel 2/,
  ],
])('no price: %s', (_what, of, grams, why) => {
  const explained = explainCost(of, DAY, grams)
  expect(explained.cost).toBeNull()
  expect(explained).toMatchObject({ why: expect.stringMatching(why) })
})

test('the parts add up to the engine’s cost', () => {
  const costing = fc.record({
    fromParcel: fc.integer({ min: 1, max: 4 }),
    baseCost: fc.integer({ min: 0, max: 90_000 }),
    incrementalCost: fc.integer({ min: 0, max: 9000 }),
    incrementStart: fc.integer({ min: 0, max: 4000 }),
    increment: fc.integer({ min: 0, max: 900 }),
    costingMatrix: fc.constantFrom([], [band(0, 1000), band(1000, 5000)], [band(0, 2)]),
  })
  const any = fc.record({
    pricingMethod: fc.constantFrom('By Weight Matrix' as const, 'By Parcel' as const),
    chargedFor: fc.constantFrom('consignment' as const, 'parcel' as const),
    primaryCosting: costing.map((one) => ({ ...one, fromParcel: 1 })),
    secondaryCosting: fc.option(costing.map((one) => ({ ...one, fromParcel: one.fromParcel + 1 }))),
  })
  fc.assert(
    fc.property(any, fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 6 }), (of, grams) => {
      const explained = explainCost(of, DAY, grams)
      const onDay = pricingOn(of, DAY)
      const cost = onDay ? costOf(onDay, quantitiesOf(grams)) : NO_PRICE
      expect(explained.cost ?? NO_PRICE).toBe(cost)
      const used = onDay ? chargesUsed(onDay, quantitiesOf(grams)) : []
      // The explanation lists parcels of equal weight once.
      const each = (explained.cost === null ? [] : explained.parts).flatMap(
        ({ costing: which, quantity, cost: sum, parcels }) =>
          Array.from({ length: parcels ?? 1 }, () => [which, quantity, sum / (parcels ?? 1)]),
      )
      expect(used.map(({ costing: which, quantity, cost: part }) => [which, quantity, part])).toEqual(each)
      if (explained.cost !== null) expect(explained.parts.reduce((sum, part) => sum + part.cost, 0)).toBe(cost)
    }),
    { numRuns: 300 },
  )
})
