import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyBook, book, carrier, method, route } from '../../testing/rule-books.ts'
import {
  BOOK_ITEM_KINDS,
  type BookItem,
  buildRuleBook,
  changesNothing,
  ruleBookItems,
  LEAVES_OF_KIND,
  USUAL_PACKING,
  applyChanges,
} from './book-items.ts'
import { NO_LIMITS, type RuleBook } from './rule-book.ts'

/** A complete book with its items sorted by key. */
const whole: RuleBook = book({
  carriers: [carrier('DHL', { active: 'N' }), carrier('DPD', { activeDates: [{ from: '2026-01-01', to: null }] })],
  methods: [method('M1', 'DHL', 300), method('M2', 'DPD', 500, { limits: { ...NO_LIMITS, ParcelWeight: 30_000 } })],
  capacities: [
    { carrier: 'DHL', slots: [1, 2, 3, 4, 5, 6, 7], effectiveFrom: null, effectiveBetween: null },
    { carrier: 'DPD', slots: [9, 9, 9, 9, 9, 0, 0], effectiveFrom: '2026-01-01', effectiveBetween: null },
    {
      carrier: 'DPD',
      slots: [8, 8, 8, 8, 8, 0, 0],
      effectiveFrom: null,
      effectiveBetween: { from: '2026-11-23', to: '2026-12-23' },
    },
  ],
  fixedRouting: [
    route('F1', { sku: 'MUG' }, { carrier: 'DPD' }),
    route('F2', { category: 'Glass' }, { carrier: 'DHL' }),
  ],
  multiBox: { Same_Component_Carrier_Default: 'Y', Same_Component_Carrier: { BENCH: 'N', TABLE: 'N' } },
  packing: { weight: 15_000, volume: 80_000 },
})

describe('a book and its items', () => {
  test('convert into each other without loss', () => {
    expect(buildRuleBook(whole.client, whole.version, ruleBookItems(whole))).toEqual(whole)
  })
  test('convert for any book and any order of items', () => {
    const byCode = <Item>(list: readonly Item[], code: (item: Item) => string) =>
      list.toSorted((one, other) => (code(one) < code(other) ? -1 : code(one) > code(other) ? 1 : 0))
    fc.assert(
      fc.property(anyBook, fc.boolean(), (rules, isTurned) => {
        const items = isTurned ? ruleBookItems(rules).toReversed() : ruleBookItems(rules)
        const again = buildRuleBook(rules.client, rules.version, items)
        expect(again.carriers).toEqual(byCode(rules.carriers, ({ code }) => code))
        expect(again.methods).toEqual(byCode(rules.methods, ({ clientMethodID }) => clientMethodID))
        expect(again.capacities).toEqual(byCode(rules.capacities, (one) => one.carrier))
        expect(again.packing).toEqual(rules.packing)
      }),
    )
  })
  test('items are identified by kind and key', () => {
    expect(ruleBookItems(whole).map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      'carrier DHL',
      'carrier DPD',
      'method M1',
      'parcel-limits M1',
      'method M2',
      'parcel-limits M2',
      'capacity DHL',
      'capacity DPD',
      'fixed-route F1',
      'fixed-route F2',
      'multi-box ',
      'multi-box-exception BENCH',
      'multi-box-exception TABLE',
      'packing ',
    ])
  })
})

test('defaults: no limits, boxes may travel separately, usual packing', () => {
  const { limits: _limits, clientMethodID: _id, ...content } = method('M1', 'DPD', 300)
  expect(buildRuleBook('ACME', 3, [{ kind: 'method', key: 'M1', content }])).toEqual({
    client: 'ACME',
    version: 3,
    homeCountry: 'GB',
    carriers: [],
    methods: [{ ...content, clientMethodID: 'M1', limits: NO_LIMITS }],
    capacities: [],
    fixedRouting: [],
    multiBox: { Same_Component_Carrier_Default: 'N', Same_Component_Carrier: {} },
    packing: USUAL_PACKING,
  })
  expect(USUAL_PACKING).toEqual({ weight: 20_000, volume: 100_000 })
})

