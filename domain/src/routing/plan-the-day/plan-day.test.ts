import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DayToPlan, leastSaving, missedCost, type ToPlan, totalOf } from './day-plan.ts'
import { planDay, type SolvePart } from './plan-day.ts'
import { priceDay } from './relaxed-day.ts'

/** Calls back with every assignment that overfills no room more than it is; those with a carrier keep one. */
function everyWay({ consignments, rooms }: DayToPlan, visit: (chosen: readonly number[]) => void) {
  const left: Record<string, number> = {}
  for (const { options, standing, parcels } of consignments)
    for (const { room } of options) {
      left[room] ??= 0
      if (room === options[standing]?.room) left[room] += parcels
    }
  for (const room of Object.keys(left)) left[room] = Math.max(rooms[room] ?? Infinity, left[room] ?? 0)
  const chosen: number[] = []
  const go = (at: number) => {
    const one = consignments[at]
    if (!one) return visit(chosen)
    for (const [option, { room }] of one.options.entries()) {
      if ((left[room] ?? 0) < one.parcels) continue
      left[room] = (left[room] ?? 0) - one.parcels
      chosen[at] = option
      go(at + 1)
      left[room] = (left[room] ?? 0) + one.parcels
    }
    chosen[at] = -1
    if (one.standing < 0) go(at + 1)
  }
  go(0)
}

type Score = readonly [urgentLeft: number, othersLeft: number, cost: number]
function scoreOf(consignments: readonly ToPlan[], chosen: readonly number[]): Score {
  const leftOf = (isUrgent: boolean) =>
    consignments.filter((one, at) => one.isUrgent === isUrgent && (chosen[at] ?? -1) < 0).length
  const extra = consignments.reduce((sum, { options, standing }, at) => {
    const isMove = standing >= 0 && chosen[at] !== standing
    return isMove ? sum + leastSaving(options[standing]?.cost ?? 0) : sum
  }, 0)
  return [leftOf(true), leftOf(false), totalOf(consignments, chosen) + extra]
}
const isLess = (one: Score, other: Score) =>
  one[0] !== other[0] ? one[0] < other[0] : one[1] !== other[1] ? one[1] < other[1] : one[2] < other[2]

function bestScore(day: DayToPlan): Score {
  let best: Score = [Infinity, Infinity, Infinity]
  everyWay(day, (chosen) => {
    const score = scoreOf(day.consignments, chosen)
    if (isLess(score, best)) best = score
  })
  return best
}

function leastTotal(day: DayToPlan): number {
  let least = Infinity
  everyWay(day, (chosen) => (least = Math.min(least, totalOf(day.consignments, chosen))))
  return least
}

/** Tries every way of a part, as the integer program does. */
const solveByTrying: SolvePart = ({ consignments, rooms }) => {
  const part = { rooms, consignments: consignments.map((one) => ({ ...one, standing: -1, missed: 1e9 })) }
  let best: { chosen: number[]; total: number } = { chosen: [], total: Infinity }
  everyWay(part, (chosen) => {
    const total = totalOf(part.consignments, chosen)
    if (total < best.total) best = { chosen: [...chosen], total }
  })
  return Promise.resolve({ chosen: best.chosen, isExact: true })
}
const neverSolves: SolvePart = () => Promise.reject(new Error('All have one parcel'))

const ROOMS = ['dpd', 'evri', 'yodel']
const MISSED = 60_000

/** A day of a few consignments; those with a carrier hold a place of it. */
const dayOf = (most: number) => {
  const consignment = fc
    .record({
      parcels: fc.integer({ min: 1, max: most }),
      isUrgent: fc.boolean(),
      rooms: fc.subarray([0, 1, 2]),
      costs: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 3, maxLength: 3 }),
      stands: fc.integer({ min: -2, max: 2 }),
    })
    .map(({ parcels, isUrgent, rooms, costs, stands }): ToPlan => {
      const options = rooms.map((at) => ({
        method: ROOMS[at] ?? '',
        room: ROOMS[at] ?? '',
        cost: (costs[at] ?? 1) * 1500,
      }))
      const standing = Math.min(stands, options.length - 1)
      return {
        parcels,
        isUrgent,
        options,
        standing: Math.max(standing, -1),
        missed: missedCost(MISSED, parcels, options),
      }
    })
  const rooms = fc.record({ dpd: fc.integer({ min: 0, max: 4 }), evri: fc.integer({ min: 0, max: 3 }) })
  return fc.record({ consignments: fc.array(consignment, { maxLength: 6 }), rooms })
}

