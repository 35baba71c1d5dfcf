import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chargeOf, costOf, costOfParcel, NO_PRICE, priceGap, pricingOn, quantitiesOf } from './compile-pricing.ts'
import {
  type Charge,
  type Costing,
  costOfQuantity,
  type MatrixRow,
  type Pricing,
  type PricingMethod,
  rowInForce,
  unitLabel,
} from './costing.ts'

const DAY = '2026-03-02'
const flat = (baseCost: number): Charge => ({ baseCost, incrementalCost: 0, incrementStart: 0, increment: 0 })
const costing = (given: Partial<Costing> = {}): Costing => ({
  ...flat(30_000),
  fromParcel: 1,
  costingMatrix: [],
  ...given,
})
const row = (chargeID: string, given: Partial<MatrixRow> = {}): MatrixRow => ({
  ...flat(Number(chargeID) || 10_000),
  chargeID,
  from: 0,
  to: null,
  effectiveFrom: null,
  effectiveBetween: null,
  ...given,
})
const cost = (pricing: Pricing, grams: number[], day = DAY) => {
  const priced = pricingOn(pricing, day)
  return priced ? costOf(priced, quantitiesOf(grams)) : NO_PRICE
}

test.each([
  ['By Weight Matrix', 'KG'],
  ['None', ''],
  ['By Parcel', 'Parcel'],
] as const)("specification 9: the unit label of '%s' is '%s'", (method, label) => {
  expect(unitLabel(method)).toBe(label)
})

describe("domain.md: 'baseCost plus incrementalCost for every started increment beyond incrementStart'", () => {
  const charge = { baseCost: 30_000, incrementalCost: 1500, incrementStart: 2000, increment: 1000 }
  test.each([
    [0, 30_000],
    [2000, 30_000],
    [2001, 31_500],
    [3000, 31_500],
    [3001, 33_000],
    [12_000, 45_000],
  ])('%i g cost %i', (grams, expected) => {
    expect(costOfQuantity(charge, grams)).toBe(expected)
  })
  test('an increment of 0 adds nothing', () => {
    expect(costOfQuantity({ ...charge, increment: 0 }, 90_000)).toBe(30_000)
  })
  test('a larger quantity never costs less', () => {
    fc.assert(
      fc.property(fc.nat(60_000), fc.nat(5000), fc.nat(9000), fc.nat(3000), (grams, more, start, increment) => {
        const one = { baseCost: 100, incrementalCost: 7, incrementStart: start, increment }
        expect(costOfQuantity(one, grams + more)).toBeGreaterThanOrEqual(costOfQuantity(one, grams))
      }),
    )
  })
})

describe('which row of a matrix is in force', () => {
  const chosen = (rows: MatrixRow[], quantity = 1000, day = DAY) => rowInForce(rows, quantity, day, true)?.chargeID
  test('the band above from up to and including to; the first includes 0', () => {
    const rows = [row('1', { to: 1000 }), row('2', { from: 1000, to: 5000 })]
    expect([0, 1, 1000, 1001, 5000, 5001].map((quantity) => chosen(rows, quantity))).toEqual([
      '1',
      '1',
      '1',
      '2',
      '2',
      undefined,
    ])
  })
  test('of several first days, the latest that has begun', () => {
    const rows = [row('1'), row('2', { effectiveFrom: '2026-01-01' }), row('3', { effectiveFrom: '2026-03-03' })]
    expect(chosen(rows)).toBe('2')
    expect(chosen(rows, 1000, '2026-03-03')).toBe('3')
    expect(chosen(rows, 1000, '2025-12-31')).toBe('1')
  })
  test('a row between dates has priority, both ends included', () => {
    const rows = [
      row('1', { effectiveFrom: '2026-03-01' }),
      row('2', { effectiveBetween: { from: '2026-03-02', to: '2026-03-04' } }),
    ]
    expect(['2026-03-01', '2026-03-02', '2026-03-04', '2026-03-05'].map((day) => chosen(rows, 1, day))).toEqual([
      '1',
      '2',
      '2',
      '1',
    ])
  })
  test('of two periods the later one; at equal start the lower charge id', () => {
    const between = (from: string) => ({ effectiveBetween: { from, to: '2026-04-01' } })
    expect(chosen([row('2', between('2026-02-01')), row('1', between('2026-01-01'))])).toBe('2')
    expect(chosen([row('2', between('2026-02-01')), row('1', between('2026-02-01'))])).toBe('1')
    expect(chosen([row('1', between('2026-02-01')), row('2', between('2026-02-01'))])).toBe('1')
  })
  test('a period has priority over a later first day in any order', () => {
    const period = row('1', { effectiveBetween: { from: '2026-01-01', to: '2026-12-31' } })
    const later = row('2', { effectiveFrom: '2026-03-01' })
    expect([chosen([period, later]), chosen([later, period])]).toEqual(['1', '1'])
  })
})

