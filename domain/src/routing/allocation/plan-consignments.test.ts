import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileBook } from '../rule-book/compile-book.ts'
import { type Goods, holdFor, planConsignments } from './plan-consignments.ts'
import { MAX_PARCELS, TooManyParcels } from './split/pack-parcels.ts'
import type { FixedRoute, RuleBook } from '../rule-book/rule-book.ts'
import { book, method, MONDAY, parcel, route } from '../../testing/rule-books.ts'

const methods = [method('D1', 'DPD', 300), method('D2', 'DPD', 400), method('H1', 'DHL', 500)]
const withRoutes = (...fixedRouting: FixedRoute[]) => book({ methods, fixedRouting })
const goods = (given: Partial<Goods> = {}): Goods => ({ unit: parcel(), categories: [], components: [], ...given })
const box = (sku: string, weight = 5000, categories: string[] = []) => ({ sku, box: parcel({ weight }), categories })
const CATALOGUE: Record<string, Goods> = {
  mug: goods({ categories: ['kitchen'] }),
  pan: goods({ unit: parcel({ weight: 9000 }), categories: ['kitchen', 'heavy'] }),
  sofa: goods({ components: [box('sofa-a'), box('sofa-b', 7000)] }),
}
const plan = (rules: RuleBook, lines: [string, number][], given: object = {}) =>
  planConsignments(
    compileBook(rules),
    {
      service: 'STANDARD',
      country: 'GB',
      region: 'Wales',
      despatchDay: MONDAY,
      lines: lines.map(([sku, quantity]) => ({ sku, quantity })),
      ...given,
    },
    (sku) => CATALOGUE[sku],
  )
const consignments = (...given: Parameters<typeof plan>) => {
  const made = plan(...given)
  return 'consignments' in made ? made.consignments : expect.fail('There is a conflict')
}
const weights = (...given: Parameters<typeof plan>) =>
  consignments(...given).map(({ parcels }) => parcels.map(({ weight }) => weight))

describe('lines become parcels', () => {
  test('units fill a parcel up to its limits, heaviest first', () => {
    expect(
      weights(book(), [
        ['pan', 2],
        ['mug', 3],
        ['pan', 1],
      ]),
    ).toEqual([[21_000, 9000]])
    expect(weights(book({ packing: { weight: 2000, volume: 1_000_000 } }), [['mug', 5]])).toEqual([[2000, 2000, 1000]])
    expect(weights(book({ packing: { weight: 90_000, volume: 16_000 } }), [['mug', 5]])).toEqual([[2000, 2000, 1000]])
  })
  test('a unit above the limits of a parcel travels alone', () => {
    expect(
      weights(book({ packing: { weight: 2000, volume: 1_000_000 } }), [
        ['mug', 1],
        ['pan', 2],
        ['mug', 1],
      ]),
    ).toEqual([[9000, 9000, 2000]])
  })
  test('a parcel is as long as its longest unit', () => {
    const [only] = consignments(book(), [['mug', 2]])
    expect(only?.parcels).toEqual([parcel({ weight: 2000, volume: 16_000 })])
  })
  test('each box of a multi-box product is a separate parcel', () => {
    expect(
      weights(book(), [
        ['sofa', 2],
        ['mug', 1],
      ]),
    ).toEqual([[1000, 5000, 5000, 7000, 7000]])
  })
  test('an unknown SKU weighs nothing', () => {
    expect(weights(book(), [['what', 2]])).toEqual([[0]])
    expect(weights(book(), [['what', 2_000_000_000]])).toEqual([[0]])
  })
  test('packing many units at once equals packing them one by one', () => {
    const unit = fc.record({ weight: fc.nat(40), volume: fc.nat(40), length: fc.nat(9) })
    const lines = fc.array(fc.record({ unit, quantity: fc.integer({ min: 1, max: 30 }) }), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(lines, fc.record({ weight: fc.nat(90), volume: fc.nat(90) }), (given, packing) => {
        const made = planConsignments(
          compileBook(book({ packing })),
          {
            service: 'STANDARD',
            country: 'GB',
            region: null,
            despatchDay: MONDAY,
            lines: given.map(({ quantity }, index) => ({ sku: String(index), quantity })),
          },
          (sku) => goods({ unit: given[Number(sku)]?.unit ?? parcel() }),
        )
        const one: { weight: number; volume: number; length: number }[] = []
        const heaviestFirst = given
          .map((each, sku) => ({ ...each, sku: String(sku) }))
          .toSorted((first, second) => second.unit.weight - first.unit.weight || (first.sku < second.sku ? -1 : 1))
        for (const { unit: each, quantity } of heaviestFirst)
          for (let count = 0; count < quantity; count++) {
            const index = one.findIndex(
              ({ weight, volume }) => weight + each.weight <= packing.weight && volume + each.volume <= packing.volume,
            )
            const open = one[index]
            if (open)
              one[index] = {
                weight: open.weight + each.weight,
                volume: open.volume + each.volume,
                length: Math.max(open.length, each.length),
              }
            else one.push(each)
          }
        expect('consignments' in made && made.consignments[0]?.parcels).toEqual(one)
      }),
    )
  })
  test('9, 15 and 9 kg make two parcels up to 20 kg in any order', () => {
    const heavy = (weight: number) => goods({ unit: parcel({ weight }) })
    const of: Record<string, Goods> = { a: heavy(9000), b: heavy(15_000), c: heavy(9000) }
    for (const skus of [
      ['a', 'b', 'c'],
      ['a', 'c', 'b'],
      ['c', 'b', 'a'],
    ]) {
      const lines = skus.map((sku) => ({ sku, quantity: 1 }))
      const order = { service: 'STANDARD' as const, country: 'GB', region: null, despatchDay: MONDAY, lines }
      const made = planConsignments(
        compileBook(book({ packing: { weight: 20_000, volume: 1_000_000 } })),
        order,
        (sku) => of[sku],
      )
      expect(
        'consignments' in made && made.consignments.map(({ parcels }) => parcels.map(({ weight }) => weight)),
      ).toEqual([[15_000, 18_000]])
    }
  })
  test('too many parcels for a consignment are refused quickly', () => {
    expect(consignments(book(), [['sofa', MAX_PARCELS / 2]])[0]?.parcels).toHaveLength(MAX_PARCELS)
    expect(() => plan(book(), [['sofa', MAX_PARCELS / 2 + 1]])).toThrow(TooManyParcels)
    expect(() => plan(book(), [['pan', 2_000_000_000]])).toThrow(TooManyParcels)
  })
})

