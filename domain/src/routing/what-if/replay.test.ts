import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileBook, slotOn } from '../rule-book/compile-book.ts'
import { usageKey } from '../allocation/consignment.ts'
import { startSide, replayNext, ReplayTally } from './replay.ts'
import type { RuleBook } from '../rule-book/rule-book.ts'
import { anyBook, anyConsignment, book, consignment, method, MONDAY, parcel } from '../../testing/rule-books.ts'

const replay = (before: RuleBook, after: RuleBook, of: Parameters<typeof replayNext>[1][]) => {
  const [one, other] = [startSide(compileBook(before)), startSide(compileBook(after))]
  const tally = new ReplayTally()
  const moved = of.map((each) => tally.add(each.despatchDay, replayNext(one, each), replayNext(other, each)))
  return { ...tally.sum(), moved }
}
const slots = (monday: number) => [
  { carrier: 'DPD', slots: [monday, 0, 0, 0, 0, 0, 0], effectiveFrom: null, effectiveBetween: null },
]
const methods = [method('CHEAP', 'DPD', 300), method('DEAR', 'DHL', 500)]

test('earlier consignments use up capacity for later ones', () => {
  const of = [1, 2, 3, 4].map(() => consignment({ parcels: [parcel(), parcel()] }))
  const { moves, moved, costBefore, costAfter, fullDays } = replay(
    book({ methods }),
    book({ methods, capacities: slots(5) }),
    of,
  )
  expect(moved).toEqual([false, false, true, true])
  expect(moves).toEqual([{ from: 'CHEAP', to: 'DEAR', count: 2 }])
  expect([costBefore, costAfter]).toEqual([120_000, 160_000])
  expect(fullDays).toEqual([{ carrier: 'DPD', day: MONDAY, count: 2 }])
})

test('existing usage counts', () => {
  const side = startSide(compileBook(book({ methods, capacities: slots(5) })), new Map([[usageKey('DPD', MONDAY), 4]]))
  expect(replayNext(side, consignment()).clientMethodID).toBe('CHEAP')
  expect(replayNext(side, consignment())).toEqual({ clientMethodID: 'DEAR', cost: 50_000, fullCarriers: ['DPD'] })
})

test('new and ended routing exceptions are counted', () => {
  const [none, all] = [book({ methods: [] }), book({ methods })]
  const of = [consignment(), consignment()]
  expect(replay(all, none, of)).toMatchObject({ newExceptions: 2, endedExceptions: 0, costAfter: 0 })
  expect(replay(none, all, of)).toMatchObject({ newExceptions: 0, endedExceptions: 2, costBefore: 0 })
})

test('moves are sorted by number, full days by date and number', () => {
  const TUESDAY = '2026-03-03'
  const three = [method('CHEAP', 'DPD', 300), method('NEXT', 'DHL', 500), method('LAST', 'EVRI', 900)]
  const every = (carrier: string, slot: number) => ({
    carrier,
    slots: [slot, slot, slot, slot, slot, 0, 0],
    effectiveFrom: null,
    effectiveBetween: null,
  })
  const of = [...[1, 2, 3, 4].map(() => consignment({ despatchDay: TUESDAY })), consignment(), consignment()]
  const after = book({ methods: three, capacities: [every('DPD', 0), every('DHL', 1)] })
  expect(replay(book({ methods: three }), after, of)).toMatchObject({
    consignments: 6,
    moves: [
      { from: 'CHEAP', to: 'LAST', count: 4 },
      { from: 'CHEAP', to: 'NEXT', count: 2 },
    ],
    fullDays: [
      { carrier: 'DPD', day: MONDAY, count: 2 },
      { carrier: 'DHL', day: MONDAY, count: 1 },
      { carrier: 'DPD', day: TUESDAY, count: 4 },
      { carrier: 'DHL', day: TUESDAY, count: 3 },
    ],
  })
})

test('an exception lists every full carrier and costs nothing', () => {
  const side = startSide(
    compileBook(book({ methods, capacities: [...slots(0), ...slots(0).map((dpd) => ({ ...dpd, carrier: 'DHL' }))] })),
  )
  expect(replayNext(side, consignment())).toEqual({ clientMethodID: null, cost: 0, fullCarriers: ['DPD', 'DHL'] })
  const same = [method('A', 'DPD', 300, { transitDays: 1 }), method('B', 'DHL', 300, { transitDays: 2 })]
  const tied = startSide(compileBook(book({ methods: same, capacities: slots(0) })))
  expect(replayNext(tied, consignment())).toEqual({ clientMethodID: 'B', cost: 30_000, fullCarriers: ['DPD'] })
})

test('a full carrier is not listed if it would not have been chosen', () => {
  const dear = [method('CHEAP', 'DHL', 300), method('DEAR', 'DPD', 500)]
  const side = startSide(compileBook(book({ methods: dear, capacities: slots(0) })))
  expect(replayNext(side, consignment()).fullCarriers).toEqual([])
})

test('comparing a book with itself moves nothing and respects all limits', () => {
  fc.assert(
    fc.property(anyBook, fc.array(anyConsignment, { maxLength: 30 }), (rules, of) => {
      expect(replay(rules, rules, of).moves).toEqual([])
      const side = startSide(compileBook(rules))
      for (const each of of) replayNext(side, each)
      for (const [day, used] of side.used)
        for (const [index, { code }] of rules.carriers.entries())
          expect(used[index]).toBeLessThanOrEqual(slotOn(rules.capacities, code, day) ?? Number.POSITIVE_INFINITY)
    }),
    { numRuns: 300 },
  )
})
