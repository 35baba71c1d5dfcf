import fc from 'fast-check'
import {
  COUNTED_FROM,
  CUSTOMER_KINDS,
  RESOLUTIONS,
  RETURN_ANSWERS,
  type ReturnRule,
} from '../returns/rules/returns-book.ts'
import type { Day } from '../calendar/day.ts'
import { returnRule } from './returns-books.ts'

/** Random books and orders with so few values that rules overlap, for property tests. */

const rarely = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 3, nil: null })
const ends = (values: readonly number[]) =>
  fc
    .tuple(fc.option(fc.constantFrom(...values), { nil: null }), fc.option(fc.constantFrom(...values), { nil: null }))
    .map(([from, to]) => ({ from, to }))
const some = <Name extends string>(...names: Name[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.subarray(names, { minLength: 1 }) })
const sums = ends([10, 20, 30]).map(({ from, to }) => ({ from: from?.toFixed(2) ?? null, to: to?.toFixed(2) ?? null }))
const days = fc.constantFrom<Day>('2026-03-01', '2026-03-02', '2026-03-04', '2026-03-12')

const conditions = fc.record({
  days: rarely(
    fc
      .tuple(fc.constantFrom(...COUNTED_FROM), ends([0, 5, 6, 8, 14, 30]))
      .map(([since, range]) => ({ since, ...range })),
  ),
  ordered: rarely(fc.tuple(rarely(days), rarely(days)).map(([from, to]) => ({ from, to }))),
  skus: some('MUG', 'PLATE'),
  categories: some('Kitchen', 'Sale'),
  countries: some('GB', 'IE'),
  regions: some('NN', 'AB'),
  lineValue: rarely(sums),
  orderValue: rarely(sums),
  reasons: some('FAULTY', 'BROKEN', 'MIND'),
  quantity: rarely(ends([1, 2])),
  earlierReturns: rarely(
    fc.tuple(fc.constantFrom(7, 30), ends([0, 1, 2])).map(([window, range]) => ({ days: window, ...range })),
  ),
  serialNumbered: rarely(fc.boolean()),
  deliveryException: rarely(fc.boolean()),
  customer: rarely(fc.constantFrom(...CUSTOMER_KINDS)),
})
const outcomes = fc.record({
  answer: fc.option(
    fc.constantFrom(...RETURN_ANSWERS).map((answer) => ({ answer, text: '', exemption: null })),
    { nil: null },
  ),
  until: rarely(
    fc.record({ since: fc.constantFrom(...COUNTED_FROM), days: rarely(fc.constantFrom(3, 14, 30)), day: rarely(days) }),
  ),
  fee: rarely(fc.constantFrom('0', '1.50')),
  resolutions: rarely(fc.subarray([...RESOLUTIONS], { minLength: 1 })),
  options: rarely(fc.subarray(['option-1', 'option-2'])),
  keep: rarely(fc.boolean()),
})

export const smallRules: fc.Arbitrary<ReturnRule[]> = fc
  .array(fc.tuple(conditions, outcomes, fc.boolean()), { maxLength: 5 })
  .map((rules) =>
    rules.map(([asks, says, isSpare], index) => ({
      ...returnRule(`rule-${index + 1}`, asks, says),
      active: index === 0 || isSpare,
    })),
  )

/** An order of one line, its known facts, and the requested return. */
export const smallOrder = fc.record({
  order: fc.record({
    customer: fc.constantFrom(...CUSTOMER_KINDS),
    orderedOn: fc.constantFrom<Day>('2026-02-01', '2026-03-01', '2026-03-02'),
    despatchedOn: fc.constantFrom<Day | null>(null, '2026-03-02', '2026-03-03'),
    deliveredOn: fc.constantFrom<Day | null>(null, '2026-03-04', '2026-03-05'),
    country: fc.constantFrom('GB', 'IE', 'FR'),
    region: fc.constantFrom(null, 'NN', 'AB'),
    value: fc.constantFrom(100_000, 200_000, 300_001),
  }),
  line: fc.record({
    sku: fc.constantFrom('MUG', 'PLATE', 'FORK'),
    categories: fc.subarray(['Kitchen', 'Sale', 'New']),
    value: fc.constantFrom(99_999, 100_000, 200_000),
    serialNumbered: fc.boolean(),
  }),
  facts: fc.record({
    hadDeliveryException: fc.boolean(),
    earlierReturns: fc.subarray<Day>(['2026-02-10', '2026-03-04', '2026-03-09']),
  }),
  reason: fc.constantFrom('BROKEN', 'MIND'),
  quantity: fc.constantFrom(1, 2),
})
