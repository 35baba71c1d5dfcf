import type { ToAssign } from '@despatch/domain/routing/assignment/assignment'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assign } from './assign.ts'

const option = (method: string, cost: number) => ({ method, room: method, cost })
const one = (options: ToAssign['options'], more: Partial<ToAssign> = {}): ToAssign => ({
  parcels: 1,
  isUrgent: false,
  options,
  ...more,
})

test('the last place goes to the order that has no other', async () => {
  const consignments = [one([option('evri', 300), option('dpd', 400)]), one([option('evri', 300)])]
  const { chosen, isExact } = await assign({ consignments, rooms: { evri: 1 } })
  expect({ chosen, isExact }).toEqual({ chosen: [1, 0], isExact: true })
})

test('an urgent order gets the place even where that costs more', async () => {
  const consignments = [one([option('evri', 100)]), one([option('evri', 900)], { isUrgent: true })]
  expect((await assign({ consignments, rooms: { evri: 1 } })).chosen).toEqual([-1, 0])
})

test('nothing binds: each takes its cheapest method, the first of equal ones', async () => {
  const consignments = [one([option('dpd', 300), option('evri', 300)]), one([])]
  expect((await assign({ consignments, rooms: { dpd: 5 } })).chosen).toEqual([0, -1])
})

type Score = readonly [urgentLeft: number, othersLeft: number, cost: number]
const scoreOf = (all: readonly ToAssign[], chosen: readonly number[]): Score => {
  const leftOf = (isUrgent: boolean) => all.filter((it, i) => it.isUrgent === isUrgent && (chosen[i] ?? -1) < 0).length
  const cost = all.reduce((sum, { options }, i) => sum + (options[chosen[i] ?? -1]?.cost ?? 0), 0)
  return [leftOf(true), leftOf(false), cost]
}
const isLess = (a: Score, b: Score) => (a[0] !== b[0] ? a[0] < b[0] : a[1] !== b[1] ? a[1] < b[1] : a[2] < b[2])

/** Tries every way. */
function bruteForce(all: readonly ToAssign[], rooms: Readonly<Record<string, number>>): Score {
  let best: Score = [all.length, all.length, Infinity]
  const go = (index: number, chosen: number[], left: Record<string, number>) => {
    const it = all[index]
    if (!it) {
      const score = scoreOf(all, chosen)
      if (isLess(score, best)) best = score
      return
    }
    go(index + 1, [...chosen, -1], left)
    for (const [at, { room }] of it.options.entries())
      if ((left[room] ?? Infinity) >= it.parcels)
        go(index + 1, [...chosen, at], { ...left, [room]: (left[room] ?? Infinity) - it.parcels })
  }
  go(0, [], rooms)
  return best
}

test(
  'it is the best of all ways: fewest urgent, then fewest others left, then the least cost',
  { timeout: 120_000 },
  async () => {
    const methods = fc.subarray(['evri', 'dpd', 'dhl'])
    const consignment = fc
      .record({
        parcels: fc.integer({ min: 1, max: 3 }),
        isUrgent: fc.boolean(),
        methods,
        costs: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 3, maxLength: 3 }),
      })
      .map(({ parcels, isUrgent, methods: names, costs }) => ({
        parcels,
        isUrgent,
        options: names.map((name, i) => option(name, costs[i] ?? 1)),
      }))
    const rooms = fc.record({ evri: fc.integer({ min: 0, max: 4 }), dpd: fc.integer({ min: 0, max: 4 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(consignment, { maxLength: 6 }), rooms, async (consignments, given) => {
        const { chosen, isExact } = await assign({ consignments, rooms: given })
        const used = new Map<string, number>()
        for (const [i, { options, parcels }] of consignments.entries()) {
          const room = options[chosen[i] ?? -1]?.room
          if (room !== undefined) used.set(room, (used.get(room) ?? 0) + parcels)
        }
        for (const [room, limit] of Object.entries(given)) expect(used.get(room) ?? 0).toBeLessThanOrEqual(limit)
        expect(isExact).toBe(true)
        expect(scoreOf(consignments, chosen)).toEqual(bruteForce(consignments, given))
      }),
      { numRuns: 60 },
    )
  },
)
