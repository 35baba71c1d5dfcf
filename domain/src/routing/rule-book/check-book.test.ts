import { type DaysOff, NO_DAYS_OFF } from '../../calendar/day.ts'
import { describe, expect, test } from 'vitest'
import type { MatrixRow } from '../prices/costing.ts'
import { allocate } from '../allocation/allocate.ts'
import { checkBook, type Finding } from './check-book.ts'
import { compileBook, usedOn } from './compile-book.ts'
import type { Consignment } from '../allocation/consignment.ts'
import { constraintsOf } from '../allocation/constraints.ts'
import type { Method, RuleBook } from './rule-book.ts'
import { book, carrier, consignment, method, MONDAY, parcel, route } from '../../testing/rule-books.ts'

const check = (given: Partial<RuleBook>, skus = [parcel()], daysOff: DaysOff = NO_DAYS_OFF) =>
  checkBook(book(given), { from: MONDAY, daysOff, skus })
const bare = (findings: Finding[]) => findings.map(({ example: _example, ...rest }) => rest)

const row = (chargeID: string, from: number, to: number | null, given: Partial<MatrixRow> = {}): MatrixRow => ({
  chargeID,
  from,
  to,
  baseCost: 100,
  incrementalCost: 0,
  incrementStart: 0,
  increment: 0,
  effectiveFrom: null,
  effectiveBetween: null,
  ...given,
})
const priced = (...costingMatrix: MatrixRow[]): Method => {
  const plain = method('M', 'DPD', 1)
  const costing = { baseCost: 0, incrementalCost: 0, incrementStart: 0, increment: 0, fromParcel: 1, costingMatrix }
  return { ...plain, pricing: { pricingMethod: 'By Weight Matrix', primaryCosting: costing, secondaryCosting: null } }
}
const prices = (...rows: MatrixRow[]) => check({ methods: [priced(...rows)] })
const place = { clientMethodID: 'M', costing: 'primary' }

test('a correct book has no findings', () => {
  expect(check({ methods: [priced(row('1', 0, 5000), row('2', 5000, null)), method('N', 'DHL', 500)] })).toEqual([])
})

