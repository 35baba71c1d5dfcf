import type { Day } from '../../calendar/day.ts'
import type { Cost } from '../prices/costing.ts'
import { allocate, isChosenByHand } from '../allocation/allocate.ts'
import { type CompiledBook, usedOn } from '../rule-book/compile-book.ts'
import type { Consignment, Usage } from '../allocation/consignment.ts'
import { BIT } from '../allocation/constraints.ts'

/** One rule book's side of a replay of consignments, with the capacity used so far. */
export type Side = {
  readonly compiled: CompiledBook
  /** By day: parcels allocated to each carrier so far. */
  readonly used: Map<Day, Float64Array>
  readonly before: Usage
}

/** The outcome of one consignment under one book. */
export type Outcome = {
  /** The chosen method; null is a routing exception. */
  readonly clientMethodID: string | null
  readonly cost: Cost
  /** Cheaper carriers that were full. */
  readonly fullCarriers: readonly string[]
}

/** Starts a side of a replay. `before` is the existing usage. */
export function startSide(compiled: CompiledBook, before: Usage = new Map()): Side {
  return { compiled, used: new Map(), before }
}

/** The usage of a day so far, in parcels by carrier index; it changes during the replay. */
export function usageOfDay({ compiled, used, before }: Side, day: Day): Float64Array {
  const known = used.get(day)
  if (known) return known
  const ofDay = usedOn(compiled, before, day)
  used.set(day, ofDay)
  return ofDay
}

/** Returns parcels of a carrier and day. */
export function releaseCapacity(
  side: Side,
  { carrier, day, parcels }: { carrier: string; day: Day; parcels: number },
): void {
  const index = side.compiled.carriers.findIndex(({ code }) => code === carrier)
  const ofDay = usageOfDay(side, day)
  if (index >= 0) ofDay[index] = Math.max(0, (ofDay[index] ?? 0) - parcels)
}

/** Allocates the next consignment and takes its capacity. Consignments come in order of despatch. */
export function replayNext(side: Side, consignment: Consignment): Outcome {
  const { compiled } = side
  const ofDay = usageOfDay(side, consignment.despatchDay)
  const decision = allocate(compiled, consignment, ofDay)
  const { chosen, failing, costs } = decision
  const cost = chosen < 0 ? 0 : (costs[chosen] ?? 0)
  const full = new Set<string>()
  // A choice by hand skips cheaper carriers for other reasons than capacity.
  const isByHand = isChosenByHand(consignment, compiled.methods[decision.chosen]?.clientMethodID)
  for (const [index, mask] of failing.entries())
    if (!isByHand && mask === BIT.capacity && (chosen < 0 || (costs[index] ?? 0) <= cost))
      full.add(compiled.methods[index]?.carrier ?? '')
  if (chosen >= 0) {
    const carrier = compiled.carrierOf[chosen] ?? 0
    ofDay[carrier] = (ofDay[carrier] ?? 0) + consignment.parcels.length
  }
  return {
    clientMethodID: compiled.methods[chosen]?.clientMethodID ?? null,
    cost,
    fullCarriers: full.size > 0 ? [...full] : NONE,
  }
}

const NONE: readonly string[] = []

/** The effect of a change of the rule book on consignments. */
export type Replay = {
  readonly consignments: number
  /** Consignments with another method, by former and new method; null is a routing exception. */
  readonly moves: readonly { readonly from: string | null; readonly to: string | null; readonly count: number }[]
  readonly costBefore: Cost
  readonly costAfter: Cost
  /** How often a carrier was full on a day for consignments that it would have got under the changed book. */
  readonly fullDays: readonly { readonly carrier: string; readonly day: Day; readonly count: number }[]
  readonly newExceptions: number
  readonly endedExceptions: number
}

/** Adds up a replay step by step, so that progress can be shown and the run cancelled. */
export class ReplayTally {
  #consignments = 0
  #costs = { before: 0, after: 0 }
  #exceptions = { begun: 0, ended: 0 }
  readonly #moves = new Map<string, { from: string | null; to: string | null; count: number }>()
  readonly #full = new Map<string, { carrier: string; day: Day; count: number }>()

  /** Adds a consignment. Returns whether its method changes. */
  add(day: Day, before: Outcome, after: Outcome): boolean {
    this.#consignments++
    this.#costs.before += before.cost
    this.#costs.after += after.cost
    for (const carrier of after.fullCarriers) {
      const key = `${carrier} ${day}`
      const full = this.#full.get(key)
      if (full) full.count++
      else this.#full.set(key, { carrier, day, count: 1 })
    }
    const [from, to] = [before.clientMethodID, after.clientMethodID]
    if (from === to) return false
    if (to === null) this.#exceptions.begun++
    if (from === null) this.#exceptions.ended++
    const key = `${from ?? ''}>${to ?? ''}`
    const move = this.#moves.get(key)
    if (move) move.count++
    else this.#moves.set(key, { from, to, count: 1 })
    return true
  }

  /** The totals so far: largest moves first, days in order. */
  sum(): Replay {
    return {
      consignments: this.#consignments,
      moves: [...this.#moves.values()].toSorted((one, other) => other.count - one.count),
      costBefore: this.#costs.before,
      costAfter: this.#costs.after,
      fullDays: [...this.#full.values()].toSorted((one, other) =>
        one.day < other.day ? -1 : one.day > other.day ? 1 : other.count - one.count,
      ),
      newExceptions: this.#exceptions.begun,
      endedExceptions: this.#exceptions.ended,
    }
  }
}