describe('primary and secondary costings', () => {
  const byParcel: Pricing = {
    pricingMethod: 'By Parcel',
    primaryCosting: costing({ baseCost: 40_000, incrementalCost: 10_000, incrementStart: 1, increment: 1 }),
    secondaryCosting: costing({
      baseCost: 5000,
      incrementalCost: 2000,
      incrementStart: 1,
      increment: 1,
      fromParcel: 3,
    }),
  }
  test.each([
    [1, 40_000],
    [2, 50_000],
    [3, 55_000],
    [5, 59_000],
  ])('%i parcels cost %i', (count, expected) => {
    expect(
      cost(
        byParcel,
        Array.from({ length: count }, () => 1000),
      ),
    ).toBe(expected)
  })
  test('by weight, each charges the grams of its parcels', () => {
    const byWeight: Pricing = {
      pricingMethod: 'By Weight Matrix',
      primaryCosting: costing({
        costingMatrix: [row('1', { to: 2000, baseCost: 100 }), row('2', { from: 2000, baseCost: 300 })],
      }),
      secondaryCosting: costing({
        fromParcel: 2,
        costingMatrix: [row('3', { to: 2000, baseCost: 10 }), row('4', { from: 2000, baseCost: 30 })],
      }),
    }
    expect(cost(byWeight, [1500])).toBe(100)
    expect(cost(byWeight, [2500])).toBe(300)
    expect(cost(byWeight, [1500, 1500])).toBe(110)
    expect(cost(byWeight, [1500, 1500, 1500])).toBe(130)
    expect(cost(byWeight, [2500, 2500])).toBe(330)
  })
  describe('each parcel charged by its own weight', () => {
    const bands = [row('1', { to: 5000, baseCost: 44_500 }), row('2', { from: 5000, to: 10_000, baseCost: 49_800 })]
    const forEach: Pricing = {
      pricingMethod: 'By Weight Matrix',
      chargedFor: 'parcel',
      primaryCosting: costing({ costingMatrix: bands }),
      secondaryCosting: null,
    }
    const withSecondary: Pricing = {
      ...forEach,
      secondaryCosting: costing({
        fromParcel: 2,
        costingMatrix: [row('3', { to: 5000, baseCost: 1000 }), row('4', { from: 5000, baseCost: 2000 })],
      }),
    }
    test.each<[string, Pricing, number[], number]>([
      ['three of 3 kg', forEach, [3000, 3000, 3000], 3 * 44_500],
      ['one heavier', forEach, [3000, 6000], 44_500 + 49_800],
      ['one too heavy', forEach, [3000, 12_000], NO_PRICE],
      ['all together too heavy, none alone', forEach, [9000, 9000], 2 * 49_800],
      ['the heaviest by the primary', withSecondary, [3000, 6000, 3000], 49_800 + 2 * 1000],
      ['in whatever order', withSecondary, [6000, 3000, 3000], 49_800 + 2 * 1000],
      ['as many as the primary covers', withSecondary, [3000], 44_500],
      ['by parcel it makes no difference', { ...byParcel, chargedFor: 'parcel' }, [1000, 1000], 50_000],
    ])('%s', (_what, pricing, grams, expected) => expect(cost(pricing, grams)).toBe(expected))
    test('the parcels add up to the consignment', () => {
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 8 }), (grams) => {
          for (const chargedFor of ['parcel', 'consignment'] as const) {
            const priced = pricingOn({ ...withSecondary, chargedFor }, DAY)
            const quantities = quantitiesOf(grams)
            if (!priced || costOf(priced, quantities) === NO_PRICE) continue
            const parcels = grams.map((_, index) => costOfParcel(priced, quantities, index, 1))
            expect(parcels.reduce((sum, one) => sum + one, 0)).toBe(costOf(priced, quantities))
          }
        }),
      )
    })
    test('a parcel without a price is reported', () => {
      const priced = pricingOn(forEach, DAY)
      expect(priced && priceGap(priced, quantitiesOf([3000, 12_000]))).toEqual({
        byWeight: true,
        quantity: 12_000,
        from: 10_000,
        to: null,
        of: 'each',
      })
    })
  })
  test('a secondary costing from the first parcel covers all', () => {
    expect(cost({ ...byParcel, secondaryCosting: costing({ baseCost: 700, fromParcel: 1 }) }, [1, 1])).toBe(700)
  })
  test('a parcel without a costing has no price', () => {
    const late = costing({ fromParcel: 2 })
    expect(cost({ ...byParcel, primaryCosting: late, secondaryCosting: null }, [1, 1])).toBe(NO_PRICE)
    expect(cost({ ...byParcel, primaryCosting: late, secondaryCosting: costing({ fromParcel: 3 }) }, [1, 1, 1])).toBe(
      NO_PRICE,
    )
  })
})

