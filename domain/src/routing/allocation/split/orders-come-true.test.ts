import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyBook, anyConsignment, anyUsage, MONDAY, route } from '../../../testing/rule-books.ts'
import { type CompiledBook, compileBook, usedOn } from '../../rule-book/compile-book.ts'
import type { RuleBook } from '../../rule-book/rule-book.ts'
import { allocate } from '../allocate.ts'
import { NO_CHOICES } from '../by-hand.ts'
import { decideSplit } from './decide-split.ts'
import { constraintsOf, mayBeOverruled } from '../constraints.ts'
import { boundsOf } from '../overrule/overrules.ts'
import { type Goods, planConsignments } from '../plan-consignments.ts'

/** ROUTING_CASES sets a larger number than `npm test` uses. */
const numRuns = Number(process.env['ROUTING_CASES'] ?? 300)

const SKUS = ['a', 'b', 'c', 'd']
const anyParcel = fc.record({ weight: fc.nat(30_000), length: fc.nat(1500), volume: fc.nat(60_000) })
const anyGoods: fc.Arbitrary<Record<string, Goods>> = fc.record(
  Object.fromEntries(
    SKUS.map((sku) => [
      sku,
      fc.record({
        unit: anyParcel,
        categories: fc.subarray(['heavy', 'fragile']),
        components: fc.oneof(
          { weight: 3, arbitrary: fc.constant([]) },
          fc.array(fc.record({ sku: fc.constantFrom('x', 'y'), box: anyParcel, categories: fc.constant([]) }), {
            minLength: 1,
            maxLength: 2,
          }),
        ),
      }),
    ]),
  ),
)
const anyRoutes = fc.array(
  fc.record({
    by: fc.oneof(
      fc.record({ sku: fc.constantFrom(...SKUS, 'x', 'y') }),
      fc.record({ category: fc.constantFrom('heavy', 'fragile') }),
    ),
    carrier: fc.constantFrom('DHL', 'DPD', 'EVRI'),
    isToMethod: fc.boolean(),
  }),
  { maxLength: 4 },
)
const anyOrder = fc.record({
  rules: anyBook,
  routes: anyRoutes,
  goods: anyGoods,
  usage: anyUsage,
  lines: fc.array(fc.record({ sku: fc.constantFrom(...SKUS), quantity: fc.integer({ min: 1, max: 4 }) }), {
    minLength: 1,
    maxLength: 5,
  }),
  packing: fc.record({
    weight: fc.integer({ min: 5000, max: 40_000 }),
    volume: fc.integer({ min: 20_000, max: 150_000 }),
  }),
  isBound: fc.boolean(),
})

type AnyOrder = typeof anyOrder extends fc.Arbitrary<infer Of> ? Of : never

function bookOf({ rules, routes, packing, isBound }: AnyOrder): RuleBook {
  const fixedRouting = routes.map(({ by, carrier, isToMethod }, index) => {
    const method = isToMethod ? rules.methods.find((one) => one.carrier === carrier) : undefined
    return route(String(index), by, { carrier, clientMethodID: method?.clientMethodID ?? null })
  })
  const multiBox = {
    Same_Component_Carrier_Default: isBound ? ('Y' as const) : ('N' as const),
    Same_Component_Carrier: {},
  }
  return { ...rules, fixedRouting, packing, multiBox }
}

/** The outcome of an order: each consignment's method and cost. */
function outcomeOf(compiled: CompiledBook, { goods, usage }: AnyOrder, lines: AnyOrder['lines']) {
  const order = { service: 'STANDARD' as const, country: 'GB', region: 'Wales', despatchDay: MONDAY, lines }
  const plan = planConsignments(compiled, order, (sku) => goods[sku])
  if ('conflict' in plan) return 'conflict'
  const used = usedOn(compiled, usage, MONDAY)
  return decideSplit(compiled, plan, NO_CHOICES, used).map((consignment) => {
    const { chosen, costs } = allocate(compiled, consignment, used)
    const carrier = compiled.carrierOf[chosen] ?? 0
    if (chosen >= 0) used[carrier] = (used[carrier] ?? 0) + consignment.parcels.length
    return [chosen, costs[chosen] ?? null, consignment.parcels, consignment.skus.toSorted()]
  })
}

test('the outcome of an order does not depend on the order of its lines', () => {
  fc.assert(
    fc.property(anyOrder, fc.infiniteStream(fc.nat(100)), (order, numbers) => {
      const compiled = compileBook(bookOf(order))
      const shuffled = order.lines
        .map((line) => ({ line, at: Number(numbers.next().value) }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ line }) => line)
      expect(outcomeOf(compiled, order, shuffled)).toEqual(outcomeOf(compiled, order, order.lines))
    }),
    { numRuns },
  )
})

test('free goods are an exception only if no method takes them separately', () => {
  fc.assert(
    fc.property(anyOrder, (order) => {
      const compiled = compileBook({ ...bookOf(order), capacities: [] })
      const lines = order.lines.map(({ sku, quantity }) => ({ sku, quantity }))
      const asked = { service: 'STANDARD' as const, country: 'GB', region: 'Wales', despatchDay: MONDAY, lines }
      const plan = planConsignments(compiled, asked, (sku) => order.goods[sku])
      if ('conflict' in plan) return
      const used = new Float64Array(compiled.carriers.length)
      const sent = decideSplit(compiled, plan, NO_CHOICES, used)
      const isTaken = (one: (typeof sent)[number]) => allocate(compiled, one, used).chosen >= 0
      const hasGoodsOf = (one: (typeof sent)[number], part: (typeof sent)[number]) =>
        part.skus.every((sku) => one.skus.includes(sku))
      for (const part of plan.apart.flat())
        if (isTaken(part)) expect(sent.some((one) => hasGoodsOf(one, part) && isTaken(one))).toBe(true)
    }),
    { numRuns },
  )
})

test('a choice by hand applies up to the overruled values', () => {
  fc.assert(
    fc.property(anyBook, anyConsignment, fc.nat(7), (rules, given, at) => {
      const compiled = compileBook(rules)
      const method = compiled.methods[at]
      if (!method) return
      const used = new Float64Array(compiled.carriers.length)
      const failing = constraintsOf(allocate(compiled, given, used).failing[at] ?? 0)
      if (!failing.every(mayBeOverruled)) return
      const byHand = {
        clientMethodID: method.clientMethodID,
        overruled: failing,
        bounds: boundsOf(given, failing),
      }
      const goesWith = (parcels: typeof given.parcels) =>
        allocate(compiled, { ...given, parcels, byHand }, used).chosen === at
      expect(goesWith(given.parcels)).toBe(true)
      const heavier = given.parcels.map((one) => ({ ...one, weight: one.weight + 1 }))
      if (failing.includes('ConsignmentWeight') || failing.includes('ParcelWeight'))
        expect(goesWith(heavier)).toBe(false)
    }),
    { numRuns },
  )
})