test('a plan is the best of all ways', async () => {
  await fc.assert(
    fc.asyncProperty(dayOf(1), async (day) => {
      const plan = await planDay(day, neverSolves)
      expect(plan.isExact).toBe(true)
      expect(scoreOf(day.consignments, plan.chosen)).toEqual(bestScore(day))
      expect(plan.bound).toBe(leastTotal(day))
    }),
    { numRuns: 500 },
  )
})

test('with consignments of several parcels too, and its bound is below every way', async () => {
  await fc.assert(
    fc.asyncProperty(dayOf(3), async (day) => {
      const plan = await planDay(day, solveByTrying)
      expect(plan.isExact).toBe(true)
      expect(scoreOf(day.consignments, plan.chosen)).toEqual(bestScore(day))
      expect(plan.bound).toBeLessThanOrEqual(leastTotal(day))
    }),
    { numRuns: 500 },
  )
})

test('the price of a place is what the least total falls by with one place more', () => {
  fc.assert(
    fc.property(dayOf(1), fc.constantFrom('dpd', 'evri'), (day, room) => {
      const price = priceDay(day).prices[room] ?? 0
      const taken = day.consignments.filter((one) => one.options[one.standing]?.room === room).length
      const more = { ...day, rooms: { ...day.rooms, [room]: Math.max(day.rooms[room] ?? 0, taken) + 1 } }
      expect(price).toBe(leastTotal(day) - leastTotal(more))
      expect(price).toBeGreaterThanOrEqual(0)
      expect(price).toBe(priceDay(day).bound - priceDay(more).bound)
    }),
    { numRuns: 500 },
  )
})

const option = (method: string, cost: number, room = method) => ({ method, room, cost })
const one = (options: ToPlan['options'], standing = -1): ToPlan => ({
  parcels: 1,
  isUrgent: false,
  options,
  standing,
  missed: 250_000,
})

test('an order is moved only to save at least £0.20 or 3 %', async () => {
  const dear = (cost: number, cheaper: number) =>
    planDay({ consignments: [one([option('evri', cost), option('dpd', cheaper)], 0)], rooms: {} }, neverSolves)
  expect((await dear(30_000, 28_001)).chosen).toEqual([0])
  expect((await dear(30_000, 27_999)).chosen).toEqual([1])
  expect((await dear(100_000, 97_001)).chosen).toEqual([0])
  expect((await dear(100_000, 96_999)).chosen).toEqual([1])
})

test('an order gives its place to one without a carrier, whatever that costs, and keeps a carrier', async () => {
  const consignments = [one([option('dpd', 30_000), option('evri', 500_000)], 0), one([option('dpd', 30_000)])]
  expect((await planDay({ consignments, rooms: { dpd: 1 } }, neverSolves)).chosen).toEqual([1, 0])
  const without = [one([option('dpd', 30_000)], 0), { ...one([option('dpd', 1000)]), isUrgent: true }]
  expect((await planDay({ consignments: without, rooms: { dpd: 1 } }, neverSolves)).chosen).toEqual([0, -1])
})

test('a limit below what a carrier already has takes no order away', async () => {
  const consignments = [one([option('dpd', 30_000)], 0), one([option('dpd', 30_000)], 0)]
  expect((await planDay({ consignments, rooms: { dpd: 1 } }, neverSolves)).chosen).toEqual([0, 0])
})

test('the last places of the cheapest carrier go to those that save most', async () => {
  const consignments = [30_000, 34_200, 38_000].map((evri) => one([option('dpd', 30_000), option('evri', evri)]))
  const plan = await planDay({ consignments, rooms: { dpd: 1 } }, neverSolves)
  expect(plan).toMatchObject({ chosen: [1, 1, 0], total: 94_200, prices: { dpd: 4200 }, arePricesExact: true })
})
