import { describe, expect, test } from 'vitest'
import type { PricingMethod } from './costing.ts'
import type { Band } from './band-problems.ts'
import { gapsOf, joinBands, stepGaps } from './band-steps.ts'

const band = (from: number, to: number | null, given: Partial<Band> = {}): Band => ({
  from,
  to,
  effectiveFrom: null,
  effectiveBetween: null,
  ...given,
})
const pairs = (bands: readonly Pick<Band, 'from' | 'to'>[]) => bands.map(({ from, to }) => [from, to])
const WEIGHT = 'By Weight Matrix'

type Pairs = readonly (readonly [from: number, to: number | null])[]
test.each<[what: string, method: PricingMethod, bands: Pairs, steps: Pairs]>([
  [
    'hundredths of a kilogram',
    WEIGHT,
    [
      [0, 99_990],
      [100_000, 299_990],
      [300_000, null],
    ],
    [
      [99_990, 100_000],
      [299_990, 300_000],
    ],
  ],
  [
    'thousandths',
    WEIGHT,
    [
      [0, 1000],
      [1001, 2000],
    ],
    [[1000, 1001]],
  ],
  [
    'from 0.01 kg on',
    WEIGHT,
    [
      [10, 500],
      [510, 1000],
    ],
    [
      [0, 10],
      [500, 510],
    ],
  ],
  [
    'tenths throughout',
    WEIGHT,
    [
      [0, 900],
      [1000, 1900],
      [2000, null],
    ],
    [
      [900, 1000],
      [1900, 2000],
    ],
  ],
  [
    'a tenth once may be meant',
    WEIGHT,
    [
      [0, 900],
      [1000, null],
    ],
    [],
  ],
  [
    'tenths beside bands that touch may be meant',
    WEIGHT,
    [
      [0, 900],
      [1000, 1900],
      [1900, 2500],
      [2600, null],
    ],
    [],
  ],
  [
    'a true gap stands out among steps',
    WEIGHT,
    [
      [0, 990],
      [1000, 1990],
      [3000, null],
    ],
    [[990, 1000]],
  ],
  [
    'whole parcels throughout',
    'By Parcel',
    [
      [1, 5],
      [6, 10],
      [11, null],
    ],
    [
      [0, 1],
      [5, 6],
      [10, 11],
    ],
  ],
  [
    'one parcel once may be meant',
    'By Parcel',
    [
      [0, 5],
      [6, 10],
    ],
    [],
  ],
  [
    'none',
    WEIGHT,
    [
      [0, 1000],
      [1000, null],
    ],
    [],
  ],
])('the steps of bands: %s', (_what, method, bands, steps) => {
  expect(
    pairs(
      stepGaps(
        bands.map(([from, to]) => band(from, to)),
        method,
      ),
    ),
  ).toEqual(steps)
})

describe('joining bands', () => {
  test('closes the steps alone, and what had a price keeps it', () => {
    const bands = [band(0, 990), band(1000, 1990), band(3000, null)]
    const joined = joinBands(bands, WEIGHT)
    expect(pairs(joined)).toEqual([
      [0, 990],
      [990, 1990],
      [3000, null],
    ])
    expect(gapsOf(joined)).toEqual([{ from: 1990, to: 3000 }])
    expect(joined[0]).toBe(bands[0])
  })
  test('in whatever order the rows stand, of each time by itself', () => {
    const [spring, summer] = [
      { effectiveBetween: { from: '2026-03-01', to: '2026-05-31' } },
      { effectiveBetween: { from: '2026-06-01', to: '2026-08-31' } },
    ]
    const bands = [band(1000, null, spring), band(0, 990, spring), band(500, null, summer), band(0, 499, summer)]
    expect(pairs(joinBands(bands, WEIGHT))).toEqual([
      [990, null],
      [0, 990],
      [499, null],
      [0, 499],
    ])
  })
  test('leaves alone what would then overlap', () => {
    const between = (from: string, to: string) => ({ effectiveBetween: { from, to } })
    const bands = [
      band(1000, null, between('2026-04-01', '2026-04-30')),
      band(0, 990, between('2026-04-01', '2026-04-30')),
      band(990, 1000, between('2026-04-15', '2026-04-30')),
    ]
    expect(joinBands(bands, WEIGHT)).toEqual(bands)
  })
  test('is done once: joined bands have no steps', () => {
    const bands = Array.from({ length: 300 }, (_, index) => band(index * 1000, index * 1000 + 990))
    const joined = joinBands(bands, WEIGHT)
    expect(gapsOf(joined)).toEqual([])
    expect(joinBands(joined, WEIGHT)).toEqual(joined)
  })
})
