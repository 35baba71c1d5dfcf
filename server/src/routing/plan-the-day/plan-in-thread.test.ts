import { type DayToPlan, missedCost, type ToPlan, totalOf } from '@despatch/domain/routing/plan-the-day/day-plan'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planDays } from './plan-in-thread.ts'

const ROOMS = ['dpd', 'evri', 'yodel'] as const
const option = (room: string, cost: number) => ({ method: room, room, cost })

/** The least total of all ways, of consignments without a carrier. */
function leastTotal(
  { consignments, rooms }: DayToPlan,
  from = 0,
  left: Readonly<Record<string, number>> = rooms,
): number {
  const one = consignments[from]
  if (!one) return 0
  let least = one.missed + leastTotal({ consignments, rooms }, from + 1, left)
  for (const { room, cost } of one.options) {
    const places = (left[room] ?? Infinity) - one.parcels
    if (places < 0) continue
    least = Math.min(least, cost + leastTotal({ consignments, rooms }, from + 1, { ...left, [room]: places }))
  }
  return least
}

const consignment = fc
  .record({
    parcels: fc.integer({ min: 1, max: 4 }),
    costs: fc.array(fc.integer({ min: 20_000, max: 60_000 }), { minLength: 3, maxLength: 3 }),
  })
  .map(({ parcels, costs }): ToPlan => {
    const options = ROOMS.map((room, at) => option(room, (costs[at] ?? 0) * parcels))
    return { parcels, isUrgent: false, options, standing: -1, missed: missedCost(250_000, parcels, options) }
  })

test('the integer program makes days with consignments of several parcels whole', { timeout: 120_000 }, async () => {
  const rooms = fc.record({ dpd: fc.integer({ min: 0, max: 9 }), evri: fc.integer({ min: 0, max: 9 }) })
  const day = fc.record({ consignments: fc.array(consignment, { minLength: 4, maxLength: 8 }), rooms })
  const days = fc.sample(day, { numRuns: 60, seed: 7 })
  for (const [at, plan] of (await planDays(days)).entries()) {
    const of = days[at] ?? { consignments: [], rooms: {} }
    // A room without a limit takes all, so none is left and the least cost is the plan.
    expect(plan).toMatchObject({ isExact: true, total: leastTotal(of) })
    expect(totalOf(of.consignments, plan.chosen)).toBe(plan.total)
    expect(plan.bound).toBeLessThanOrEqual(plan.total)
  }
})

test('days without orders need no thread', async () => {
  expect(await planDays([{ consignments: [], rooms: {} }])).toMatchObject([{ chosen: [], isExact: true }])
})
