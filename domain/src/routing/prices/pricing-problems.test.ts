import { describe, expect, test } from 'vitest'
import { pricingProblems } from './pricing-problems.ts'
import { NO_CHARGE, type WrittenPricing } from './written-pricing.ts'

type Costing = NonNullable<WrittenPricing['primaryCosting']>
type Row = Costing['costingMatrix'][number]

const row = (chargeID: string, from: number, to: number | null, given: Partial<Row> = {}): Row => ({
  ...NO_CHARGE,
  chargeID,
  from,
  to,
  effectiveFrom: null,
  effectiveBetween: null,
  ...given,
})
const costing = (costingMatrix: Row[] = [], given: Partial<Costing> = {}): Costing => ({
  ...NO_CHARGE,
  fromParcel: 1,
  costingMatrix,
  ...given,
})
const pricing = (given: Partial<WrittenPricing> = {}): WrittenPricing => ({
  pricingMethod: 'By Parcel',
  primaryCosting: costing(),
  secondaryCosting: null,
  ...given,
})
const secondary = (rows: Row[], given: Partial<Costing> = {}) => costing(rows, { fromParcel: 2, ...given })

describe('problems of prices by field', () => {
  test.each<[what: string, given: Partial<WrittenPricing>, paths: string[]]>([
    ['single, by parcel', {}, []],
    ['none', { pricingMethod: 'None', primaryCosting: null }, []],
    [
      'None with costings',
      { pricingMethod: 'None', secondaryCosting: costing() },
      ['primaryCosting', 'secondaryCosting'],
    ],
    ['no primary costing', { primaryCosting: null }, ['primaryCosting']],
    [
      'a secondary costing without a primary one',
      { pricingMethod: 'By Weight Matrix', primaryCosting: null, secondaryCosting: costing() },
      ['primaryCosting'],
    ],
    [
      'a first parcel without a costing',
      { primaryCosting: costing([], { fromParcel: 2 }) },
      ['primaryCosting.fromParcel'],
    ],
    [
      'implausible days',
      {
        primaryCosting: costing([
          row('', 0, 1, { effectiveFrom: '0206-03-01' }),
          row('', 0, 1, { effectiveBetween: { from: '2026-03-01', to: '9999-12-31' } }),
        ]),
      },
      ['primaryCosting.costingMatrix.0.effectiveFrom', 'primaryCosting.costingMatrix.1.effectiveBetween.to'],
    ],
    ['fractions of a kg', { pricingMethod: 'By Weight Matrix', primaryCosting: costing([row('', 0, 0.5)]) }, []],
    [
      'fractions of a parcel, in a single costing',
      { primaryCosting: costing([], { incrementStart: 0.5, increment: 1.5 }) },
      ['primaryCosting.incrementStart', 'primaryCosting.increment'],
    ],
    [
      'fractions of a parcel, in a matrix',
      {
        primaryCosting: costing([row('', 0, 1), row('', 1, 2.5)]),
        secondaryCosting: secondary([row('', 0.5, 1, { incrementStart: 0.25, increment: 0.125 })]),
      },
      [
        'primaryCosting.costingMatrix.1.to',
        'secondaryCosting.costingMatrix.0.from',
        'secondaryCosting.costingMatrix.0.incrementStart',
        'secondaryCosting.costingMatrix.0.increment',
      ],
    ],
    [
      'overlapping bands in either costing',
      {
        pricingMethod: 'By Weight Matrix',
        primaryCosting: costing([row('', 0, 5), row('', 4, null)]),
        secondaryCosting: secondary([row('', 0, 5), row('', 5, 6), row('', 5.5, 7)]),
      },
      ['primaryCosting.costingMatrix.1.from', 'secondaryCosting.costingMatrix.2.from'],
    ],
    ['a gap', { primaryCosting: costing([row('', 0, 5), row('', 8, null)]) }, []],
    [
      'the same bands in both costings',
      { primaryCosting: costing([row('a', 0, 5)]), secondaryCosting: secondary([row('b', 0, 5)]) },
      [],
    ],
    [
      'a charge id twice, across costings',
      {
        primaryCosting: costing([row('a', 0, 5), row('a', 5, 6)]),
        secondaryCosting: secondary([row('b', 0, 5), row('a', 5, 6)]),
      },
      ['primaryCosting.costingMatrix.1.chargeID', 'secondaryCosting.costingMatrix.1.chargeID'],
    ],
    ['new rows without ids', { primaryCosting: costing([row('', 0, 5), row('', 5, 6)]) }, []],
  ])('%s', (_what, given, paths) => {
    expect(pricingProblems(pricing(given)).map(({ path }) => path)).toEqual(paths)
  })
})