describe('price bands', () => {
  test('that overlap are reported with both charges and the quantities', () => {
    expect(bare(prices(row('1', 0, 5000), row('2', 4000, 9000)))).toEqual([
      { kind: 'bands-overlap', ...place, chargeIDs: ['1', '2'], from: 4000, to: 5000 },
    ])
    expect(bare(prices(row('1', 0, null), row('2', 4000, null)))).toEqual([
      { kind: 'bands-overlap', ...place, chargeIDs: ['1', '2'], from: 4000, to: null },
    ])
  })
  test('that replace each other do not overlap', () => {
    const between = (from: string, to: string) => ({ effectiveBetween: { from, to } })
    expect(prices(row('1', 0, null), row('2', 0, null, { effectiveFrom: '2026-04-01' }))).toEqual([])
    expect(prices(row('1', 0, null), row('2', 0, null, between('2026-04-01', '2026-04-05')))).toEqual([])
    const [, ...twice] = [
      row('1', 0, null),
      row('2', 0, 5, between('2026-04-01', '2026-04-05')),
      row('3', 0, 5, between('2026-04-05', '2026-04-09')),
    ]
    expect(bare(prices(row('1', 0, null), ...twice)).map(({ kind }) => kind)).toEqual(['bands-overlap'])
    expect(bare(prices(row('1', 0, null), ...twice.toReversed())).map(({ kind }) => kind)).toEqual(['bands-overlap'])
  })
  test('that are missing are reported once with an example', () => {
    const findings = prices(
      row('1', 0, 2000),
      row('2', 3000, 9000),
      row('3', 3000, 9000, { effectiveFrom: '2026-04-01' }),
    )
    expect(bare(findings)).toEqual([{ kind: 'bands-missing', ...place, day: MONDAY, from: 2000, to: 3000 }])
    expect(findings[0]?.example?.parcels).toEqual([parcel({ weight: 2001 })])
  })
  test('of a secondary costing for each parcel have an example with heavy parcels first', () => {
    const [primary, secondary] = [priced(row('1', 0, null)), priced(row('2', 0, 2000), row('3', 3000, null))]
    const { primaryCosting } = secondary.pricing
    const pricing: Method['pricing'] = {
      ...primary.pricing,
      chargedFor: 'parcel',
      secondaryCosting: primaryCosting && { ...primaryCosting, fromParcel: 2 },
    }
    const [finding] = check({ methods: [{ ...primary, pricing }] })
    expect(finding).toMatchObject({ kind: 'bands-missing', costing: 'secondary', from: 2000, to: 3000 })
    expect(finding?.example?.parcels.map(({ weight }) => weight)).toEqual([2001, 2001])
  })
  test('that are missing in several places are all reported in any order', () => {
    const missing = (...rows: MatrixRow[]) =>
      bare(prices(...rows)).map((one) => one.kind === 'bands-missing' && [one.day, one.from, one.to])
    expect(missing(row('1', 3000, 9000), row('2', 500, 2000))).toEqual([
      [MONDAY, 0, 500],
      [MONDAY, 2000, 3000],
    ])
    expect(missing(row('1', 5000, null), row('2', 0, 5000))).toEqual([])
    expect(missing(row('1', 0, 2000), row('2', 3000, 9000, { effectiveFrom: '2026-04-01' }))).toEqual([
      ['2026-04-01', 2000, 3000],
    ])
  })
  test('in steps of 0.01 kg have no gaps except real ones', () => {
    const steps = Array.from({ length: 241 }, (_, index) => row(`S${index}`, index * 1000, index * 1000 + 990))
    const found = prices(...steps, row('LAST', 300_000, null))
    expect(bare(found)).toEqual([{ kind: 'bands-missing', ...place, day: MONDAY, from: 240_990, to: 300_000 }])
    expect(found[0]?.example?.parcels).toEqual([parcel({ weight: 240_991 })])
  })
  test('have examples on a working day of the client', () => {
    const gap = [row('1', 0, 2000), row('2', 3000, null)]
    const days = (from: string, ...rows: MatrixRow[]) =>
      checkBook(book({ methods: [priced(...rows)] }), { from, daysOff: new Set(['2026-04-06']), skus: [] }).map(
        ({ example }) => example?.despatchDay,
      )
    // Easter Monday follows the weekend as a day off.
    expect(days('2026-04-04', ...gap)).toEqual(['2026-04-07'])
    expect(days('2026-04-04', row('1', 0, 3000), row('2', 2000, null))).toEqual(['2026-04-07'])
    const over = { effectiveBetween: { from: '2026-04-04', to: '2026-04-06' } }
    expect(days('2026-04-01', row('1', 0, 3000, over), row('2', 2000, null, over))).toEqual([undefined, '2026-04-07'])
  })
  test('that do not start at 0', () => {
    expect(bare(prices(row('1', 500, null)))).toEqual([
      { kind: 'bands-missing', ...place, day: MONDAY, from: 0, to: 500 },
    ])
  })
  test('effective dates with holes', () => {
    const between = (from: string, to: string) => ({ effectiveBetween: { from, to } })
    expect(
      bare(
        prices(
          row('1', 0, null, between('2026-01-01', '2026-03-10')),
          row('2', 0, null, between('2026-03-15', '2028-01-01')),
        ),
      ),
    ).toEqual([{ kind: 'dates-with-hole', ...place, from: '2026-03-11', to: '2026-03-14' }])
  })
  test.each<[string, [string, string][], [string, string][]]>([
    [
      'in it',
      [
        ['2026-01-01', '2026-02-01'],
        ['2026-05-01', '2028-01-01'],
      ],
      [[MONDAY, '2026-04-30']],
    ],
    [
      'over before',
      [
        ['2026-01-01', '2026-01-31'],
        ['2026-02-10', '2028-01-01'],
      ],
      [],
    ],
    ['after the only dates, still to come', [['2026-03-05', '2026-03-10']], [['2026-03-11', '2027-03-03']]],
    ['that begins a year ahead', [['2026-01-01', '2027-03-02']], [['2027-03-03', '2027-03-03']]],
    ['that begins later than that', [['2026-01-01', '2027-03-03']], []],
  ])('a hole between effective dates: %s', (_what, dates, expected) => {
    const rows = dates.map(([from, to], index) => row(String(index), 0, null, { effectiveBetween: { from, to } }))
    expect(prices(...rows).map((one) => one.kind === 'dates-with-hole' && [one.from, one.to])).toEqual(expected)
  })
  test('a future price has no hole before it; an ended price has one after it', () => {
    expect(prices(row('1', 0, null, { effectiveFrom: '2026-05-01' }))).toEqual([])
    expect(bare(prices(row('1', 0, null, { effectiveBetween: { from: '2026-01-01', to: '2026-03-31' } })))).toEqual([
      { kind: 'dates-with-hole', ...place, from: '2026-04-01', to: '2027-03-03' },
    ])
  })
  test("'None' has no price, and its matrix is ignored", () => {
    const none = {
      ...priced(row('1', 5, 6)),
      pricing: { ...priced(row('1', 5, 6)).pricing, pricingMethod: 'None' as const },
    }
    expect(bare(check({ methods: [none] }))).toEqual([{ kind: 'no-price', clientMethodID: 'M' }])
    expect(check({ methods: [none], carriers: [carrier('DPD', { active: 'N' })] })).toEqual([])
  })
})

