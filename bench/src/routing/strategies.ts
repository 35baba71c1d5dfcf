import type { DayToPlan } from '@despatch/domain/routing/plan-the-day/day-plan'
import { relaxDay } from '@despatch/domain/routing/plan-the-day/relaxed-day'
import { FOR_PRICES } from '@despatch/domain/routing/plan-the-day/day-plan'
import { type Arrival, STOP } from './order-days.ts'

type Places = Readonly<Record<string, number>>

/** Each order in turn takes its cheapest method that has places: allocation today. By position: its option, -1 without. */
export function firstComeFirstServed(day: readonly Arrival[], places: Places): number[] {
  return inTurn(day, places, () => () => 0)
}

/** The price of a place by carrier at a moment, and by alike consignments the share that each carrier should take. */
type Priced = { readonly prices: Places; readonly quotas: ReadonlyMap<string, Places> }

const SOLVES_A_DAY = 12
/** Consignments that a solve looks at. */
const MAX_SAMPLE = 2500
/** In the last hour before the cut-off a place has no price. */
const LAST_HOUR = 60
const PENNY = 100

/**
 * Each order in turn takes the method with the least sum of cost and price of its places. Prices are solved from what
 * the four days of the forecast still expect, scaled by the pace of the day, 12 times, and at a stop; orders equal within a penny are
 * split as the solution splits them.
 */
export function pricesOneByOne(
  day: readonly Arrival[],
  places: Places,
  forecast: readonly (readonly Arrival[])[],
  hasStop = false,
): number[] {
  const all = forecast.flat().toSorted((one, other) => one.minute - other.minute)
  const cutOff = day.at(-1)?.minute ?? 0
  const moments = Array.from({ length: SOLVES_A_DAY }, (_, at) =>
    at === 0 ? 0 : (all[Math.floor((all.length * at) / SOLVES_A_DAY)]?.minute ?? 0),
  )
  let [solved, isStopped] = [0, false]
  let priced: Priced = { prices: {}, quotas: new Map() }
  let split = new Map<string, Map<string, number>>()
  return inTurn(day, places, (left, at) => {
    const { minute, key } = day[at] ?? { minute: 0, key: '' }
    let isDue = false
    while (solved < moments.length && (moments[solved] ?? 0) <= minute) [solved, isDue] = [solved + 1, true]
    if (hasStop && !isStopped && minute >= STOP.minute) [isStopped, isDue] = [true, true]
    if (isDue) {
      priced = solvePrices(all, {
        minute,
        come: at,
        days: forecast.length,
        left: isStopped ? { ...left, [STOP.carrier]: 0 } : left,
      })
      split = new Map()
    }
    if (minute > cutOff - LAST_HOUR) return () => 0
    const quota = priced.quotas.get(key)
    const taken = split.get(key) ?? new Map<string, number>()
    split.set(key, taken)
    const count = [...taken.values()].reduce((sum, one) => sum + one, 0) + 1
    return (room, isTaken) => {
      if (isTaken) taken.set(room, (taken.get(room) ?? 0) + 1)
      // Behind its quota, a carrier is preferred by up to a penny.
      const behind = quota ? Math.min(Math.max((quota[room] ?? 0) * count - (taken.get(room) ?? 0), -1), 1) : 0
      return (priced.prices[room] ?? 0) - (behind * PENNY) / 2
    }
  })
}

type Moment = { readonly minute: number; readonly come: number; readonly days: number; readonly left: Places }

function solvePrices(all: readonly Arrival[], { minute, come, days, left }: Moment): Priced {
  const rest = all.filter((one) => one.minute >= minute)
  const expected = (all.length - rest.length) / days
  // A few orders say little about the day.
  const steady = all.length / days / 20
  const pace = (come + steady) / (expected + steady)
  const every = Math.max(rest.length / MAX_SAMPLE, 1)
  const sample = Array.from(
    { length: Math.floor(rest.length / every) },
    (_, at) => rest[Math.floor(at * every)],
  ).flatMap((one) => one ?? [])
  const scale = sample.length / ((rest.length / days) * pace)
  const rooms = Object.fromEntries(Object.entries(left).map(([room, places]) => [room, Math.round(places * scale)]))
  const problem: DayToPlan = { consignments: sample.map(({ of }) => of), rooms }
  const relaxed = relaxDay(problem, FOR_PRICES)
  const prices = Object.fromEntries(relaxed.rooms.names.map((room, at) => [room, relaxed.duals[at] ?? 0]))
  const counts = new Map<string, Record<string, number>>()
  for (const [at, { key }] of sample.entries()) {
    const room = relaxed.rooms.names[relaxed.roomOf[at] ?? -1]
    const of = counts.get(key) ?? {}
    if (room !== undefined) of[room] = (of[room] ?? 0) + 1
    counts.set(key, of)
  }
  const quotas = new Map([...counts].map(([key, of]) => [key, shares(of)]))
  return { prices, quotas }
}

function shares(counts: Places): Places {
  const all = Object.values(counts).reduce((sum, one) => sum + one, 0)
  return Object.fromEntries(Object.entries(counts).map(([room, count]) => [room, count / all]))
}

/** What a place adds to a cost; with `isTaken`, that the order took it. */
type PriceOf = (room: string, isTaken?: boolean) => number

function inTurn(day: readonly Arrival[], places: Places, pricesAt: (left: Places, at: number) => PriceOf): number[] {
  const left = { ...places }
  return day.map(({ of: { options, parcels } }, at) => {
    const priceOf = pricesAt(left, at)
    let [best, least] = [-1, Number.POSITIVE_INFINITY]
    for (const [option, { room, cost }] of options.entries()) {
      if ((left[room] ?? 0) < parcels) continue
      const sum = cost + parcels * priceOf(room)
      if (sum < least) [best, least] = [option, sum]
    }
    const room = options[best]?.room
    if (room !== undefined) {
      left[room] = (left[room] ?? 0) - parcels
      priceOf(room, true)
    }
    return best
  })
}
