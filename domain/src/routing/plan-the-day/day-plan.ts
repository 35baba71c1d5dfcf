import type { AssignmentOption } from '../assignment/assignment.ts'
import { LEAST_SAVING } from '../carrier-stops/bring-back.ts'
import type { Cost } from '../prices/costing.ts'

/** A consignment of a client and despatch day that may be moved. Boxes that travel together are one consignment. */
export type ToPlan = {
  readonly parcels: number
  /** Named and next day orders get a carrier before others. */
  readonly isUrgent: boolean
  /** The methods that may take it, capacity aside: one for each method, with `room` the capacity that it takes. */
  readonly options: readonly AssignmentOption[]
  /** The position of the option that it has; -1 without a carrier. */
  readonly standing: number
  /** What it costs in a plan that leaves it without a carrier. */
  readonly missed: Cost
}

/** The consignments of a day, and the places that their carriers have for them. */
export type DayToPlan = {
  readonly consignments: readonly ToPlan[]
  /** By room: the parcels that it takes; a room that is missing has no limit. */
  readonly rooms: Readonly<Record<string, number>>
}

/** The best plan of a day. Costs are in ten-thousandths of the main unit of the client's currency. */
export type DayPlan = {
  /** By position of the consignment: the position of its option, -1 without one. */
  readonly chosen: readonly number[]
  /** The cost of all, with what missing ones cost. */
  readonly total: Cost
  /** No assignment has a lower total; moves that save too little are not made, so the plan's may be higher. */
  readonly bound: Cost
  /** Whether no better plan exists under its rules. false if the calculation ran out of time. */
  readonly isExact: boolean
  /** Of rooms with a limit: what the total would fall by with one place more. */
  readonly prices: Readonly<Record<string, Cost>>
  /**
   * Whether the prices are exact: all consignments have one parcel. Otherwise they are those of a problem whose
   * consignments may be divided, and a single further place may be worth less.
   */
  readonly arePricesExact: boolean
}

/** The cost of a day without a carrier for a parcel, unless a client has another: £25. */
export const MISSED_DAY_COST: Cost = 250_000

/** What a consignment costs that stays without a carrier: the missed day of its parcels, and no less than any carrier. */
export const missedCost = (perParcel: Cost, parcels: number, options: readonly { readonly cost: Cost }[]): Cost =>
  Math.max(perParcel * parcels, ...options.map(({ cost }) => cost))

/** What moving a consignment must save: the greater of an amount and a share of its cost. */
export const leastSaving = (cost: Cost): Cost => Math.ceil(Math.max(LEAST_SAVING.amount, cost * LEAST_SAVING.share))

/** The total of an assignment. */
export const totalOf = (consignments: readonly ToPlan[], chosen: readonly number[]): Cost =>
  consignments.reduce((sum, { options, missed }, at) => sum + (options[chosen[at] ?? -1]?.cost ?? missed), 0)

/** The rooms of a day, then one without a limit for consignments that stay without a carrier. */
export type Rooms = { readonly names: readonly string[]; readonly limits: Float64Array; readonly left: number }

/**
 * Collects the rooms. A carrier whose limit was lowered below what it already has gives none of its orders away for
 * that: its room is what they take.
 */
export function roomsOf({ consignments, rooms }: DayToPlan): Rooms {
  const taken = new Map<string, number>()
  for (const { options, standing, parcels } of consignments) {
    for (const { room } of options) if (!taken.has(room)) taken.set(room, 0)
    const own = options[standing]?.room
    if (own !== undefined) taken.set(own, (taken.get(own) ?? 0) + parcels)
  }
  const names = [...taken.keys()]
  const limits = names.map((room) => Math.max(rooms[room] ?? Number.POSITIVE_INFINITY, taken.get(room) ?? 0))
  return { names, limits: Float64Array.from([...limits, Number.POSITIVE_INFINITY]), left: names.length }
}

/**
 * The weights by which a consignment is planned, by room; Infinity where it may not go. For a plan, moving it must save
 * enough, one with a carrier keeps one, and any number of costs weighs less than an order without a carrier, an urgent
 * one before others. For prices, only costs count.
 */
export type Weighing = { readonly isForPlan: boolean; readonly leftWeight: Cost; readonly urgentWeight: Cost }
export const FOR_PRICES: Weighing = { isForPlan: false, leftWeight: 0, urgentWeight: 0 }

/** Weights for a plan: a path through all rooms cannot outweigh an order without a carrier. */
export function weighingForPlan(consignments: readonly ToPlan[], { left }: Rooms): Weighing {
  let most = 1
  for (const { options, standing, missed } of consignments)
    for (const { cost } of [...options, { cost: missed }])
      most = Math.max(most, cost + (standing < 0 ? 0 : leastSaving(options[standing]?.cost ?? 0)))
  const leftWeight = most * (left + 2)
  return { isForPlan: true, leftWeight, urgentWeight: leftWeight * (left + 2) }
}

/** The weight of an option. */
export function optionWeight(
  { options, standing }: Pick<ToPlan, 'options' | 'standing'>,
  option: number,
  { isForPlan }: Weighing,
): number {
  const cost = options[option]?.cost ?? Number.POSITIVE_INFINITY
  const isMove = isForPlan && standing >= 0 && option !== standing
  return isMove ? cost + leastSaving(options[standing]?.cost ?? 0) : cost
}

/** The weight of staying without a carrier. */
export const weightLeft = (
  { standing, missed, isUrgent }: Pick<ToPlan, 'standing' | 'missed' | 'isUrgent'>,
  { leftWeight, urgentWeight }: Weighing,
): number => (standing >= 0 ? Number.POSITIVE_INFINITY : missed + (isUrgent ? urgentWeight : leftWeight))

/** Of a consignment, by room: the option with the least weight (-1: none) and its weight. */
export function bestByRoom(
  one: ToPlan,
  indexOf: ReadonlyMap<string, number>,
  { left }: Rooms,
  weighing: Weighing,
): { readonly options: Int32Array; readonly weights: Float64Array } {
  const options = new Int32Array(left + 1).fill(-1)
  const weights = new Float64Array(left + 1).fill(Number.POSITIVE_INFINITY)
  for (const [option, { room }] of one.options.entries()) {
    const at = indexOf.get(room) ?? -1
    const weight = optionWeight(one, option, weighing)
    // The one that it has wins over an equal one of the same carrier.
    const isBetter = weight < (weights[at] ?? 0) || (weight === weights[at] && option === one.standing)
    if (at >= 0 && isBetter) [options[at], weights[at]] = [option, weight]
  }
  weights[left] = weightLeft(one, weighing)
  return { options, weights }
}
