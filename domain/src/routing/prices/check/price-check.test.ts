import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../../calendar/day.ts'
import type { Charge, Costing, MatrixRow, Pricing } from '../costing.ts'
import { type PriceCheck, checkPrices } from './price-check.ts'
import { priceWarningText } from './price-warning-text.ts'

const TODAY = '2026-11-09'
const NOTHING: Charge = { baseCost: 0, incrementalCost: 0, incrementStart: 0, increment: 0 }
type Band = readonly [from: number, to: number | null, pounds: number, since?: string | null]

const row = ([from, to, pounds, since = null]: Band, at: number): MatrixRow => ({
  ...NOTHING,
  chargeID: `C${at}`,
  from,
  to,
  baseCost: Math.round(pounds * 10_000),
  effectiveFrom: since,
  effectiveBetween: null,
})
const matrix = (...bands: readonly Band[]): Pricing => ({
  pricingMethod: 'By Weight Matrix',
  primaryCosting: { ...NOTHING, fromParcel: 1, costingMatrix: bands.map(row) } satisfies Costing,
  secondaryCosting: null,
})
const single = (method: Pricing['pricingMethod'], charge: Partial<Charge>): Pricing => ({
  pricingMethod: method,
  primaryCosting: { ...NOTHING, ...charge, fromParcel: 1, costingMatrix: [] },
  secondaryCosting: null,
})
const NONE: Pricing = { pricingMethod: 'None', primaryCosting: null, secondaryCosting: null }

const withSecond = (pricing: Pricing, fromParcel: number, charge: Partial<Charge>): Pricing => ({
  ...pricing,
  secondaryCosting: { ...NOTHING, ...charge, fromParcel, costingMatrix: [] },
})

/** Weekly prices from next week on; the last one differs. */
const weeks = (pounds: number, count: number, last: number) =>
  matrix(
    [0, null, 6],
    ...Array.from({ length: count }, (_, at): Band => [
      0,
      null,
      at === count - 1 ? last : pounds + (at % 2) / 100,
      addDays(TODAY, 7 * (at + 1)),
    ]),
  )
/** £6, with prices of single days; the last one differs. */
function between(count: number, last: number): Pricing {
  const { primaryCosting, ...pricing } = matrix([0, null, 6])
  const rows = Array.from({ length: count }, (_, at): MatrixRow => {
    const day = addDays(TODAY, 7 * (at + 1))
    const pounds = at === count - 1 ? last : 5
    return { ...row([0, null, pounds], at + 1), effectiveBetween: { from: day, to: day } }
  })
  const all = [...(primaryCosting?.costingMatrix ?? []), ...rows]
  return { ...pricing, primaryCosting: primaryCosting && { ...primaryCosting, costingMatrix: all } }
}

const wordsOf = ({ method, warnings }: PriceCheck) =>
  warnings.map((warning) => priceWarningText(method, warning, 'GBP'))
const warned = (before: Pricing, after: Pricing) => wordsOf(checkPrices(before, after, { today: TODAY }))

const IN_FORCE = matrix([0, 250, 2], [250, 1000, 3], [1000, 2000, 4])

