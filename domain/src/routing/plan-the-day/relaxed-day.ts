import type { Cost } from '../prices/costing.ts'
import {
  bestByRoom,
  type DayToPlan,
  FOR_PRICES,
  type Rooms,
  roomsOf,
  type ToPlan,
  totalOf,
  type Weighing,
  weighingForPlan,
} from './day-plan.ts'
import { Transport, type TransportClass } from './transport.ts'

/** A consignment with what its rooms offer. */
export type Weighed = { readonly one: ToPlan; readonly options: Int32Array; readonly weights: Float64Array }

/**
 * A day whose consignments may be divided between carriers, parcel by parcel, at a part of their cost: a transportation
 * problem. It is exact where all have one parcel; otherwise few are divided, and nothing costs less.
 */
export type RelaxedDay = {
  readonly rooms: Rooms
  readonly weighed: readonly Weighed[]
  /** By position: the room of a consignment that is whole; -1 of a divided one. */
  readonly roomOf: Int32Array
  /** The places that whole consignments leave, by room. */
  readonly free: Float64Array
  /** Dual prices of a place, by room, in weights. */
  readonly duals: Float64Array
  /** The weight of the relaxed solution: no assignment has less. */
  readonly bound: number
}

type Class = TransportClass & { readonly parcels: number; readonly members: number[] }

/** Consignments with the same weights and parcels are one class. */
function classesOf(weighed: readonly Weighed[]): Class[] {
  const byKey = new Map<string, Class>()
  for (const [at, { one, weights }] of weighed.entries()) {
    const key = `${one.parcels} ${weights.join(' ')}`
    const known = byKey.get(key)
    if (known) known.members.push(at)
    else byKey.set(key, { units: 0, parcels: one.parcels, members: [at], weights: weights.map((w) => w / one.parcels) })
  }
  return Array.from(byKey.values(), (one) => ({ ...one, units: one.parcels * one.members.length }))
}

/** Solves a day with divided consignments. */
export function relaxDay(day: DayToPlan, weighing?: Weighing): RelaxedDay {
  const rooms = roomsOf(day)
  const { consignments } = day
  const by = weighing ?? weighingForPlan(consignments, rooms)
  const indexOf = new Map(rooms.names.map((name, index) => [name, index]))
  const weighed = consignments.map((one) => ({ one, ...bestByRoom(one, indexOf, rooms, by) }))
  const solved = solveRelaxed(weighed, rooms.limits)
  if (!solved) throw new RangeError('Not all consignments have a place')
  return { rooms, weighed, ...solved }
}

/** Solves weighed consignments in rooms with these limits; undefined if not all fit. */
export function solveRelaxed(
  weighed: readonly Weighed[],
  limits: Float64Array,
): Omit<RelaxedDay, 'rooms' | 'weighed'> | undefined {
  const classes = classesOf(weighed)
  const solved = new Transport(classes, limits)
  if (!solved.isComplete) return undefined
  const duals = Float64Array.from(solved.onePlaceMore(), ({ gain }) => gain)
  return { ...wholeOnes(classes, solved, limits), duals, bound: weightOf(classes, solved, limits) }
}

/** Gives the members of each class whole places as far as these go. */
function wholeOnes(classes: readonly Class[], solved: Transport, limits: Float64Array) {
  const free = limits.slice()
  const roomOf = new Int32Array(classes.reduce((sum, { members }) => sum + members.length, 0)).fill(-1)
  for (const [index, { parcels, members }] of classes.entries()) {
    let next = 0
    for (let room = 0; room < limits.length; room++)
      for (let whole = Math.floor(solved.unitsIn(index, room) / parcels + 1e-9); whole > 0; whole--) {
        roomOf[members[next++] ?? -1] = room
        free[room] = (free[room] ?? 0) - parcels
      }
  }
  return { roomOf, free }
}

function weightOf(classes: readonly Class[], solved: Transport, limits: Float64Array): number {
  let sum = 0
  for (const [index, { weights }] of classes.entries())
    for (let room = 0; room < limits.length; room++) {
      const units = solved.unitsIn(index, room)
      if (units > 0) sum += units * (weights[room] ?? 0)
    }
  return sum
}

/** What one place more in each room with a limit is worth, and the least total that is possible. */
export type PlacePrices = {
  readonly prices: Readonly<Record<string, Cost>>
  readonly areExact: boolean
  readonly bound: Cost
}

/**
 * The price of a place by room: what the total of costs would fall by with one place more, never negative. Orders
 * without a carrier count at the cost of a missed day. It is exact where all consignments have one parcel: the shortest
 * path to the room in the residual graph.
 */
export function priceDay(day: DayToPlan): PlacePrices {
  const { rooms, duals, bound } = relaxDay(day, FOR_PRICES)
  const priced = rooms.names.flatMap((name, room) =>
    Number.isFinite(rooms.limits[room]) ? [[name, Math.round(duals[room] ?? 0)] as const] : [],
  )
  return {
    prices: Object.fromEntries(priced),
    areExact: day.consignments.every(({ parcels }) => parcels === 1),
    // Costs are whole, and relaxed ones may be fractions.
    bound: Math.max(Math.ceil(bound - 1e-3), 0),
  }
}

/** The options of an assignment by rooms: -1 without a carrier. */
export const optionsOf = ({ weighed }: Pick<RelaxedDay, 'weighed'>, roomOf: Int32Array): number[] =>
  weighed.map(({ options }, at) => options[roomOf[at] ?? -1] ?? -1)

/** The weight of an assignment by rooms; Infinity if a consignment may not be in its room. */
export const weightOfRooms = ({ weighed }: Pick<RelaxedDay, 'weighed'>, roomOf: Int32Array): number =>
  weighed.reduce((sum, { weights }, at) => sum + (weights[roomOf[at] ?? -1] ?? Number.POSITIVE_INFINITY), 0)

/** The total of an assignment by rooms. */
export const totalOfRooms = (relaxed: Pick<RelaxedDay, 'weighed'>, roomOf: Int32Array): Cost =>
  totalOf(
    relaxed.weighed.map(({ one }) => one),
    optionsOf(relaxed, roomOf),
  )