describe('a draft applied to a book', () => {
  const changed = (kind: BookItem['kind'], key: string, content: object | null) =>
    applyChanges(whole, [{ kind, key, content } as Parameters<typeof applyChanges>[1][number]])
  test('replaces only its item', () => {
    const after = changed('packing', '', { weight: 1, volume: 2 })
    expect(after).toEqual({ ...whole, packing: { weight: 1, volume: 2 } })
  })
  test('adds and removes items', () => {
    const { code: _code, ...content } = carrier('EVRI')
    expect(changed('carrier', 'EVRI', content).carriers.map(({ code }) => code)).toEqual(['DHL', 'DPD', 'EVRI'])
    expect(changed('carrier', 'DHL', null).carriers.map(({ code }) => code)).toEqual(['DPD'])
    expect(changed('capacity', 'DPD', null).capacities).toEqual(whole.capacities.slice(0, 1))
    expect(changed('parcel-limits', 'M2', null).methods[1]?.limits).toEqual(NO_LIMITS)
    expect(changed('fixed-route', 'F1', null).fixedRouting).toEqual(whole.fixedRouting.slice(1))
  })
  test('does not change the original book', () => {
    const before = structuredClone(whole)
    changed('carrier', 'DPD', null)
    expect(whole).toEqual(before)
  })
  test('ignores the removal of an unknown item', () => {
    expect(changed('carrier', 'NOBODY', null)).toEqual(whole)
  })
})

test('each kind has its own screens', () => {
  const entries = BOOK_ITEM_KINDS.map((kind) => [
    kind,
    LEAVES_OF_KIND[kind].map((leaf) => leaf.replace('carrierRoutingControl.', '')),
  ])
  expect(Object.fromEntries(entries)).toEqual({
    carrier: ['carrierActiveDates', 'carrierPrices'],
    method: ['carrierPrices'],
    'parcel-limits': ['carrierParcelLimits'],
    capacity: ['carrierCapacitySetUp'],
    'fixed-route': ['productFixedRoutingBySku', 'productFixedRoutingByRegion'],
    'multi-box': ['multiBoxProductsRouting'],
    'multi-box-exception': ['multiBoxProductsRouting'],
    packing: ['carrierParcelLimits'],
  })
})

describe('a change that changes nothing', () => {
  const limits = { ...NO_LIMITS, ParcelWeight: 30_000 }
  const content = { name: 'DPD', active: 'Y' as const, activeDates: [{ from: '2026-01-01', to: null }] }
  test.for([
    ['the same, its fields in another order', { kind: 'carrier', key: 'DPD', content }, reordered(content), true],
    ['another name', { kind: 'carrier', key: 'DPD', content: { ...content, name: 'DPD UK' } }, content, false],
    [
      'a list that is shorter',
      { kind: 'carrier', key: 'DPD', content: { ...content, activeDates: [] } },
      content,
      false,
    ],
    ['limits that are so already', { kind: 'parcel-limits', key: 'M1', content: limits }, { ...limits }, true],
    ['no limits where there were none', { kind: 'parcel-limits', key: 'M1', content: NO_LIMITS }, null, true],
    ['no limits where there were some', { kind: 'parcel-limits', key: 'M1', content: NO_LIMITS }, limits, false],
    ['the usual packing where nothing was said', { kind: 'packing', key: '', content: USUAL_PACKING }, null, true],
    ['a new carrier', { kind: 'carrier', key: 'DPD', content }, null, false],
    ['one removed', { kind: 'carrier', key: 'DPD', content: null }, content, false],
    ['one removed that was not there', { kind: 'carrier', key: 'DPD', content: null }, null, true],
  ] as const)('%s', ([, change, before, isNothing]) => {
    expect(changesNothing(change, before)).toBe(isNothing)
  })
})

/** Content as the database returns it, with fields in another order. */
function reordered(content: object): object {
  return Object.fromEntries(Object.entries(content).toReversed())
}
