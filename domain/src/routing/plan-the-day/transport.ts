import { LeastHeap } from './least-heap.ts'

/** Units that are alike: each may take a place in any room at a weight. */
export type TransportClass = {
  readonly units: number
  /** The weight of a unit by room; Infinity in a room that it may not take. */
  readonly weights: Float64Array
}

/** A unit of a class that leaves one room for another. */
export type TransportStep = { readonly unitsOf: number; readonly from: number; readonly to: number }

/** Weights that are not whole are compared with this tolerance, so that rounding makes no endless gain. */
const TOLERANCE = 1e-6

/**
 * The transportation problem: units of classes take places in a few rooms with limits, at the least weight in all. It
 * adds the units along shortest paths of the residual graph, whose nodes are the rooms, which keeps the solution exact
 * after each: <https://en.wikipedia.org/wiki/Minimum-cost_flow_problem>, successive shortest paths. A limit of Infinity
 * is no limit.
 */
export class Transport {
  /** Whether all units have a place; without it the solution is not to be used. */
  readonly isComplete: boolean
  readonly #classes: readonly TransportClass[]
  readonly #rooms: number
  /** By class and room. */
  readonly #units: Float64Array
  readonly #free: Float64Array
  /** For each pair of rooms the classes with a unit in the first, by what its move to the second adds. */
  readonly #leaving: readonly LeastHeap[]
  /** By room: what a further unit adds beyond its own weight, and the room to which it pushes a unit (-1: it is free). */
  #pushCost: Float64Array
  #pushedTo: Int32Array

  constructor(classes: readonly TransportClass[], limits: Float64Array) {
    this.#classes = classes
    this.#rooms = limits.length
    this.#units = new Float64Array(classes.length * this.#rooms)
    this.#free = limits.slice()
    this.#leaving = Array.from({ length: this.#rooms ** 2 }, () => new LeastHeap())
    this.#pushCost = new Float64Array(this.#rooms)
    this.#pushedTo = new Int32Array(this.#rooms)
    this.#updatePushes()
    this.isComplete = Array.from(classes.keys(), (index) => this.#place(index)).every(Boolean)
  }

  /** The units of a class in a room. */
  unitsIn(index: number, room: number): number {
    return this.#units[index * this.#rooms + room] ?? 0
  }

  /** The places of a room that nothing takes. */
  freeIn(room: number): number {
    return this.#free[room] ?? 0
  }

  /**
   * By room: the steps that would follow if it had one place more, and how much less the total weight would be. These
   * gains are also dual prices: no unit has a lower sum of weight and gain than in its room.
   */
  onePlaceMore(): readonly { readonly gain: number; readonly steps: readonly TransportStep[] }[] {
    const change = new Float64Array(this.#rooms)
    const before = new Int32Array(this.#rooms).fill(-1)
    this.#settle((from, to) => {
      const reached = (change[from] ?? 0) + this.#leastMove(from, to)
      if (reached >= (change[to] ?? 0) - TOLERANCE) return false
      change[to] = reached
      before[to] = from
      return true
    })
    return Array.from(change, (total, room) => {
      const steps: TransportStep[] = []
      for (let to = room, from = before[to] ?? -1; from >= 0; to = from, from = before[to] ?? -1)
        steps.unshift({ unitsOf: this.#leastMover(from, to), from, to })
      return { gain: total === 0 ? 0 : -total, steps }
    })
  }

  /** Adds the units of a class. Returns whether all have a place. */
  #place(index: number): boolean {
    const { units, weights } = this.#classes[index] ?? { units: 0, weights: new Float64Array() }
    for (let left = units; left > 0;) {
      const room = this.#bestRoom(weights)
      if (room < 0) return false
      const path: TransportStep[] = []
      let end = room
      for (let next = this.#pushedTo[end] ?? -1; next >= 0; end = next, next = this.#pushedTo[end] ?? -1)
        path.push({ unitsOf: this.#leastMover(end, next), from: end, to: next })
      const moved = path.map(({ unitsOf, from }) => this.unitsIn(unitsOf, from))
      const amount = Math.min(left, this.freeIn(end), ...moved)
      for (const step of path) {
        this.#add(step.unitsOf, step.from, -amount)
        this.#add(step.unitsOf, step.to, amount)
      }
      this.#add(index, room, amount)
      this.#free[end] = this.freeIn(end) - amount
      left -= amount
      if (path.length > 0 || this.freeIn(end) === 0) this.#updatePushes()
    }
    return true
  }

  /** The room for which a unit and what it pushes weigh least; -1 if none has a place. */
  #bestRoom(weights: Float64Array): number {
    let best = -1
    let least = Number.POSITIVE_INFINITY
    for (let room = 0; room < this.#rooms; room++) {
      const weight = (weights[room] ?? 0) + (this.#pushCost[room] ?? 0)
      if (weight < least) [best, least] = [room, weight]
    }
    return best
  }

  #add(index: number, room: number, amount: number): void {
    const at = index * this.#rooms + room
    const before = this.#units[at] ?? 0
    this.#units[at] = before + amount
    if (before > 0 || amount <= 0) return
    const weights = this.#classes[index]?.weights
    const own = weights?.[room] ?? 0
    for (let to = 0; to < this.#rooms; to++) {
      const weight = weights?.[to] ?? Number.POSITIVE_INFINITY
      if (to !== room && Number.isFinite(weight)) this.#leaving[room * this.#rooms + to]?.push(weight - own, index)
    }
  }

  /** The least that moving a unit between two rooms adds; Infinity if none may. */
  #leastMove(from: number, to: number): number {
    const heap = this.#leaving[from * this.#rooms + to]
    if (!heap) return Number.POSITIVE_INFINITY
    for (let first = heap.first; first !== undefined && this.unitsIn(first, from) <= 0; first = heap.first)
      heap.dropFirst()
    return heap.least
  }

  #leastMover(from: number, to: number): number {
    this.#leastMove(from, to)
    return this.#leaving[from * this.#rooms + to]?.first ?? -1
  }

  #updatePushes(): void {
    for (let room = 0; room < this.#rooms; room++)
      this.#pushCost[room] = this.freeIn(room) > 0 ? 0 : Number.POSITIVE_INFINITY
    this.#pushedTo.fill(-1)
    this.#settle((from, to) => {
      const reached = this.#leastMove(from, to) + (this.#pushCost[to] ?? 0)
      if (!(reached < (this.#pushCost[from] ?? 0) - TOLERANCE)) return false
      this.#pushCost[from] = reached
      this.#pushedTo[from] = to
      return true
    })
  }

  /** Repeats a step for all pairs of rooms until it changes nothing (Bellman–Ford); no path is longer than all rooms. */
  #settle(improve: (from: number, to: number) => boolean): void {
    for (let round = 0; round < this.#rooms; round++) {
      let hasChanged = false
      for (let from = 0; from < this.#rooms; from++)
        for (let to = 0; to < this.#rooms; to++) if (from !== to && improve(from, to)) hasChanged = true
      if (!hasChanged) return
    }
  }
}