describe('fixed routing', () => {
  const methods = [method('D1', 'DPD', 300), method('H1', 'DHL', 500)]
  test.each([
    [{ carrier: 'UPS' }, 'no-such-carrier'],
    [{ carrier: 'DPD', clientMethodID: 'H1' }, 'no-such-method'],
    [{ carrier: 'DPD', clientMethodID: 'X' }, 'no-such-method'],
    [{ carrier: 'DHL' }, 'carrier-inactive'],
  ])('to %j: %s', (to, why) => {
    const carriers = [carrier('DPD'), carrier('DHL', { active: 'N' })]
    expect(bare(check({ methods, carriers, fixedRouting: [route('1', { sku: 'a' }, to)] }))).toEqual([
      { kind: 'route-to-nothing', customPreferenceID: '1', why },
    ])
  })
  test('to one of several methods of a carrier is correct', () => {
    const several = [...methods, method('D2', 'DPD', 400)]
    const to = route('1', { sku: 'a' }, { carrier: 'DPD', clientMethodID: 'D2' })
    expect(check({ methods: several, fixedRouting: [to] })).toEqual([])
  })
  test.each<[string, Parameters<typeof route>[2], Partial<Consignment>]>([
    ['now', {}, {}],
    ['since some time', { startDate: '2026-02-02' }, {}],
    [
      'from a day on, in regions',
      { startDate: '2026-04-01', regions: ['Wales', 'London'] },
      { despatchDay: '2026-04-01', region: 'Wales' },
    ],
  ])('the example of a route is what it would hold: %s', (_what, given, expected) => {
    const to = route('1', { sku: 'a' }, { carrier: 'UPS', clientMethodID: 'U1', ...given })
    const heldTo = { carrier: 'UPS', clientMethodID: 'U1', customPreferenceIDs: ['1'] }
    expect(check({ methods, fixedRouting: [to] })[0]?.example).toEqual(
      consignment({ region: null, heldTo, ...expected }),
    )
  })
  test('a reversed route has an example on the first working day after its start', () => {
    const wrong = route('1', { sku: 'a' }, { regions: ['Wales'], startDate: '2026-05-02', endDate: '2026-05-01' })
    expect(check({ methods, fixedRouting: [wrong] })[0]?.example).toEqual(consignment({ despatchDay: '2026-05-04' }))
  })
  test('that has ended, or ends before it starts', () => {
    const gone = route('1', { sku: 'a' }, { carrier: 'UPS', endDate: '2026-03-01' })
    const wrong = route('2', { sku: 'a' }, { startDate: '2026-05-02', endDate: '2026-05-01' })
    expect(bare(check({ methods, fixedRouting: [gone, wrong] }))).toEqual([
      { kind: 'route-ends-before-it-starts', customPreferenceID: '2' },
    ])
    const [monday, oneDay] = [{ endDate: MONDAY }, { startDate: '2026-05-01', endDate: '2026-05-01' }]
    expect(check({ methods, fixedRouting: [route('1', { sku: 'a' }, oneDay)] })).toEqual([])
    expect(check({ methods, fixedRouting: [route('1', { sku: 'a' }, { carrier: 'UPS', ...monday })] })).toHaveLength(1)
  })
  test.each<[string, object, object, boolean]>([
    ['the same twice', {}, {}, true],
    ['another SKU', {}, { by: { sku: 'b' } }, false],
    ['regions within those of the first', { regions: ['Wales', 'London'] }, { regions: ['Wales'] }, true],
    ['regions beyond those of the first', { regions: ['Wales'] }, { regions: ['Wales', 'London'] }, false],
    ['everywhere, beside one with regions', { regions: ['Wales'] }, {}, false],
    ['with regions, beside one everywhere', {}, { regions: ['Wales'] }, false],
    ['begun later, and so first', {}, { startDate: '2026-04-01' }, false],
    ['begun before one that has begun since', { startDate: '2026-02-02' }, { startDate: '2026-02-01' }, true],
    ['begun before one that begins today', { startDate: MONDAY }, { startDate: '2026-02-01' }, true],
    ['begun before one that is still to begin', { startDate: '2026-04-01' }, { startDate: '2026-02-01' }, false],
    ['begun before one that ended', { startDate: '2026-02-02', endDate: '2026-02-03' }, {}, false],
    ['lasting longer than the first', { endDate: '2026-06-01' }, { endDate: '2026-07-01' }, false],
    ['lasting as long', { endDate: '2026-06-01' }, { endDate: '2026-06-01' }, true],
    ['ending, beside one that does not', {}, { endDate: '2026-07-01' }, true],
  ])('a route that another always beats: %s', (_what, first, second, isBeaten) => {
    const fixedRouting = [route('1', { sku: 'a' }, first), route('2', { sku: 'a' }, second)]
    const expected = isBeaten ? [{ kind: 'route-never-applies', customPreferenceID: '2', beatenBy: '1' }] : []
    const findings = check({ methods, fixedRouting })
    expect(bare(findings)).toEqual(expected)
    // The other route applies to the example.
    if (isBeaten) expect(findings[0]?.example?.heldTo?.customPreferenceIDs).toEqual(['1'])
  })
  test('an invalid route that another always precedes is only reported as never applying', () => {
    const fixedRouting = [route('2', { sku: 'a' }, { carrier: 'UPS' }), route('1', { sku: 'a' }, { carrier: 'DPD' })]
    expect(bare(check({ methods, fixedRouting })).map(({ kind }) => kind)).toEqual(['route-never-applies'])
  })
  test('an invalid route has an example on a day on which it applies', () => {
    const fixedRouting = [
      route('2', { sku: 'a' }, { carrier: 'UPS' }),
      route('1', { sku: 'a' }, { carrier: 'DPD', startDate: '2026-02-01', endDate: '2026-03-10' }),
    ]
    expect(check({ methods, fixedRouting })[0]).toMatchObject({
      kind: 'route-to-nothing',
      example: { despatchDay: '2026-03-11', heldTo: { carrier: 'UPS' } },
    })
  })
})

