import { resolve } from 'node:path'
import { type DayToPlan, totalOf } from '@despatch/domain/routing/plan-the-day/day-plan'
import { planDay } from '@despatch/domain/routing/plan-the-day/plan-day'
import type { CompiledBook } from '@despatch/domain/routing/rule-book/compile-book'
import { solveAssignment } from '@despatch/server/routing/assignment/solve-assignment'
import { table, whole } from '../table.ts'
import { dayBook, SHARES } from './day-book.ts'
import { type Arrival, makeDay, readRealOrders, type RealOrder, type Scenario, toPlan } from './order-days.ts'
import { firstComeFirstServed, pricesOneByOne } from './strategies.ts'

const REAL_ORDERS = '../shared/real/orders'
const COUNT = 5000
const LARGE = 50_000
/** Days of the plain scenario, and of each other. */
const DAYS = 30
const OTHER_DAYS = 5
const FORECAST_DAYS = 4

const plain = (hasNoise: boolean): Scenario => ({ title: 'as the forecast', volume: 1, hasNoise })
const scenariosOf = (hasNoise: boolean): Scenario[] => [
  { ...plain(hasNoise), title: 'one parcel each', onlySingles: true },
  ...[0.6, 0.8, 1.2, 1.4, 1.6].map((volume) => ({
    ...plain(hasNoise),
    title: `${volume < 1 ? '−' : '+'}${Math.round(Math.abs(volume - 1) * 100)} %`,
    volume,
  })),
  { ...plain(hasNoise), title: 'shift of mix', mix: true },
  { ...plain(hasNoise), title: 'late heavy orders', lateHeavy: true },
  { ...plain(hasNoise), title: 'a stop at 11:00', stop: true },
  { ...plain(hasNoise), title: 'lumps of 20 to 60', lumps: true },
]

/**
 * Measures the exact plan of a day, and compares three ways of giving orders their carriers with the least cost that is
 * possible: first come first served, prices of places one by one, and the plan after first come first served. Days are
 * made of real orders; without them it measures nothing. Returns the missed aims.
 */
export async function measurePlanTheDay(realOrders: string | undefined): Promise<string[]> {
  const orders = await readRealOrders(realOrders ?? resolve(REAL_ORDERS))
  if (!orders?.length) {
    console.log(`\nplan the day: not measured, ${realOrders ?? REAL_ORDERS} has no orders`)
    return []
  }
  const book = dayBook()
  await measureTimes(book, orders)
  const missed: string[] = []
  for (const hasNoise of [false, true]) {
    const rows: string[][] = []
    for (const [at, scenario] of [plain(hasNoise), ...scenariosOf(hasNoise)].entries())
      rows.push(await compareWays(book, orders, scenario, at === 0 ? DAYS : OTHER_DAYS, missed))
    console.log(
      `\n${whole(COUNT)} orders a day, price cards ${hasNoise ? 'with' : 'without'} noise: % above the least cost possible, mean (worst day); orders without a carrier a day`,
    )
    console.log(table(['', 'first come', 'prices', 'planned', 'moved', 'without a carrier'], rows))
  }
  return missed
}

const placesOf = (orders: readonly RealOrder[], count: number, onlySingles: boolean): Record<string, number> => {
  const each = onlySingles ? 1 : orders.reduce((sum, { parcels }) => sum + parcels.length, 0) / orders.length
  return Object.fromEntries(
    Object.entries(SHARES).map(([carrier, share]) => [carrier, Math.round(share * count * each)]),
  )
}

