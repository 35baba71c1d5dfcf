import { expect, test } from 'vitest'
import type { PricingMethod } from './costing.ts'
import { bandText, chargeLabel, type Covered, coverText, inForceText, singleText } from './price-text.ts'

const [WEIGHT, PARCEL] = ['By Weight Matrix', 'By Parcel'] as const
const charge = (baseCost: number, incrementalCost = 0, incrementStart = 0, increment = 0) => ({
  baseCost,
  incrementalCost,
  incrementStart,
  increment,
})

test.each<[PricingMethod, ReturnType<typeof charge>, words: string]>([
  [WEIGHT, charge(45_000), '£4.50'],
  [WEIGHT, charge(45_000, 2500, 1000, 500), '£4.50, and £0.25 for every started 0.5 kg beyond 1 kg'],
  [WEIGHT, charge(45_000, 1250, 2000, 1000), '£4.50, and £0.125 for every started kg beyond 2 kg'],
  [WEIGHT, charge(123_450, 0, 0, 1000), '£12.345'],
  [PARCEL, charge(0, 37_500, 0, 1), '£3.75 for every parcel'],
  [PARCEL, charge(45_000, 37_500, 1, 1), '£4.50, and £3.75 for every parcel beyond the first'],
  [PARCEL, charge(0, 37_500, 3, 2), '£3.75 for every started 2 parcels beyond 3 parcels'],
])('%s: %j is %s', (method, of, words) => expect(chargeLabel(method, of, 'GBP')).toBe(words))

test.each<[PricingMethod, ReturnType<typeof charge>, Covered, words: string]>([
  [PARCEL, charge(123_450), 'all', '£12.345 once a consignment, however many parcels'],
  [PARCEL, charge(123_450), 'one parcel', '£12.345'],
  [PARCEL, charge(123_450), 'some parcels', '£12.345 for all of them together'],
  [WEIGHT, charge(45_000), 'all', '£4.50 once a consignment, whatever it weighs'],
  [PARCEL, charge(0, 37_500, 0, 1), 'all', '£3.75 for every parcel'],
])('without a matrix, %s: %j of %s is %s', (method, of, covered, words) =>
  expect(singleText(method, of, covered, 'GBP')).toBe(words),
)

test.each<[PricingMethod, from: number, to: number | null, words: string]>([
  [WEIGHT, 0, 2000, 'up to 2 kg'],
  [WEIGHT, 2000, 5500, 'above 2 kg up to 5.5 kg'],
  [WEIGHT, 5500, null, 'above 5.5 kg'],
  [WEIGHT, 0, null, 'any weight'],
  [PARCEL, 0, 1, 'up to 1 parcel'],
  [PARCEL, 0, null, 'any number of parcels'],
])('%s, %d to %j is %s', (method, from, to, words) => expect(bandText(method, { from, to })).toBe(words))

test.each([
  [null, 'Every consignment', ''],
  [2, 'Primary costing: parcel 1', 'Secondary costing: from parcel 2 on'],
  [4, 'Primary costing: parcels 1 to 3', 'Secondary costing: from parcel 4 on'],
])('with a secondary from %j: %s', (from, primary, secondary) =>
  expect(coverText({ primary: { fromParcel: 1 }, secondary: from === null ? null : { fromParcel: from } })).toEqual({
    primary,
    secondary,
  }),
)

const timed = (from: number, to: number | null, effectiveFrom: string | null = null) => ({
  from,
  to,
  effectiveFrom,
  effectiveBetween: null,
})
const over = { ...timed(0, null), effectiveBetween: { from: '2026-12-01', to: '2026-12-24' } }

type Timed = Parameters<typeof inForceText>[0]
test.each<[words: string, row: Timed, others: Timed[]]>([
  ['Always', timed(0, 5), []],
  ['Always', timed(0, 5), [timed(5, null, '2026-04-01')]],
  ['Always', timed(0, 5), [over]],
  ['1 Dec 2026 to 24 Dec 2026', over, [timed(0, null, '2026-04-01')]],
  ['From 1 Apr 2026', timed(0, 5, '2026-04-01'), [timed(0, 5), timed(0, 5, '2026-01-01')]],
  ['Until 31 Mar 2026', timed(0, 5), [timed(0, 5, '2026-04-01'), timed(0, 5, '2026-09-01')]],
  ['1 Apr 2026 to 31 Aug 2026', timed(0, 5, '2026-04-01'), [timed(0, null, '2026-09-01')]],
  ['Until 31 Aug 2026', timed(0, 5), [timed(3, 9, '2026-09-01'), timed(0, 3, '2026-04-01')]],
  ['Always; some of it until 31 Mar 2026', timed(0, 5), [timed(0, 3, '2026-04-01')]],
  ['Always; some of it until 31 Mar 2026', timed(0, null), [timed(0, 3, '2026-04-01'), timed(4, null, '2026-05-01')]],
])('says when a row of a matrix holds: %s', (words, row, others) => {
  expect(inForceText(row, [row, ...others])).toBe(words)
})