test('ended prices count as none; future prices count', () => {
  const between = (from: string, to: string) => prices(row('1', 0, null, { effectiveBetween: { from, to } }))
  expect(bare(between('2026-01-01', '2026-03-01'))).toEqual([{ kind: 'no-price', clientMethodID: 'M' }])
  expect(bare(between('2026-05-01', '2027-05-01'))).toEqual([])
  expect(between('2026-01-01', MONDAY).map(({ kind }) => kind)).toEqual(['dates-with-hole'])
  const without = { ...method('M', 'DPD', 1), pricing: { ...priced().pricing, primaryCosting: null } }
  expect(bare(check({ methods: [without] }))).toEqual([{ kind: 'no-price', clientMethodID: 'M' }])
})

test('the example of overlapping bands lies in both bands', () => {
  const weights = (finding?: Finding) => [
    finding?.example?.despatchDay,
    finding?.example?.parcels.map(({ weight }) => weight),
  ]
  expect(weights(prices(row('1', 0, 5000), row('2', 4000, 9000))[0])).toEqual([MONDAY, [5000]])
  const later = { effectiveFrom: '2026-04-01' }
  expect(weights(prices(row('1', 0, null), row('2', 0, 5000, later), row('3', 4000, null, later))[0])).toEqual([
    '2026-04-01',
    [5000],
  ])
  const over = { effectiveBetween: { from: '2026-02-01', to: '2026-02-05' } }
  expect(prices(row('1', 0, null), row('2', 0, 5000, over), row('3', 4000, null, over))).toEqual([])
  const plain = priced().pricing
  const first = { ...plain.primaryCosting, baseCost: 1, incrementalCost: 0, incrementStart: 0, increment: 0 }
  const further = { ...first, fromParcel: 3, costingMatrix: [row('1', 0, 5000), row('2', 4000, 9000)] }
  const both = {
    ...priced(),
    pricing: { ...plain, primaryCosting: { ...first, fromParcel: 1, costingMatrix: [] }, secondaryCosting: further },
  }
  expect(weights(check({ methods: [both] })[0])).toEqual([MONDAY, [1000, 1000, 5000]])
  expect(check({ methods: [both] })[0]).toMatchObject({ kind: 'bands-overlap', costing: 'secondary' })
})