describe("'None' and quantities without a band have no price", () => {
  test.each([
    ['None', { pricingMethod: 'None', primaryCosting: costing(), secondaryCosting: null }],
    ['no primary costing', { pricingMethod: 'By Parcel', primaryCosting: null, secondaryCosting: costing() }],
    [
      'a quantity above the last band',
      {
        pricingMethod: 'By Weight Matrix',
        primaryCosting: costing({ costingMatrix: [row('1', { to: 900 })] }),
        secondaryCosting: null,
      },
    ],
    [
      'a gap between bands',
      {
        pricingMethod: 'By Weight Matrix',
        primaryCosting: costing({ costingMatrix: [row('1', { to: 900 }), row('2', { from: 1100 })] }),
        secondaryCosting: null,
      },
    ],
    [
      'a matrix that is not in force yet',
      {
        pricingMethod: 'By Parcel',
        primaryCosting: costing({ costingMatrix: [row('1', { effectiveFrom: '2026-03-03' })] }),
        secondaryCosting: null,
      },
    ],
    [
      'a secondary without a band',
      {
        pricingMethod: 'By Parcel',
        primaryCosting: costing(),
        secondaryCosting: costing({ fromParcel: 1, costingMatrix: [row('1', { from: 5 })] }),
      },
    ],
  ] as [string, Pricing][])('%s', (_what, pricing) => {
    expect(cost(pricing, [1000])).toBe(NO_PRICE)
  })
})

test('compiled prices agree with a lookup of the row', () => {
  const day = fc.constantFrom('2026-02-27', '2026-03-01', '2026-03-02', '2026-03-05')
  const method = fc.constantFrom<PricingMethod>('By Parcel', 'By Weight Matrix')
  const anyRow = fc
    .record({
      from: fc.nat(12),
      length: fc.option(fc.integer({ min: 1, max: 12 })),
      effectiveFrom: fc.option(day),
      between: fc.option(fc.tuple(day, day)),
      baseCost: fc.nat(99),
    })
    .map(({ from, length, effectiveFrom, between, baseCost }) => ({
      ...flat(baseCost),
      from,
      to: length === null ? null : from + length,
      effectiveFrom: between ? null : effectiveFrom,
      effectiveBetween: between ? { from: between.toSorted()[0] ?? '', to: between.toSorted()[1] ?? '' } : null,
    }))
  fc.assert(
    fc.property(
      fc.array(anyRow, { minLength: 1, maxLength: 12 }),
      fc.nat(30),
      day,
      method,
      (rows, quantity, on, pricingMethod) => {
        const matrix = rows.map((one, index) => ({ ...one, chargeID: String(index).padStart(2, '0') }))
        const priced = pricingOn(
          { pricingMethod, primaryCosting: costing({ costingMatrix: matrix }), secondaryCosting: null },
          on,
        )
        const found = priced && chargeOf(priced.primary, quantity)
        expect((found as MatrixRow | undefined)?.chargeID).toBe(
          rowInForce(matrix, quantity, on, priced?.byWeight ?? false)?.chargeID,
        )
      },
    ),
    { numRuns: 2000 },
  )
})
