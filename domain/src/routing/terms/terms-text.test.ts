import { expect, test } from 'vitest'
import type { CostParts } from './cost-parts.ts'
import { costLines, costSumText, uncountedTexts } from './terms-text.ts'

const parts: CostParts = {
  price: 30_000,
  bySize: { grams: 6000, divisor: 5000 },
  charges: [
    {
      agreedCharge: '1',
      text: 'Fuel',
      category: 'fuel',
      amount: { kind: 'percent', percent: 125_000, of: ['base', 'remote area'], per: 'detail' },
      currency: 'GBP',
      cost: 6300,
      lastOf: '2026-10-31',
    },
    {
      agreedCharge: '2',
      text: 'Remote area',
      category: 'remote area',
      amount: { kind: 'money', money: 20_000, per: 'detail' },
      currency: 'EUR',
      cost: 17_000,
      zone: 'Highlands',
    },
    {
      agreedCharge: '3',
      text: 'Handling',
      category: 'other',
      amount: { kind: 'money', money: 500, per: 'parcel' },
      currency: 'GBP',
      cost: 1000,
    },
  ],
  uncounted: [
    { agreedCharge: '4', text: 'Address correction', why: 'if billed' },
    { agreedCharge: '5', text: 'Long parcel', why: 'length' },
    { agreedCharge: '6', text: 'Redelivery', why: 'if billed' },
    { agreedCharge: '7', text: 'Islands', why: 'zone ISL' },
    { agreedCharge: '8', text: 'Collection', why: 'collection' },
    { agreedCharge: '9', text: 'Toll', why: 'no rate' },
  ],
}

test('each part of a cost has its rule', () => {
  expect(costLines(parts, 'GBP').map(({ name, rule, cost }) => [name, rule, cost])).toEqual([
    ['Price', 'For 6 kg by size, at 5,000 cm³ a kilogram', '£3.00'],
    ['Fuel', '12.5% of the price and remote area, as until 31 Oct 2026: the next is not entered yet', '£0.63'],
    ['Remote area', '€2.00 a consignment, for Highlands', '£1.70'],
    ['Handling', '£0.05 a parcel', '£0.10'],
  ])
  expect(costLines({ ...parts, bySize: null, charges: [] }, 'GBP')).toEqual([
    { name: 'Price', rule: 'Carrier prices', cost: '£3.00' },
  ])
})

test('a cost is told as its sum, if it is more than the price', () => {
  expect(costSumText(parts, 'GBP')).toBe('£3.00 price, £0.63 Fuel, £1.70 Remote area and £0.10 Handling')
  expect(costSumText({ ...parts, charges: [] }, 'GBP')).toBeUndefined()
})

test('what does not count is named by its reason', () => {
  expect(uncountedTexts(parts)).toEqual([
    'billed only sometimes: Address correction and Redelivery',
    'its longest side is unknown: Long parcel',
    'what zone ISL covered on its despatch date is unknown: Islands',
    'billed per collection: Collection',
    'no exchange rate is entered: Toll',
  ])
})