test('the example of a price finding is one that the method would price', () => {
  const exampleOf = (given: Partial<Method>, ...rows: MatrixRow[]) =>
    check({ methods: [{ ...priced(...rows), ...given }] })[0]?.example
  const overlapping = [row('1', 0, 3), row('2', 2, 5)]
  const byParcel = { pricing: { ...priced(...overlapping).pricing, pricingMethod: 'By Parcel' as const } }
  expect(exampleOf(byParcel)).toEqual(consignment({ region: null, parcels: [parcel(), parcel(), parcel()] }))
  const many = {
    pricing: { ...priced(row('1', 0, 300), row('2', 200, 500)).pricing, pricingMethod: 'By Parcel' as const },
  }
  expect(exampleOf(many)?.parcels).toHaveLength(300)
  const where = { serviceTypes: ['NEXT DAY'], countries: ['IE'], regions: ['Leinster'] } as const
  const unbounded = [row('1', 0, null), row('2', 4000, null)]
  expect(exampleOf(where, ...unbounded)).toEqual(
    consignment({ service: 'NEXT DAY', country: 'IE', region: 'Leinster', parcels: [parcel({ weight: 5000 })] }),
  )
  expect(exampleOf({ ...where, serviceTypes: [] }, ...unbounded)?.service).toBe('STANDARD')
})

describe('an active carrier that is not active on some days', () => {
  const days = (activeDates: { from: string; to: string | null }[], given: Partial<RuleBook> = {}) =>
    check({ methods: [method('M', 'DPD', 1)], carriers: [carrier('DPD', { activeDates })], ...given }).map((one) =>
      one.kind === 'carrier-not-active' ? [one.from, one.to, one.example?.despatchDay] : one.kind,
    )
  test.each<[string, { from: string; to: string | null }[], unknown[]]>([
    ['always', [], []],
    ['whose dates have run out', [{ from: '2026-01-01', to: '2026-02-27' }], [['2026-02-28', null, MONDAY]]],
    ['whose last day is today', [{ from: '2026-01-01', to: MONDAY }], []],
    ['that will end', [{ from: '2026-01-01', to: '2026-09-01' }], []],
    ['that has not begun', [{ from: '2026-05-01', to: null }], []],
    [
      'with one range within another',
      [
        { from: '2026-01-01', to: '2026-06-01' },
        { from: '2026-02-01', to: '2026-02-27' },
      ],
      [],
    ],
    [
      'with a hole ahead',
      [
        { from: '2026-05-11', to: null },
        { from: '2026-01-01', to: '2026-05-01' },
      ],
      [['2026-05-02', '2026-05-10', '2026-05-04']],
    ],
    [
      'in a hole',
      [
        { from: '2026-01-01', to: '2026-02-01' },
        { from: '2026-03-04', to: null },
      ],
      [['2026-02-02', '2026-03-03', MONDAY]],
    ],
    [
      'with holes in the past and on a weekend',
      [
        { from: '2025-01-01', to: '2025-02-01' },
        { from: '2026-01-01', to: '2026-05-01' },
        { from: '2026-05-04', to: null },
      ],
      [],
    ],
    [
      'with a hole more than a year ahead',
      [
        { from: '2026-01-01', to: '2028-02-01' },
        { from: '2028-03-01', to: null },
      ],
      [],
    ],
  ])('%s', (_what, activeDates, expected) => {
    expect(days(activeDates)).toEqual(expected)
  })
  test('is not reported for an inactive carrier or one without methods', () => {
    const activeDates = [{ from: '2026-01-01', to: '2026-02-27' }]
    expect(days(activeDates, { carriers: [carrier('DPD', { active: 'N', activeDates })] })).toEqual([])
    expect(days(activeDates, { methods: [] })).toEqual([])
  })
})