describe('the most specific route: SKU with region, SKU, category with region, category', () => {
  const rows = [
    route('4', { category: 'kitchen' }, { carrier: 'C4' }),
    route('3', { category: 'heavy' }, { carrier: 'C3', regions: ['Wales'] }),
    route('2', { sku: 'pan' }, { carrier: 'C2' }),
    route('1', { sku: 'pan' }, { carrier: 'C1', regions: ['Wales', 'London'] }),
  ]
  const held = (fixedRouting: FixedRoute[], given: object = {}, sku = 'pan') =>
    holdFor(
      compileBook(book({ fixedRouting })),
      { country: 'GB', region: 'Wales', despatchDay: MONDAY, ...given },
      sku,
      CATALOGUE[sku]?.categories ?? [],
    )?.customPreferenceIDs
  test.each([
    [rows, ['1']],
    [rows.slice(0, 3), ['2']],
    [rows.slice(0, 2), ['3']],
    [rows.slice(0, 1), ['4']],
    [[], undefined],
  ])('%#', (fixedRouting, expected) => {
    expect(held(fixedRouting)).toEqual(expected)
    expect(held(fixedRouting.toReversed())).toEqual(expected)
  })
  test('a route does not apply to other, unknown or foreign regions', () => {
    expect(held(rows, { region: 'Highlands' })).toEqual(['2'])
    expect(held(rows, { region: null })).toEqual(['2'])
    expect(held(rows, { country: 'IE' })).toEqual(['2'])
  })
  test('a route applies between its dates; of two the later one wins', () => {
    const on = (startDate: string | null, endDate: string | null) =>
      held([route('1', { sku: 'pan' }, { startDate, endDate })])
    expect(on(MONDAY, MONDAY)).toEqual(['1'])
    expect(on('2026-03-03', null)).toBeUndefined()
    expect(on(null, '2026-03-01')).toBeUndefined()
    const two = [route('1', { sku: 'pan' }), route('2', { sku: 'pan' }, { startDate: '2026-01-01' })]
    expect(held(two)).toEqual(['2'])
  })
  test('of equal routes the lower id wins', () => {
    expect(held([route('2', { sku: 'pan' }), route('1', { sku: 'pan' })])).toEqual(['1'])
  })
})

describe('days on which other fixed routes apply', () => {
  const daysOff = (route1: object, given: object = {}) =>
    consignments(withRoutes(route('1', { sku: 'mug' }, route1)), [['mug', 1]], given)[0]?.daysOff
  test('are not suggested by reasons, nor are days off', () => {
    expect(daysOff({ startDate: '2026-03-29' })).toEqual(['2026-03-29', '2026-03-30'])
    expect(daysOff({ startDate: '2026-03-04', endDate: '2026-03-05' }, { daysOff: ['2026-03-09'] })).toEqual([
      '2026-03-04',
      '2026-03-05',
      '2026-03-09',
    ])
    expect(daysOff({ endDate: '2026-03-28' })).toEqual(['2026-03-29', '2026-03-30'])
  })
  test('do not exist if routes always apply or concern another SKU', () => {
    expect(daysOff({})).toBeUndefined()
    expect(daysOff({ startDate: '2026-02-01' })).toBeUndefined()
    expect(
      consignments(withRoutes(route('1', { sku: 'pan' }, { startDate: '2026-03-04' })), [['mug', 1]])[0]?.daysOff,
    ).toBeUndefined()
  })
})

