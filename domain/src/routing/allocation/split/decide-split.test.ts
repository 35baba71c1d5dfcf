import { expect, test } from 'vitest'
import { book, method, MONDAY, parcel, route } from '../../../testing/rule-books.ts'
import { compileBook } from '../../rule-book/compile-book.ts'
import { NO_LIMITS, type RuleBook } from '../../rule-book/rule-book.ts'
import { type StoredChoice, NO_CHOICES } from '../by-hand.ts'
import { decideSplit } from './decide-split.ts'
import { type Goods, planConsignments } from '../plan-consignments.ts'
import { TooManyParcels } from './pack-parcels.ts'

const KILOGRAMS: Record<string, number> = { LIGHT: 1, HEAVY: 28, OTHER: 2 }
const goodsOf = (sku: string): Goods => ({
  unit: parcel({ weight: (KILOGRAMS[sku] ?? 0) * 1000 }),
  categories: [],
  components: [],
})
const UP_TO_20 = { limits: { ...NO_LIMITS, ParcelWeight: 20_000 } }
const RULES = book({
  methods: [method('D1', 'DPD', 400), method('D2', 'DPD', 500, UP_TO_20), method('E1', 'EVRI', 300, UP_TO_20)],
  fixedRouting: [route('1', { sku: 'LIGHT' }, { carrier: 'EVRI' })],
})

/** The goods of each consignment with its hold. */
function sent(skus: readonly string[], { rules = RULES, full = '' }: { rules?: RuleBook; full?: string } = {}) {
  const compiled = compileBook(rules)
  const plan = planConsignments(
    compiled,
    {
      service: 'STANDARD',
      country: 'GB',
      region: null,
      despatchDay: MONDAY,
      lines: skus.map((sku) => ({ sku, quantity: 1 })),
    },
    goodsOf,
  )
  if ('conflict' in plan) return expect.fail('There is a conflict')
  const used = Float64Array.from(compiled.carriers, ({ code }) => (code === full ? 1000 : 0))
  return decideSplit(compiled, plan, NO_CHOICES, used).map(({ heldTo, skus: of }) => [
    heldTo?.clientMethodID ?? heldTo?.carrier ?? 'free',
    of,
  ])
}

test('free goods travel with held goods if the carrier takes both', () => {
  expect(sent(['OTHER', 'LIGHT'])).toEqual([['EVRI', ['OTHER', 'LIGHT']]])
})

test.each([[['LIGHT', 'HEAVY']], [['HEAVY', 'LIGHT']]])(
  'goods that the held carrier cannot take stay free: %j',
  (skus) => {
    expect(sent(skus)).toEqual([
      ['EVRI', ['LIGHT']],
      ['free', ['HEAVY']],
    ])
  },
)

test('goods travel separately if the held carrier has no capacity for both', () => {
  const capacities = [
    { carrier: 'EVRI', slots: Array.from({ length: 7 }, () => 500), effectiveFrom: null, effectiveBetween: null },
  ]
  expect(sent(['LIGHT', 'OTHER'], { rules: { ...RULES, capacities }, full: 'EVRI' })).toEqual([
    ['EVRI', ['LIGHT']],
    ['free', ['OTHER']],
  ])
})

test('goods held to a carrier leave another line’s method if it cannot take them', () => {
  const fixedRouting = [
    route('1', { sku: 'LIGHT' }, { carrier: 'DPD', clientMethodID: 'D2' }),
    route('2', { sku: 'HEAVY' }, { carrier: 'DPD' }),
  ]
  expect(sent(['HEAVY', 'LIGHT'], { rules: { ...RULES, fixedRouting } })).toEqual([
    ['D2', ['LIGHT']],
    ['DPD', ['HEAVY']],
  ])
})

test('a choice by hand that overrules the limit keeps them together', () => {
  const compiled = compileBook(RULES)
  const order = {
    service: 'STANDARD' as const,
    country: 'GB',
    region: null,
    despatchDay: MONDAY,
    lines: ['LIGHT', 'HEAVY'].map((sku) => ({ sku, quantity: 1 })),
  }
  const plan = planConsignments(compiled, order, goodsOf)
  if ('conflict' in plan) return expect.fail('There is a conflict')
  const choice: StoredChoice = {
    clientMethodID: 'E1',
    overruled: ['ParcelWeight'],
    by: 'me',
    at: '',
    reason: '',
    method: { clientMethodID: 'E1', carrier: 'EVRI', carrierName: 'Evri', methodDescription: '' },
    instead: null,
    cost: 0,
    of: 1,
  }
  const before = { consignments: 1, choices: [{ heldTo: plan.consignments[0]?.heldTo ?? null, choice }] }
  expect(decideSplit(compiled, plan, before, new Float64Array(2))).toEqual(plan.consignments)
  return undefined
})

test('each of several consignments is marked as one of several', () => {
  const compiled = compileBook(RULES)
  const order = { service: 'STANDARD' as const, country: 'GB', region: null, despatchDay: MONDAY }
  const flags = (...skus: string[]) => {
    const plan = planConsignments(compiled, { ...order, lines: skus.map((sku) => ({ sku, quantity: 1 })) }, goodsOf)
    if ('conflict' in plan) return expect.fail('There is a conflict')
    const used = new Float64Array(compiled.carriers.length)
    return decideSplit(compiled, plan, NO_CHOICES, used).map(({ isOneOfSeveral }) => isOneOfSeveral ?? false)
  }
  expect(flags('LIGHT', 'HEAVY')).toEqual([true, true])
  expect(flags('LIGHT', 'OTHER')).toEqual([false])
  expect(flags('OTHER')).toEqual([false])
})

test('goods too many for one consignment are separated if the parts fit', () => {
  const compiled = compileBook({ ...RULES, packing: { weight: 1, volume: 1 } })
  const order = { service: 'STANDARD' as const, country: 'GB', region: null, despatchDay: MONDAY }
  const plan = (light: number, other: number) =>
    planConsignments(
      compiled,
      {
        ...order,
        lines: [
          { sku: 'LIGHT', quantity: light },
          { sku: 'OTHER', quantity: other },
        ],
      },
      goodsOf,
    )
  const planned = plan(3000, 4000)
  if ('conflict' in planned) return expect.fail('There is a conflict')
  expect(planned.consignments.map(({ heldTo, parcels }) => [heldTo?.carrier ?? null, parcels.length])).toEqual([
    ['EVRI', 3000],
    [null, 4000],
  ])
  expect(planned.apart).toEqual([[], []])
  expect(() => plan(3000, 5001)).toThrow(TooManyParcels)
})