test('SKUs without weight are one finding if the client has methods', () => {
  const weightless = { count: 12, first: ['A', 'B'] }
  const found = (methods: Method[]) =>
    checkBook(book({ methods }), { from: MONDAY, daysOff: NO_DAYS_OFF, skus: [], weightless })
  expect(found([method('M', 'DPD', 1)])).toMatchObject([
    { kind: 'skus-without-weight', ...weightless, example: { parcels: [{ weight: 0 }] } },
  ])
  expect(found([])).toEqual([])
})

describe('no capacity on a working day with a promised service', () => {
  const capacity = (slots: (number | null)[], effectiveFrom: string | null = null) => ({
    carrier: 'DPD',
    slots,
    effectiveFrom,
    effectiveBetween: null,
  })
  const zeros = (of: Partial<RuleBook>, daysOff?: DaysOff) =>
    check({ methods: [method('M', 'DPD', 1)], ...of }, undefined, daysOff).map((one) => 'day' in one && one.day)
  test('is reported with its day; weekends and unlimited days are correct', () => {
    expect(zeros({ capacities: [capacity([5, 0, null, 9, 9, 0, 0])] })).toEqual(['2026-03-03'])
  })
  test('is correct on a day off of the client’s calendar', () => {
    expect(zeros({ capacities: [capacity([5, 0, 0, 9, 9, 0, 0])] }, new Set(['2026-03-03']))).toEqual(['2026-03-04'])
  })
  test('is also reported for a future capacity', () => {
    expect(
      zeros({ capacities: [capacity([1, 1, 1, 1, 1, 0, 0]), capacity([0, 1, 1, 1, 1, 1, 1], '2026-04-01')] }),
    ).toEqual(['2026-04-06'])
  })
  test('is not reported for carriers that promise no day or are inactive', () => {
    const capacities = [capacity([0, 0, 0, 0, 0, 0, 0])]
    expect(zeros({ capacities, methods: [method('M', 'DPD', 1, { serviceTypes: ['STANDARD'] })] })).toEqual([])
    expect(zeros({ capacities, carriers: [carrier('DPD', { active: 'N' })] })).toEqual([])
  })
  test('is not reported on days on which the carrier is not active', () => {
    const carriers = [carrier('DPD', { activeDates: [{ from: '2026-03-05', to: null }] })]
    expect(zeros({ capacities: [capacity([0, 0, 0, 0, 0, 0, 0])], carriers })).toEqual(['2026-03-05', '2026-03-06'])
  })
  test('is checked with each carrier’s own flag, services and dates', () => {
    const never = [0, 0, 0, 0, 0, 0, 0]
    const two = [method('M', 'DPD', 1, { serviceTypes: ['STANDARD'] }), method('N', 'DHL', 1)]
    const carriers = [carrier('DPD'), carrier('DHL', { active: 'N' })]
    expect(zeros({ capacities: [capacity(never)], methods: two })).toEqual([])
    expect(zeros({ capacities: [{ ...capacity(never), carrier: 'DHL' }], methods: two, carriers })).toEqual([])
    const mondays = [0, 1, 1, 1, 1, 0, 0]
    const later = { ...capacity([1, 1, 1, 1, 1, 1, 1], '2026-04-01'), carrier: 'DHL' }
    expect(zeros({ capacities: [capacity(mondays), later] })).toEqual([MONDAY])
    expect(zeros({ capacities: [capacity(mondays, '2026-01-05')] })).toEqual([MONDAY])
  })
  test('has an example with a promised service', () => {
    const methods = [method('M', 'DPD', 1, { serviceTypes: ['STANDARD', 'NAMED DAY'] })]
    const [found] = check({ methods, capacities: [capacity([0, 1, 1, 1, 1, 0, 0])] })
    expect(found).toMatchObject({
      services: ['NAMED DAY'],
      example: consignment({ service: 'NAMED DAY', region: null }),
    })
  })
})