test.each<[string, Pricing, Pricing, readonly string[]]>([
  ['the same', IN_FORCE, IN_FORCE, []],
  ['a fifth more', IN_FORCE, matrix([0, 250, 2.4], [250, 1000, 3.6], [1000, 2000, 4.8]), []],
  ['a quarter to the penny', IN_FORCE, matrix([0, 250, 2.5], [250, 1000, 3], [1000, 2000, 4]), []],
  ['the first prices', NONE, IN_FORCE, []],
  ['the first prices, for each parcel', NONE, { ...IN_FORCE, chargedFor: 'parcel' }, []],
  [
    'for each parcel instead of the consignment',
    IN_FORCE,
    { ...matrix([0, 250, 2], [250, 1000, 3], [1000, 2000, 4]), chargedFor: 'parcel' },
    ['Each parcel is charged by its own weight: 3 parcels of 1 kg go from no price to £9.00.'],
  ],
  [
    'for the consignment again',
    { ...matrix([0, null, 2]), chargedFor: 'parcel' },
    matrix([0, null, 2]),
    ['Parcels are charged by their weight together: 3 parcels of 1 kg go from £6.00 to £2.00.'],
  ],
  [
    'no prices any more',
    IN_FORCE,
    NONE,
    ['No price any more: up to 0.25 kg costs £2.00 now, and has no price from 9 Nov 2026 on. 3 prices go.'],
  ],
  [
    'the last band cut to 1 kg',
    matrix([0, 250, 2], [250, null, 3]),
    matrix([0, 250, 2], [250, 1000, 3]),
    ['No price any more: above 1 kg up to 5 kg costs £3.00 now, and has no price from 9 Nov 2026 on.'],
  ],
  [
    'a hundred times as much for further parcels',
    withSecond(IN_FORCE, 2, { baseCost: 10_000 }),
    withSecond(IN_FORCE, 2, { baseCost: 1_000_000 }),
    ['More than a quarter dearer: further parcels, up to 5 kg, goes from £1.00 to £100.00 (+9900%).'],
  ],
  [
    'further parcels charged with the first',
    withSecond(matrix([0, null, 2]), 2, { baseCost: 10_000 }),
    matrix([0, null, 2]),
    [
      'More than a quarter cheaper: 2 parcels of up to 5 kg each goes from £3.00 to £2.00 (−33%). 2 prices change by more than a quarter.',
    ],
  ],
  [
    'further parcels without a price',
    withSecond(matrix([0, null, 2]), 2, { baseCost: 10_000 }),
    {
      ...matrix([0, null, 2]),
      secondaryCosting: matrix([0, 500, 1]).primaryCosting && {
        ...NOTHING,
        fromParcel: 2,
        costingMatrix: [row([0, 500, 1], 1)],
      },
    },
    [
      'No price any more: further parcels, above 0.5 kg up to 5 kg, costs £1.00 now, and has no price from 9 Nov 2026 on.',
    ],
  ],
  [
    'further parcels charged with the first, a little cheaper',
    withSecond(matrix([0, null, 3.5]), 2, { baseCost: 10_000 }),
    matrix([0, null, 3.5]),
    ['The secondary costing goes, from parcel 2 on: 2 parcels of 1 kg go from £4.50 to £3.50.'],
  ],
  [
    'further parcels charged with the first, by parcel',
    withSecond(single('By Parcel', { baseCost: 35_000 }), 2, { baseCost: 10_000 }),
    single('By Parcel', { baseCost: 35_000 }),
    ['The secondary costing goes, from parcel 2 on: 2 parcels go from £4.50 to £3.50.'],
  ],
  [
    'further parcels charged with the first, for each parcel, and no dearer',
    { ...withSecond(matrix([0, null, 3.5]), 2, { baseCost: 35_000 }), chargedFor: 'parcel' },
    { ...matrix([0, null, 3.5]), chargedFor: 'parcel' },
    ['The secondary costing goes, from parcel 2 on: 2 parcels of 1 kg go from £7.00 to £7.00.'],
  ],
  [
    'ten times as much in the sixtieth week from now',
    weeks(6, 60, 6),
    weeks(6, 60, 60),
    ['More than a quarter dearer: up to 5 kg goes from £6.00 to £60.00 (+900%).'],
  ],
  [
    'a little dearer each week, and ten times as much in the sixtieth',
    weeks(6, 60, 6),
    weeks(6.6, 60, 60),
    ['More than a quarter dearer: up to 5 kg goes from £6.00 to £60.00 (+900%).'],
  ],
  [
    'ten times as much between the last of thirty pairs of days',
    between(30, 6),
    between(30, 60),
    ['More than a quarter dearer: up to 5 kg goes from £6.00 to £60.00 (+900%).'],
  ],
  [
    'a hundred times as much from parcel 20 on',
    withSecond(single('By Parcel', { baseCost: 30_000 }), 20, { baseCost: 10_000 }),
    withSecond(single('By Parcel', { baseCost: 30_000 }), 20, { baseCost: 1_000_000 }),
    [
      'More than a quarter dearer: further parcels, up to 10 parcels, goes from £1.00 to £100.00 (+9900%). 2 prices change by more than a quarter.',
    ],
  ],
  [
    'ten times as much in the third week from now',
    matrix([0, null, 6], [0, null, 6, '2026-12-07'], [0, null, 6, '2026-12-14'], [0, null, 6, '2026-12-21']),
    matrix([0, null, 6], [0, null, 6, '2026-12-07'], [0, null, 6, '2026-12-14'], [0, null, 60, '2026-12-21']),
    ['More than a quarter dearer: up to 5 kg goes from £6.00 to £60.00 (+900%).'],
  ],
  [
    'by weight instead of by parcel, a hundred times as much',
    single('By Parcel', { baseCost: 60_000 }),
    matrix([0, null, 600]),
    [
      'More than a quarter dearer: up to 5 kg goes from £6.00 to £600.00 (+9900%). 5 prices change by more than a quarter.',
    ],
  ],
  [
    'by weight instead of by parcel, at the same cost',
    single('By Parcel', { baseCost: 60_000 }),
    matrix([0, null, 6]),
    [],
  ],
  [
    'a band more than halved, so that the heavier is cheaper',
    IN_FORCE,
    matrix([0, 250, 2], [250, 1000, 1.2], [1000, 2000, 4]),
    [
      'Heavier is cheaper: 1 kg costs £1.20, and 0.25 kg £2.00 (from 9 Nov 2026).',
      'More than a quarter cheaper: above 0.25 kg up to 1 kg goes from £3.00 to £1.20 (−60%).',
    ],
  ],
  [
    'all dearer',
    IN_FORCE,
    matrix([0, 250, 3], [250, 1000, 6], [1000, 2000, 6]),
    [
      'More than a quarter dearer: above 0.25 kg up to 1 kg goes from £3.00 to £6.00 (+100%). 3 prices change by more than a quarter.',
    ],
  ],
  [
    'dearer from a day to come on',
    IN_FORCE,
    matrix([0, 250, 2], [250, 1000, 3], [1000, 2000, 4], [1000, 2000, 9, '2027-01-04']),
    ['More than a quarter dearer: above 1 kg up to 2 kg goes from £4.00 to £9.00 (+125%).'],
  ],
  [
    'a little dearer since last month',
    IN_FORCE,
    matrix([0, 250, 2], [250, 1000, 3], [1000, 2000, 4], [1000, 2000, 4.4, '2026-10-01']),
    [
      'It changes the past too: what was despatched from 1 Oct 2026 on is priced otherwise, and ‘Recalculate’ updates open rows of these days by it.',
    ],
  ],
  [
    'a little dearer from today on',
    IN_FORCE,
    matrix([0, 250, 2], [250, 1000, 3], [1000, 2000, 4], [1000, 2000, 4.4, TODAY]),
    [],
  ],
  [
    'parcels of which more are cheaper',
    single('By Parcel', { baseCost: 20_000 }),
    {
      pricingMethod: 'By Parcel',
      primaryCosting: { ...NOTHING, fromParcel: 1, costingMatrix: [row([0, 3, 2.2], 1), row([3, 10, 1.9], 2)] },
      secondaryCosting: null,
    },
    [
      'No price any more: above 10 parcels up to 11 parcels costs £2.00 now, and has no price from 9 Nov 2026 on.',
      'More parcels are cheaper: 10 parcels costs £1.90, and 3 parcels £2.20 (from 9 Nov 2026).',
    ],
  ],
  [
    'free before',
    single('By Parcel', {}),
    single('By Parcel', { baseCost: 100 }),
    ['More than a quarter dearer: up to 10 parcels goes from £0.00 to £0.01 ().'],
  ],
])('%s', (_title, before, after, words) => expect(warned(before, after)).toEqual(words))