describe('lines held to different methods travel separately', () => {
  const split = (rules: RuleBook, lines: [string, number][]) =>
    consignments(rules, lines).map(({ heldTo, skus }) => [heldTo?.clientMethodID ?? heldTo?.carrier, skus])
  test('lines with equal holds share a consignment; free lines join the first', () => {
    const rules = withRoutes(
      route('1', { sku: 'pan' }, { carrier: 'DHL', clientMethodID: 'H1' }),
      route('2', { sku: 'sofa-a' }, { carrier: 'DPD', clientMethodID: 'D1' }),
      route('3', { sku: 'sofa-b' }, { carrier: 'DPD', clientMethodID: 'D1' }),
    )
    expect(
      split(rules, [
        ['mug', 1],
        ['pan', 1],
        ['sofa', 1],
      ]),
    ).toEqual([
      ['H1', ['mug', 'pan']],
      ['D1', ['sofa-a', 'sofa-b']],
    ])
  })
  test('a hold to a carrier and to its method combine, naming both routes', () => {
    const rules = withRoutes(
      route('1', { sku: 'mug' }, { carrier: 'DPD' }),
      route('2', { sku: 'pan' }, { carrier: 'DPD', clientMethodID: 'D2' }),
    )
    const [only, ...others] = consignments(rules, [
      ['mug', 1],
      ['pan', 1],
    ])
    expect(others).toEqual([])
    expect(only?.heldTo).toEqual({ carrier: 'DPD', clientMethodID: 'D2', customPreferenceIDs: ['2', '1'] })
  })
  test('a box without a hold follows its product', () => {
    const rules = withRoutes(route('1', { sku: 'sofa' }, { carrier: 'DHL' }))
    expect(split(rules, [['sofa', 1]])).toEqual([['DHL', ['sofa-a', 'sofa-b']]])
  })
})

describe('boxes that must share one method but have several holds are an exception', () => {
  const rows = [
    route('1', { sku: 'sofa-a' }, { carrier: 'DHL' }),
    route('2', { sku: 'sofa-b' }, { carrier: 'DPD', clientMethodID: 'D1' }),
  ]
  const bound = (Same_Component_Carrier_Default: 'Y' | 'N', exception?: 'Y' | 'N') => ({
    ...withRoutes(...rows),
    multiBox: { Same_Component_Carrier_Default, Same_Component_Carrier: exception ? { sofa: exception } : {} },
  })
  test.each([
    ['Y', undefined, true],
    ['N', undefined, false],
    ['N', 'Y', true],
    ['Y', 'N', false],
  ] as const)('default %s, of the product %s: bound %s', (usual, exception, isBound) => {
    const made = plan(bound(usual, exception), [['sofa', 1]])
    expect('conflict' in made).toBe(isBound)
    if ('conflict' in made)
      expect([
        made.conflict.product,
        made.conflict.holds.flatMap(({ customPreferenceIDs }) => customPreferenceIDs),
      ]).toEqual(['sofa', ['1', '2']])
    else expect(made.consignments).toHaveLength(2)
  })
  test.each([
    [
      [
        ['sofa', 1],
        ['pan', 1],
      ],
    ],
    [
      [
        ['pan', 1],
        ['sofa', 1],
      ],
    ],
  ] as const)('boxes held to a carrier and its method do not conflict: %j', (lines) => {
    const rules = withRoutes(
      route('1', { sku: 'pan' }, { carrier: 'DPD', clientMethodID: 'D1' }),
      route('2', { sku: 'sofa-a' }, { carrier: 'DPD' }),
      route('3', { sku: 'sofa-b' }, { carrier: 'DPD', clientMethodID: 'D2' }),
    )
    const of = consignments(
      { ...rules, multiBox: { Same_Component_Carrier_Default: 'Y', Same_Component_Carrier: {} } },
      lines.map(([sku, quantity]) => [sku, quantity]),
    )
    expect(of.map(({ heldTo, skus }) => [heldTo?.clientMethodID, skus])).toEqual([
      ['D1', ['pan']],
      ['D2', ['sofa-a', 'sofa-b']],
    ])
  })
  test('boxes that share one method follow the box that is held', () => {
    const rules = withRoutes(
      route('1', { sku: 'pan' }, { carrier: 'DHL' }),
      route('2', { sku: 'sofa-b' }, { carrier: 'DPD' }),
    )
    const of = consignments(rules, [
      ['pan', 1],
      ['sofa', 1],
    ])
    expect(of.map(({ skus }) => skus)).toEqual([['pan'], ['sofa-a', 'sofa-b']])
  })
})
