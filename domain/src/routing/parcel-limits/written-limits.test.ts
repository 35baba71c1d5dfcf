import { expect, test } from 'vitest'
import { LIMIT_TYPES, type LimitType, NO_LIMITS } from '../rule-book/rule-book.ts'
import { LIMIT_SLOTS, limitsOf, writtenLimits } from './written-limits.ts'

test.each<[type: LimitType, written: number, unit: string, reckoned: number]>([
  ['Length', 120.5, 'cm', 1205],
  ['Volume', 0.035001, 'm³', 35_001],
  ['NumberOfParcels', 6, 'parcels', 6],
  ['ParcelWeight', 31.502, 'kg', 31_502],
  ['ConsignmentWeight', 1000, 'kg', 1_000_000],
  ['Length', 0, 'cm', 0],
])('%s %d %s is reckoned as %i', (type, written, unit, reckoned) => {
  expect(LIMIT_SLOTS[type].unit).toBe(unit)
  expect(limitsOf({ ...NO_LIMITS, [type]: written })).toEqual({ ...NO_LIMITS, [type]: reckoned })
  expect(writtenLimits({ ...NO_LIMITS, [type]: reckoned })).toEqual({ ...NO_LIMITS, [type]: written })
})

test('a missing value is no limit, in each of the five slots', () => {
  expect(Object.keys(NO_LIMITS)).toEqual(LIMIT_TYPES)
  expect(limitsOf(NO_LIMITS)).toEqual(NO_LIMITS)
  expect(writtenLimits(NO_LIMITS)).toEqual(NO_LIMITS)
})