const past = (days: string) => `It changes the past too: what was despatched ${days} is priced otherwise, and`
test.each<[string, Pricing, string | null | undefined, string | undefined]>([
  ['from today, as is usual', single('By Parcel', { baseCost: 44_000 }), undefined, undefined],
  ['from last week', single('By Parcel', { baseCost: 44_000 }), '2026-11-02', 'from 2 Nov 2026 on'],
  ['for every day', single('By Parcel', { baseCost: 44_000 }), null, 'on every day so far'],
  ['in another unit from last week', IN_FORCE, '2026-11-02', 'from 2 Nov 2026 on'],
  ['in another unit from today', IN_FORCE, TODAY, undefined],
])('prices without dates that hold %s', (_title, after, holdsFrom, days) => {
  const before = single('By Parcel', { baseCost: 40_000 })
  const texts = checkPrices(before, after, { today: TODAY, holdsFrom }).warnings.map((one) =>
    priceWarningText('By Parcel', one, 'GBP'),
  )
  expect(texts.filter((text) => text.startsWith('It changes the past'))).toEqual(
    days ? [expect.stringContaining(past(days))] : [],
  )
})

test('changed prices of single past days are reported as such', () => {
  const warning = { kind: 'in-the-past', from: '2026-06-01', to: '2026-06-22', hasGaps: true } as const
  expect(priceWarningText('By Parcel', warning, 'GBP')).toContain(past('on some days from 1 Jun 2026 to 22 Jun 2026'))
})