async function measureTimes(book: CompiledBook, orders: readonly RealOrder[]): Promise<void> {
  const rows: string[][] = []
  for (const hasNoise of [false, true])
    for (const onlySingles of [true, false])
      for (const count of [COUNT, LARGE]) {
        const scenario = { ...plain(hasNoise), volume: 1.2, ...(onlySingles && { onlySingles }) }
        const day = makeDay(book, orders, { count, seed: 1, scenario })
        const problem = toPlan(day, placesOf(orders, count, onlySingles))
        const began = performance.now()
        const plan = await planDay(problem, solveAssignment)
        const seconds = (performance.now() - began) / 1000
        const title = `${whole(day.length)} orders${onlySingles ? ' of one parcel' : ''}${hasNoise ? ', noise' : ''}`
        const gap = `${(((plan.total - plan.bound) / plan.bound) * 100).toFixed(4)} %`
        rows.push([title, seconds.toFixed(2), plan.isExact ? 'exact' : 'within the bound', gap])
      }
  console.log('\nplan of a day, 20 % above its usual volume')
  console.log(table(['', 's', '', 'above the bound'], rows))
}

type Way = 'first' | 'prices' | 'planned'
type Day = Record<Way, number> & {
  readonly bound: number
  readonly moved: number
  readonly without: Record<Way, number>
}

async function compareWays(
  book: CompiledBook,
  orders: readonly RealOrder[],
  scenario: Scenario,
  days: number,
  missed: string[],
): Promise<string[]> {
  const places = placesOf(orders, COUNT, scenario.onlySingles === true)
  const usual = { ...plain(scenario.hasNoise), ...(scenario.onlySingles && { onlySingles: true as const }) }
  const all: Day[] = []
  for (let at = 0; at < days; at++) {
    const make = (seed: number, of: Scenario) => makeDay(book, orders, { count: COUNT, seed, scenario: of })
    const forecast = Array.from({ length: FORECAST_DAYS }, (_, week) => make(1000 + at * 10 + week, usual))
    all.push(await playDay(make(5000 + at, scenario), places, { forecast, hasStop: scenario.stop === true }))
  }
  const above = (way: Way) => all.map((day) => (day[way] / day.bound - 1) * 100)
  const cell = (way: Way) => `${mean(above(way)).toFixed(2)} (${Math.max(...above(way)).toFixed(2)})`
  const total = (way: Way | 'bound') => all.reduce((sum, day) => sum + day[way], 0)
  const title = `${scenario.title}${scenario.hasNoise ? ', noise' : ''}`
  if (total('prices') > total('first') * 1.005)
    missed.push(`plan the day (${title}): prices cost ${percent(total('prices') / total('first') - 1)} more in all`)
  const worst = Math.max(...all.map((day) => day.prices / day.first - 1))
  if (worst > 0.002) missed.push(`plan the day (${title}): prices cost ${percent(worst)} more on the worst day`)
  const without = (['first', 'prices', 'planned'] as const).map((way) =>
    whole(mean(all.map((day) => day.without[way]))),
  )
  const moved = `${percent(mean(all.map((day) => day.moved)))}`
  return [title, cell('first'), cell('prices'), cell('planned'), moved, without.join(' / ')]
}

async function playDay(
  day: readonly Arrival[],
  places: Record<string, number>,
  { forecast, hasStop }: { forecast: Arrival[][]; hasStop: boolean },
): Promise<Day> {
  const problem = toPlan(day, places)
  const { consignments } = problem
  const first = firstComeFirstServed(day, places)
  const prices = pricesOneByOne(day, places, forecast, hasStop)
  const standing: DayToPlan = {
    rooms: places,
    consignments: consignments.map((one, at) => ({ ...one, standing: first[at] ?? -1 })),
  }
  const plan = await planDay(standing, solveAssignment)
  const { bound } = await planDay(problem, ({ consignments: part }) =>
    Promise.resolve({ chosen: part.map(() => -1), isExact: false }),
  )
  const withoutOf = (chosen: readonly number[]) => chosen.filter((option) => option < 0).length
  return {
    first: totalOf(consignments, first),
    prices: totalOf(consignments, prices),
    planned: plan.total,
    bound,
    moved: plan.chosen.filter((option, at) => option !== first[at]).length / day.length,
    without: { first: withoutOf(first), prices: withoutOf(prices), planned: withoutOf(plan.chosen) },
  }
}

const mean = (figures: readonly number[]) => figures.reduce((sum, one) => sum + one, 0) / Math.max(figures.length, 1)
const percent = (share: number) => `${(share * 100).toFixed(2)} %`
