import type { AssignmentOption, ToAssign } from '../assignment/assignment.ts'
import { type RelaxedDay, solveRelaxed, type Weighed, weightOfRooms } from './relaxed-day.ts'

/** The weights of two assignments that differ by less are equal: costs are whole. */
const LEAST_GAP = 0.5
/** Variables that the solver gets at most; more take too long. */
const MAX_VARIABLES = 6000

/** An assignment of whole consignments, by room. */
export type WholeDay = {
  readonly roomOf: Int32Array
  readonly weight: number
}

/**
 * Makes a relaxed solution whole: divided consignments take the best room that still has places for them, those with
 * the most parcels first. If one that has a carrier finds none, divided ones, or else all of several parcels, stay
 * where they are, and those of one parcel are planned around them.
 */
export function roundDay(relaxed: RelaxedDay): WholeDay {
  const { rooms, weighed } = relaxed
  const filled = relaxed.roomOf.slice()
  if (fillIn(relaxed, filled, relaxed.free.slice())) return { roomOf: filled, weight: weightOfRooms(relaxed, filled) }
  const standing = weighed.map(({ one }) => rooms.names.indexOf(one.options[one.standing]?.room ?? ''))
  const kept = relaxed.roomOf.map((room, at) => (room >= 0 ? room : (standing[at] ?? -1)))
  const roomOf = planAround(relaxed, kept) ?? planAround(relaxed, Int32Array.from(standing)) ?? kept
  return { roomOf, weight: weightOfRooms(relaxed, roomOf) }
}

/**
 * Leaves consignments of several parcels in their rooms and plans those of one parcel around them, exactly; those
 * without a room then take what is left. undefined if they do not fit.
 */
function planAround(relaxed: RelaxedDay, roomOfLarge: Int32Array): Int32Array | undefined {
  const { weighed, rooms } = relaxed
  const limits = rooms.limits.slice()
  for (const [at, { one }] of weighed.entries()) {
    const room = roomOfLarge[at] ?? -1
    if (one.parcels > 1 && room >= 0) limits[room] = (limits[room] ?? 0) - one.parcels
  }
  if (limits.some((places) => places < 0)) return undefined
  const singles = [...weighed.keys()].filter((at) => weighed[at]?.one.parcels === 1)
  const rest = solveRelaxed(
    singles.flatMap((at) => weighed[at] ?? []),
    limits,
  )
  if (!rest) return undefined
  const roomOf = roomOfLarge.map((room, at) => (weighed[at]?.one.parcels === 1 ? -1 : room))
  for (const [index, at] of singles.entries()) roomOf[at] = rest.roomOf[index] ?? -1
  return fillIn(relaxed, roomOf, rest.free.slice()) ? roomOf : undefined
}

/** Gives those without a room the best that has places. Returns whether all have one. */
function fillIn({ weighed, duals }: RelaxedDay, roomOf: Int32Array, free: Float64Array): boolean {
  const without = [...roomOf.keys()].filter((at) => (roomOf[at] ?? -1) < 0)
  const parcelsOf = (at: number) => weighed[at]?.one.parcels ?? 0
  for (const at of without.toSorted((one, other) => parcelsOf(other) - parcelsOf(one))) {
    const { one, weights } = weighed[at] ?? {}
    if (!one || !weights) continue
    let [best, least] = [-1, Number.POSITIVE_INFINITY]
    for (const [room, weight] of weights.entries()) {
      const priced = weight + one.parcels * (duals[room] ?? 0)
      if (one.parcels <= (free[room] ?? 0) && priced < least) [best, least] = [room, priced]
    }
    if (best < 0) return false
    roomOf[at] = best
    free[best] = (free[best] ?? 0) - one.parcels
  }
  return true
}

/**
 * The part of a day that is still open: consignments that another room may improve, with the rooms that may. An option
 * whose reduced cost exceeds the gap is in no better assignment (reduced cost fixing).
 */
export type OpenPart = {
  /** Positions of its consignments in the day. */
  readonly members: readonly number[]
  /** The same as a problem of assignment: methods are numbers of rooms, costs are weights. */
  readonly consignments: readonly ToAssign[]
  readonly rooms: Readonly<Record<string, number>>
  /** Whether a better assignment, if there is one, is in this part. */
  readonly isAll: boolean
}

/** What a solver should still decide; undefined if the assignment is the best. */
export function openPart(relaxed: RelaxedDay, whole: WholeDay): OpenPart | undefined {
  const gap = whole.weight - relaxed.bound
  if (gap < LEAST_GAP) return undefined
  const open = relaxed.weighed
    .map((one, at) => ({ at, options: openOptions(relaxed, one, gap, whole.roomOf[at] ?? -1) }))
    .filter(({ options }) => options.length > 1)
    .toSorted((one, other) => (one.options[1]?.reduced ?? 0) - (other.options[1]?.reduced ?? 0))
  let variables = 0
  const taken = open.filter(({ options }) => (variables += options.length) <= MAX_VARIABLES)
  const members = taken.map(({ at }) => at)
  const isOpen = new Set(members)
  const free = relaxed.rooms.limits.slice()
  for (const [at, { one }] of relaxed.weighed.entries())
    if (!isOpen.has(at)) free[whole.roomOf[at] ?? -1] = (free[whole.roomOf[at] ?? -1] ?? 0) - one.parcels
  return {
    members,
    consignments: taken.map(({ at, options }) => ({
      parcels: relaxed.weighed[at]?.one.parcels ?? 1,
      isUrgent: false,
      options: options.map(({ room, cost }): AssignmentOption => ({ method: String(room), room: String(room), cost })),
    })),
    rooms: Object.fromEntries([...free.entries()].filter(([, places]) => Number.isFinite(places))),
    isAll: taken.length === open.length,
  }
}

/** The options within the gap and the present one, best first. `reduced` is what an option costs more at dual prices. */
function openOptions({ duals }: RelaxedDay, { one, weights }: Weighed, gap: number, present: number) {
  const priced = Array.from(weights, (weight, room) => weight + one.parcels * (duals[room] ?? 0))
  const least = Math.min(...priced)
  return priced
    .map((value, room) => ({ room, cost: weights[room] ?? 0, reduced: value - least }))
    .filter(({ room, reduced, cost }) => Number.isFinite(cost) && (reduced <= gap || room === present))
    .toSorted((first, second) => first.reduced - second.reduced)
}

/** The assignment with the solver's part in it, if that is better; `chosen` by position in the part. */
export function withPart(relaxed: RelaxedDay, whole: WholeDay, part: OpenPart, chosen: readonly number[]): WholeDay {
  const roomOf = whole.roomOf.slice()
  for (const [index, at] of part.members.entries()) {
    const room = part.consignments[index]?.options[chosen[index] ?? -1]?.room
    if (room === undefined) return whole
    roomOf[at] = Number(room)
  }
  const weight = weightOfRooms(relaxed, roomOf)
  return weight < whole.weight ? { roomOf, weight } : whole
}