const byParcel = (pounds: number) => single('By Parcel', { baseCost: pounds * 10_000 })
type Published = readonly [pricing: Pricing, holdsFrom: string | null]
test.each<[string, readonly Published[], Pricing, string | null, readonly RegExp[]]>([
  [
    'the day alone becomes earlier',
    [
      [byParcel(3.5), null],
      [byParcel(90), TODAY],
    ],
    byParcel(90),
    null,
    [new RegExp(past('up to 8 Nov 2026'))],
  ],
  ['the day alone becomes later', [[byParcel(3.5), null]], byParcel(3.5), '2026-11-20', []],
  [
    'the day becomes earlier, where the same held before',
    [
      [byParcel(9), null],
      [byParcel(9), TODAY],
    ],
    byParcel(9),
    null,
    [],
  ],
  [
    'prices hold again for the days that they held for',
    [
      [byParcel(4), null],
      [byParcel(4.4), TODAY],
    ],
    byParcel(4),
    TODAY,
    [],
  ],
  [
    'days before the first prices get some',
    [[byParcel(4), TODAY]],
    byParcel(4),
    '2026-11-01',
    [new RegExp(past('from 1 Nov 2026 to 8 Nov 2026'))],
  ],
  [
    'prices come back a hundred times as dear',
    [
      [byParcel(3.5), null],
      [NONE, TODAY],
    ],
    byParcel(350),
    TODAY,
    [
      /^More than a quarter dearer: up to 10 parcels cost £3\.50 when it last had a price, and costs £350\.00 now \(\+9900%\)\.$/,
    ],
  ],
  [
    'prices come back as they were',
    [
      [byParcel(3.5), null],
      [NONE, '2026-11-01'],
    ],
    byParcel(3.5),
    TODAY,
    [],
  ],
  [
    'prices come back for fewer parcels',
    [
      [byParcel(3.5), null],
      [NONE, TODAY],
    ],
    matrix([0, 5000, 3.5]),
    TODAY,
    [],
  ],
  [
    'prices come back for the days without any',
    [
      [byParcel(3.5), null],
      [NONE, '2026-11-01'],
    ],
    byParcel(3.5),
    null,
    [new RegExp(past('from 1 Nov 2026 on'))],
  ],
  [
    'a method without prices gets none',
    [
      [byParcel(3.5), null],
      [NONE, TODAY],
    ],
    NONE,
    TODAY,
    [],
  ],
])('of published prices: %s', (_title, given, after, holdsFrom, texts) => {
  const published = given.map(([pricing, from]) => ({ pricing, holdsFrom: from }))
  const words = wordsOf(checkPrices(given.at(-1)?.[0] ?? NONE, after, { today: TODAY, holdsFrom, published }))
  expect(words).toEqual(texts.map((text) => expect.stringMatching(text)))
})

test('rows from last month can apply from today only, without changing the past', () => {
  const after = matrix([0, 250, 2], [250, 1000, 3], [1000, 2000, 4], [1000, 2000, 4.4, '2026-10-01'])
  expect(checkPrices(IN_FORCE, after, { today: TODAY, holdsFrom: TODAY }).warnings).toEqual([])
})

test('a row from April changes prices from April; a period ends on its last day', () => {
  const april = (pounds: number) => matrix([0, 250, 2], [0, 250, pounds, '2026-04-18'], [250, 1000, 9])
  const check = checkPrices(april(3.28), april(13.28), { today: TODAY })
  expect(check.changes).toEqual([{ day: '2026-04-18', from: 0, to: 250, before: 32_800, after: 132_800 }])
  expect(wordsOf(check)).toEqual([
    'Heavier is cheaper: 1 kg costs £9.00, and 0.25 kg £13.28 (from 18 Apr 2026).',
    'More than a quarter dearer: up to 0.25 kg goes from £3.28 to £13.28 (+305%).',
    expect.stringContaining(past('from 18 Apr 2026 on')),
  ])
  const between = (pounds: number): Pricing => {
    const pricing = april(3.28)
    const { primaryCosting } = pricing
    const week = { ...row([0, 250, pounds], 9), effectiveBetween: { from: '2026-06-01', to: '2026-06-07' } }
    return {
      ...pricing,
      primaryCosting: primaryCosting && { ...primaryCosting, costingMatrix: [...primaryCosting.costingMatrix, week] },
    }
  }
  expect(wordsOf(checkPrices(between(4), between(4.1), { today: TODAY }))).toEqual([
    expect.stringContaining(past('from 1 Jun 2026 to 7 Jun 2026')),
  ])
})

