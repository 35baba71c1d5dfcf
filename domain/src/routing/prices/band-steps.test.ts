import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gapsOf, lowerEdges } from './band-steps.ts'

type Times = Parameters<typeof lowerEdges>[0][number]
const band = (from: number, to: number | null, given: Partial<Times> = {}): Times => ({
  from,
  to,
  effectiveFrom: null,
  effectiveBetween: null,
  ...given,
})

type Pairs = readonly (readonly [from: number, to: number | null])[]
const bandsOf = (pairs: Pairs) => pairs.map(([from, to]) => band(from, to))

describe.each<[what: string, byWeight: boolean, bands: Pairs, edges: readonly number[], gaps: Pairs]>([
  [
    'bands that meet',
    true,
    [
      [0, 1000],
      [1000, null],
    ],
    [0, 1000],
    [],
  ],
  [
    'thousandths',
    true,
    [
      [1, 100],
      [101, 250],
    ],
    [0, 100],
    [],
  ],
  [
    'hundredths',
    true,
    [
      [0, 99_990],
      [100_000, 299_990],
      [300_000, null],
    ],
    [0, 99_990, 299_990],
    [],
  ],
  [
    'starting at 0.01 kg',
    true,
    [
      [10, 500],
      [510, 1000],
    ],
    [0, 500],
    [],
  ],
  [
    'tenths',
    true,
    [
      [0, 900],
      [1000, 1900],
      [2000, null],
    ],
    [0, 900, 1900],
    [],
  ],
  [
    'a single gap of a tenth',
    true,
    [
      [0, 900],
      [1000, null],
    ],
    [0, 900],
    [],
  ],
  [
    'tenths beside touching bands',
    true,
    [
      [0, 900],
      [1000, 1900],
      [1900, null],
    ],
    [0, 900, 1900],
    [],
  ],
  [
    'a gap of a tenth in a matrix of hundredths',
    true,
    [
      [0, 500],
      [600, 750],
    ],
    [0, 599],
    [[500, 600]],
  ],
  ['a first band from a tenth on', true, [[100, 5000]], [99], [[0, 100]]],
  [
    'whole kilograms throughout',
    true,
    [
      [1000, 5000],
      [6000, 10_000],
    ],
    [0, 5000],
    [],
  ],
  [
    'a single gap of a kilogram may be intended',
    true,
    [
      [0, 5000],
      [6000, 10_000],
    ],
    [0, 5999],
    [[5000, 6000]],
  ],
  [
    'a true gap among steps',
    true,
    [
      [0, 990],
      [1000, 1990],
      [3000, null],
    ],
    [0, 990, 2999],
    [[1990, 3000]],
  ],
  [
    'in any order',
    true,
    [
      [1000, null],
      [0, 990],
    ],
    [990, 0],
    [],
  ],
  [
    'whole parcels',
    false,
    [
      [1, 5],
      [6, 10],
      [11, null],
    ],
    [0, 5, 10],
    [],
  ],
  [
    'parcels one by one',
    false,
    [
      [1, 1],
      [2, 2],
      [3, 10],
    ],
    [0, 1, 2],
    [],
  ],
  [
    'one parcel far above',
    false,
    [
      [1, 2],
      [5, 5],
    ],
    [0, 4],
    [[2, 4]],
  ],
  [
    'whole kilograms, one of a single one',
    true,
    [
      [0, 5000],
      [6000, 6000],
      [7000, 10_000],
    ],
    [0, 5000, 6000],
    [],
  ],
  [
    'missing parcels',
    false,
    [
      [0, 4],
      [10, null],
    ],
    [0, 9],
    [[4, 9]],
  ],
])('%s', (_what, byWeight, bands, edges, gaps) => {
  test('each band starts above its lower edge', () => expect(lowerEdges(bandsOf(bands), byWeight)).toEqual(edges))
  test('quantities without a band are gaps', () =>
    expect(gapsOf(bandsOf(bands), byWeight).map(({ from, to }) => [from, to])).toEqual(gaps))
})

describe('bands with different dates', () => {
  const april = { effectiveFrom: '2026-04-01' }
  test('a new price list in steps includes its edges, regardless of the old one', () => {
    const rows = [band(0, 5000), band(0, 100, april), band(101, 250, april)]
    expect(lowerEdges(rows, true)).toEqual([0, 0, 100])
  })
  test('an exception that starts within another band leaves its edge there', () => {
    const between = { effectiveBetween: { from: '2026-12-01', to: '2026-12-24' } }
    expect(lowerEdges([band(0, 5000), band(5000, null), band(2000, 3000, between)], true)).toEqual([0, 5000, 2000])
    expect(lowerEdges([band(0, 5000), band(100, 300, between)], true)).toEqual([0, 100])
    expect(lowerEdges([band(0, 5), band(2, 2, between), band(3, 3, between)], false)).toEqual([0, 1, 2])
  })
})

test('touching bands start above their lower edge', () => {
  const edges = fc.uniqueArray(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(edges, fc.boolean(), (ends, byWeight) => {
      const sorted = [0, ...ends.toSorted((one, other) => one - other)]
      const rows = sorted.map((from, index) => band(from, sorted[index + 1] ?? null))
      expect(lowerEdges(rows, byWeight)).toEqual(sorted)
    }),
  )
})
