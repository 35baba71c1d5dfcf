import { expect, test } from 'vitest'
import { pricingOf, type WrittenPricing, writtenPricing } from './written-pricing.ts'

const row = {
  chargeID: 'a1',
  from: 0.5,
  to: 5,
  baseCost: '4.50',
  incrementalCost: '0.125',
  incrementStart: 1,
  increment: 0.5,
  effectiveFrom: null,
  effectiveBetween: { from: '2026-12-01', to: '2026-12-24' },
}
const { chargeID: _chargeID, from: _from, to: _to, effectiveFrom: _since, effectiveBetween: _days, ...charge } = row
const written: WrittenPricing = {
  pricingMethod: 'By Weight Matrix',
  primaryCosting: { fromParcel: 1, ...charge, costingMatrix: [row, { ...row, chargeID: 'a2', to: null }] },
  secondaryCosting: null,
}

test('by weight, kg become grams', () => {
  expect(pricingOf(written).primaryCosting).toMatchObject({
    baseCost: 45_000,
    incrementalCost: 1250,
    incrementStart: 1000,
    increment: 500,
    costingMatrix: [{ from: 500, to: 5000, effectiveBetween: { from: '2026-12-01', to: '2026-12-24' } }, { to: null }],
  })
})

test('by parcel, parcels stay parcels', () => {
  expect(pricingOf({ ...written, pricingMethod: 'By Parcel' }).primaryCosting?.costingMatrix[0]).toMatchObject({
    to: 5,
    incrementStart: 1,
  })
})

test.each(['By Weight Matrix', 'By Parcel'] as const)(
  '%s: converting there and back changes nothing',
  (pricingMethod) => {
    expect(writtenPricing(pricingOf({ ...written, pricingMethod }))).toEqual({ ...written, pricingMethod })
  },
)

test('text that is not an amount is refused', () => {
  const wrong = { fromParcel: 1, ...charge, baseCost: '', costingMatrix: [] }
  expect(() => pricingOf({ ...written, primaryCosting: wrong })).toThrow(RangeError)
})
