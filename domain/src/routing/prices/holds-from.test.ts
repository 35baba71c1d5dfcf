import { expect, test } from 'vitest'
import { byParcel, byWeight, priceRow } from '../../testing/judging-samples.ts'
import type { MatrixRow, Pricing } from './costing.ts'
import { defaultHoldsFrom } from './holds-from.ts'

const TODAY = '2026-11-28'
const NONE: Pricing = { pricingMethod: 'None', primaryCosting: null, secondaryCosting: null }
const matrix = (...rows: readonly Partial<MatrixRow>[]): Pricing => {
  const pricing = byWeight()
  return {
    ...pricing,
    primaryCosting: pricing.primaryCosting && {
      ...pricing.primaryCosting,
      costingMatrix: rows.map((row, index) => ({ ...priceRow(`C${index}`, 0, null, 4), ...row })),
    },
  }
}
const of = (pounds: number, effectiveFrom: string | null = null) => ({ baseCost: pounds * 10_000, effectiveFrom })
const between = (pounds: number, from: string, to: string) => ({
  baseCost: pounds * 10_000,
  effectiveBetween: { from, to },
})

test.each<[string, Pricing | null, Pricing, string | null]>([
  ['the first price of a method', null, byParcel(4, 1), null],
  ['a price again', NONE, byParcel(4, 1), TODAY],
  ['a price without dates', byParcel(4, 1), byParcel(5, 1), TODAY],
  ['no price any more', byParcel(4, 1), NONE, TODAY],
  ['a row of every day that costs more', matrix(of(4)), matrix(of(5)), TODAY],
  ['a row that began in the past', matrix(of(4)), matrix(of(4), of(5, '2026-11-01')), '2026-11-01'],
  ['a row that is still to begin', matrix(of(4)), matrix(of(4), of(5, '2026-12-01')), '2026-12-01'],
  [
    'two changed rows: the earlier day',
    matrix(of(4)),
    matrix(of(4), of(6, '2026-12-01'), between(5, '2026-11-05', '2026-11-09')),
    '2026-11-05',
  ],
  ['a row of every day, and one that is still to begin', matrix(of(4)), matrix(of(5), of(6, '2026-12-01')), TODAY],
  ['a row removed', matrix(of(4), of(5, '2026-11-01')), matrix(of(4)), '2026-11-01'],
  [
    'a removed row without replacement, and a future row',
    matrix(of(4, '2026-01-01')),
    matrix(of(5, '2026-12-01')),
    '2026-12-01',
  ],
  ['all rows removed', matrix(of(4, '2026-01-01')), NONE, TODAY],
  ['a price without rows in place of rows', matrix(of(4, '2026-01-01')), byParcel(4, 1), TODAY],
  ['a row that began otherwise', matrix(of(4), of(5, '2026-11-08')), matrix(of(4), of(5, '2026-11-01')), '2026-11-01'],
  [
    'unchanged rows do not count, regardless of their ids',
    matrix(of(4), of(5, '2026-01-01')),
    matrix({ ...of(5, '2026-01-01'), chargeID: 'X' }, { ...of(4), chargeID: 'Y' }, of(6, '2026-12-01')),
    '2026-12-01',
  ],
])('%s', (_title, before, after, day) => expect(defaultHoldsFrom(before, after, TODAY)).toBe(day))