test('limits that no SKU meets are reported', () => {
  const limits = { Length: 200, Volume: 8000, NumberOfParcels: 0, ParcelWeight: 999, ConsignmentWeight: null }
  expect(
    bare(check({ methods: [method('M', 'DPD', 1, { limits })] }, [parcel(), parcel({ weight: 5000, length: 900 })])),
  ).toEqual([
    { kind: 'limit-too-low', clientMethodID: 'M', type: 'Length', limit: 200, least: 300 },
    { kind: 'limit-too-low', clientMethodID: 'M', type: 'NumberOfParcels', limit: 0, least: 1 },
    { kind: 'limit-too-low', clientMethodID: 'M', type: 'ParcelWeight', limit: 999, least: 1000 },
  ])
  expect(check({ methods: [method('M', 'DPD', 1, { limits })] }, [])).toEqual([])
  const others = { Length: null, Volume: 7999, NumberOfParcels: null, ParcelWeight: null, ConsignmentWeight: 999 }
  expect(bare(check({ methods: [method('M', 'DPD', 1, { limits: others })] }))).toEqual([
    { kind: 'limit-too-low', clientMethodID: 'M', type: 'Volume', limit: 7999, least: 8000 },
    { kind: 'limit-too-low', clientMethodID: 'M', type: 'ConsignmentWeight', limit: 999, least: 1000 },
  ])
  const [first] = check({ methods: [method('M', 'DPD', 1, { limits, countries: ['IE'] })] })
  expect(first?.example).toMatchObject({ country: 'IE', parcels: [parcel()] })
})

test('the example of a finding shows the problem', () => {
  const rules = book({
    carriers: [carrier('DPD'), carrier('DHL', { active: 'N' })],
    methods: [priced(row('1', 0, 2000), row('2', 3000, 9000)), method('H1', 'DHL', 500)],
    fixedRouting: [route('1', { sku: 'a' }, { carrier: 'DHL' })],
    capacities: [{ carrier: 'DPD', slots: [5, 0, 5, 5, 5, 5, 5], effectiveFrom: null, effectiveBetween: null }],
  })
  const compiled = compileBook(rules)
  const failed = checkBook(rules, { from: MONDAY, daysOff: NO_DAYS_OFF, skus: [parcel()] }).map(({ kind, example }) => {
    if (!example) return [kind]
    const { chosen, failing } = allocate(compiled, example, usedOn(compiled, new Map(), example.despatchDay))
    return [
      kind,
      chosen,
      ...compiled.methods.map(
        ({ clientMethodID }, index) => `${clientMethodID}: ${constraintsOf(failing[index] ?? 0).join()}`,
      ),
    ]
  })
  expect(failed).toEqual([
    ['bands-missing', -1, 'H1: carrierActive', 'M: price'],
    ['route-to-nothing', -1, 'H1: carrierActive', 'M: fixedRouting'],
    ['no-capacity', -1, 'H1: carrierActive', 'M: capacity'],
  ])
})

test('a weekday without capacity after a period is found in its first week', () => {
  const from = (slot: number) => [9, slot, 9, 9, 9, 9, 9]
  const capacities = [
    { carrier: 'DPD', slots: from(0), effectiveFrom: null, effectiveBetween: null },
    {
      carrier: 'DPD',
      slots: from(10),
      effectiveFrom: null,
      effectiveBetween: { from: '2026-03-01', to: '2026-12-31' },
    },
  ]
  const methods = [method('M', 'DPD', 1, { serviceTypes: ['NEXT DAY'] })]
  expect(bare(check({ methods, capacities }))).toEqual([
    { kind: 'no-capacity', carrier: 'DPD', day: '2027-01-05', services: ['NEXT DAY'] },
  ])
})
