import fc from 'fast-check'
import { expect, test } from 'vitest'
import { costCurve } from './cost-curve.ts'
import { costOfParcels } from './cost-of-one-parcel.ts'
import { chargesUsed, pricingOn, quantitiesOf } from './compile-pricing.ts'
import { exactRows, isInForce, type MatrixRow, type Pricing, rowInForce } from './costing.ts'
import { explainCost } from './explain-cost.ts'
import { bandText } from './price-text.ts'

const DAY = '2026-03-02'
const row = (from: number, to: number | null, baseCost: number, given: Partial<MatrixRow> = {}): MatrixRow => ({
  chargeID: `c${from}-${baseCost}`,
  from,
  to,
  baseCost,
  incrementalCost: 0,
  incrementStart: 0,
  increment: 0,
  effectiveFrom: null,
  effectiveBetween: null,
  ...given,
})
const matrix = (...costingMatrix: MatrixRow[]): Pricing => ({
  pricingMethod: 'By Weight Matrix',
  primaryCosting: { baseCost: 0, incrementalCost: 0, incrementStart: 0, increment: 0, fromParcel: 1, costingMatrix },
  secondaryCosting: null,
})
const printed = matrix(row(1, 100, 10_000), row(101, 250, 20_000), row(251, 500, 30_000))

test.each([
  [0.5, 10_000],
  [1, 10_000],
  [100, 10_000],
  [100.4, 20_000],
  [101, 20_000],
  [250, 20_000],
  [251, 30_000],
  [500, 30_000],
  [501, null],
])('printed bands: %d g cost %j, in agreement with the explanation', (grams, cost) => {
  expect(costOfParcels(printed, DAY, [grams])).toBe(cost)
  expect(explainCost(printed, DAY, [grams]).cost).toBe(cost)
})

test('the curve, the row and its text agree on the band', () => {
  expect(costCurve(printed, DAY, 600)).toEqual([
    { from: 0, to: 100, cost: 10_000 },
    { from: 100, to: 250, cost: 20_000 },
    { from: 250, to: 500, cost: 30_000 },
    { from: 500, to: 600, cost: null },
  ])
  const onDay = pricingOn(printed, DAY)
  expect(onDay && chargesUsed(onDay, quantitiesOf([101]))).toMatchObject([{ charge: { from: 100, to: 250 } }])
  const rows = exactRows(printed.primaryCosting?.costingMatrix ?? [], true)
  expect(rows.map((one) => bandText('By Weight Matrix', one))).toEqual([
    'up to 0.1 kg',
    'above 0.1 kg up to 0.25 kg',
    'above 0.25 kg up to 0.5 kg',
  ])
})

test('printed bands of whole parcels give every number one price', () => {
  const parcels: Pricing = {
    ...matrix(row(1, 1, 10_000), row(2, 2, 18_000), row(3, 10, 30_000)),
    pricingMethod: 'By Parcel',
  }
  expect(costCurve(parcels, DAY, 11)).toEqual([
    { from: 0, to: 1, cost: 10_000 },
    { from: 1, to: 2, cost: 18_000 },
    { from: 2, to: 10, cost: 30_000 },
    { from: 10, to: 11, cost: null },
  ])
  const rows = exactRows(parcels.primaryCosting?.costingMatrix ?? [], false)
  expect(rows.map((one) => bandText('By Parcel', one))).toEqual([
    'up to 1 parcel',
    'above 1 parcel up to 2 parcels',
    'above 2 parcels up to 10 parcels',
  ])
})

test('the text of a row describes its first day', () => {
  const april = { effectiveFrom: '2026-04-01' }
  const rows = [row(0, 100, 1), row(100, null, 2), row(0, 100, 3, april), row(101, null, 4, april)]
  expect(exactRows(rows, true).map(({ from }) => from)).toEqual([0, 100, 0, 100])
})

/** The earlier definition of a band: only quantities above `from`. */
function rowBefore(rows: readonly MatrixRow[], quantity: number): MatrixRow | undefined {
  const held = rows.filter(
    ({ from, to, ...times }) =>
      (quantity > from || from === 0) && (to === null || quantity <= to) && isInForce({ ...times }, DAY),
  )
  return held.toSorted((one, other) => ((one.effectiveFrom ?? '') < (other.effectiveFrom ?? '') ? 1 : -1))[0]
}

test('prices stay except between two printed bands of a later price list', () => {
  const bands = fc.array(
    fc.record({ gap: fc.constantFrom(0, 0, 1, 10, 500), length: fc.integer({ min: 1, max: 900 }) }),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  const listOf = (widths: readonly { gap: number; length: number }[], effectiveFrom: string | null) => {
    let end = 0
    return widths.map(({ gap, length }, index) => {
      const from = end + gap
      end = from + length
      return row(from, end, index, { chargeID: `${effectiveFrom} ${index}`, effectiveFrom })
    })
  }
  fc.assert(
    fc.property(bands, fc.option(bands), fc.nat(4000), (first, later, quantity) => {
      const newer = later ? listOf(later, '2026-01-01') : []
      const rows = [...listOf(first, null), ...newer]
      const before = rowBefore(rows, quantity)
      const now = rowInForce(rows, quantity, DAY, true)
      const isBetween = now !== undefined && newer.includes(now) && quantity <= now.from
      if (before && !isBetween) expect(now).toBe(before)
    }),
    { numRuns: 2000 },
  )
})