test('days are compared with the prices that applied to them', () => {
  const published = [
    { pricing: byParcel(3), holdsFrom: null },
    { pricing: byParcel(4), holdsFrom: '2026-11-01' },
  ]
  const check = checkPrices(byParcel(4), byParcel(4.4), { today: TODAY, holdsFrom: '2026-10-20', published })
  expect(check.changes).toEqual([
    { day: '2026-10-20', from: 0, to: 10, before: 30_000, after: 44_000 },
    { day: '2026-11-01', from: 0, to: 10, before: 40_000, after: 44_000 },
  ])
  expect(wordsOf(check)).toEqual([expect.stringContaining(past('from 20 Oct 2026 on'))])
})

test('changes are listed by stretch, and future changes once', () => {
  const after = matrix([0, 250, 2.1], [250, 1000, 3], [1000, 2000, 4], [1000, 2000, 4.4, '2027-01-04'])
  expect(checkPrices(IN_FORCE, after, { today: TODAY }).changes).toEqual([
    { day: TODAY, from: 0, to: 250, before: 20_000, after: 21_000 },
    { day: '2027-01-04', from: 1000, to: 2000, before: 40_000, after: 44_000 },
  ])
  const inParcels = checkPrices(IN_FORCE, single('By Parcel', { baseCost: 1 }), { today: TODAY })
  expect(inParcels).toMatchObject({ isOtherUnit: true, method: 'By Weight Matrix' })
  expect(inParcels.changes.slice(0, 2)).toEqual([
    { day: TODAY, from: 0, to: 250, before: 20_000, after: 1 },
    { day: TODAY, from: 250, to: 1000, before: 30_000, after: 1 },
  ])
})

const bands = fc
  .array(fc.record({ width: fc.integer({ min: 1, max: 5000 }), pence: fc.integer({ min: 1, max: 2000 }) }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((widths) => {
    let from = 0
    return matrix(
      ...widths.map(({ width, pence }): Band => {
        const band: Band = [from, from + width, pence / 100]
        from += width
        return band
      }),
    )
  })

test('the warning that heavier is cheaper appears exactly if a heavier quantity costs less', () => {
  fc.assert(
    fc.property(bands, (pricing) => {
      const costs = pricing.primaryCosting?.costingMatrix.map(({ baseCost }) => baseCost) ?? []
      const rises = costs.every((cost, at) => at === 0 || cost >= (costs[at - 1] ?? 0))
      const found = checkPrices(NONE, pricing, { today: TODAY }).warnings.some(
        ({ kind }) => kind === 'heavier-is-cheaper',
      )
      expect(found).toBe(!rises)
    }),
  )
})

test('saving the current prices changes nothing; changes are found in both directions', () => {
  fc.assert(
    fc.property(bands, bands, (before, after) => {
      expect(checkPrices(before, before, { today: TODAY }).changes).toEqual([])
      const there = checkPrices(before, after, { today: TODAY }).changes
      const back = checkPrices(after, before, { today: TODAY }).changes
      expect(back.map(({ before: was, after: is, ...rest }) => ({ ...rest, before: is, after: was }))).toEqual(there)
    }),
  )
})

test('500 bands on 500 days are compared in a second', () => {
  const long = (pounds: number) =>
    matrix(
      ...Array.from({ length: 500 }, (_, at): Band => [
        at * 10,
        at * 10 + 10,
        pounds,
        `2027-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`,
      ]),
    )
  const began = process.threadCpuUsage()
  checkPrices(long(1), long(2), { today: TODAY })
  // Half a second of processor time; other tests do not count.
  const { user, system } = process.threadCpuUsage(began)
  expect((user + system) / 1000).toBeLessThan(1000)
})
