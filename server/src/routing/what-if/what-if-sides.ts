import type { CompiledBook } from '@despatch/domain/routing/rule-book/compile-book'
import { type Usage, usageKey } from '@despatch/domain/routing/allocation/consignment'
import type { PlannedConsignment } from '@despatch/domain/routing/allocation/plan-consignments'
import { beginSide, type Outcome, replayNext, type Side } from '@despatch/domain/routing/what-if/replay'

/** What became of a consignment under one book, with all that it takes to decide it again. */
export type Seen = {
  readonly outcome: Outcome
  readonly consignment: PlannedConsignment
  /** What the carriers had been given of the day, in parcels, by carrier. */
  readonly usage: Readonly<Record<string, number>>
}

/** The consignments of an order under one book: at least one. */
export type Planned = readonly [PlannedConsignment, ...PlannedConsignment[]]

/** An order that has no plan is one consignment without parcels, as it is kept. */
export const hasPlan = ({ parcels }: PlannedConsignment) => parcels.length > 0

const NO_PLAN: Pick<Seen, 'outcome' | 'usage'> = {
  outcome: { clientMethodID: null, cost: 0, fullCarriers: [] },
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

function allocateAll(side: Side, [first, ...others]: Planned): [Seen, ...Seen[]] {
  return [allocateOne(side, first), ...others.map((consignment) => allocateOne(side, consignment))]
}

function allocateOne(side: Side, consignment: PlannedConsignment): Seen {
  if (!hasPlan(consignment)) return { ...NO_PLAN, consignment }
  const used = side.used.get(consignment.despatchDay)?.slice()
  return {
    outcome: replayNext(side, consignment),
    consignment,
    // Asked for only where it moves: most do not.
    get usage() {
      return Object.fromEntries(
        side.compiled.carriers.flatMap(({ code }, index) => (used?.[index] ? [[code, used[index]]] : [])),
      )
    },
  }
}

function alongWith({ consignment, usage, outcome }: Seen): Seen {
  return { consignment, usage, outcome: { ...outcome, cost: 0, fullCarriers: [] } }
}

/** What {@link Seen} kept of the day, as the engine asks for it. */
export function usageOn(day: string, usage: Readonly<Record<string, number>>): Usage {
  return new Map(Object.entries(usage).map(([carrier, parcels]) => [usageKey(carrier, day), parcels]))
}
