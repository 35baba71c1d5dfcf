import type { CompiledBook } from '@despatch/domain/allocation/compile-book'
import { type Usage, usageKey } from '@despatch/domain/allocation/consignment'
import type { PlannedConsignment } from '@despatch/domain/allocation/plan-consignments'
import { beginSide, type Outcome, replayNext, type Side } from '@despatch/domain/allocation/replay'

/** What became of a consignment under one book, with all that it takes to decide it again. */
export type Seen = {
  readonly outcome: Outcome
  /** null is an order that has no plan. */
  readonly consignment: PlannedConsignment | null
  /** What the carriers had been given of the day, in parcels, by carrier. */
  readonly usage: Readonly<Record<string, number>>
}

/** What is tried of an order: its consignments under one book; none is an order that has no plan. */
type Planned = readonly PlannedConsignment[]

const NO_PLAN: Seen = {
  outcome: { clientMethodID: null, cost: 0, fullCarriers: [] },
  consignment: null,
  usage: {},
}

/** The two books side by side, and what each has given its carriers so far. */
export function twoSides(before: CompiledBook, after: CompiledBook) {
  const [one, other] = [beginSide(before), beginSide(after)]
  return {
    /**
     * Allocates the next order under both books; gives its consignments in pairs. Where one book splits the order more than
     * the other, what has no partner travels there with the first, which bears the cost.
     */
    next(plannedBefore: Planned, plannedAfter: Planned): { before: Seen; after: Seen }[] {
      const [befores, afters] = [allocateAll(one, plannedBefore), allocateAll(other, plannedAfter)]
      return Array.from({ length: Math.max(befores.length, afters.length) }, (_each, index) => ({
        before: befores[index] ?? alongWith(befores[0]),
        after: afters[index] ?? alongWith(afters[0]),
      }))
    },
  }
}

function allocateAll(side: Side, planned: Planned): Seen[] {
  if (planned.length === 0) return [NO_PLAN]
  return planned.map((consignment) => {
    const used = side.used.get(consignment.despatchDay)?.slice()
    const outcome = replayNext(side, consignment)
    return {
      outcome,
      consignment,
      // Asked for only where it moves: most do not.
      get usage() {
        return Object.fromEntries(
          side.compiled.carriers.flatMap(({ code }, index) => (used?.[index] ? [[code, used[index]]] : [])),
        )
      },
    }
  })
}

function alongWith(first: Seen = NO_PLAN): Seen {
  return {
    consignment: first.consignment,
    usage: first.usage,
    outcome: { ...first.outcome, cost: 0, fullCarriers: [] },
  }
}

/** What {@link Seen} kept of the day, as the engine asks for it. */
export function usageOn(day: string, usage: Readonly<Record<string, number>>): Usage {
  return new Map(Object.entries(usage).map(([carrier, parcels]) => [usageKey(carrier, day), parcels]))
}
