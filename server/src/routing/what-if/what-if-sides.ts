import { addDays, type Day } from '@despatch/domain/calendar/day'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import {
  matchChoices,
  type ChoicesBefore,
  type StoredChoice,
  withChoice,
} from '@despatch/domain/routing/allocation/by-hand'
import { type Usage, usageKey } from '@despatch/domain/routing/allocation/consignment'
import { decideSplit } from '@despatch/domain/routing/allocation/split/decide-split'
import type { PlannedConsignment, PlannedConsignments } from '@despatch/domain/routing/allocation/plan-consignments'
import { costOfText } from '@despatch/domain/routing/allocation/units'
import type { CompiledBook } from '@despatch/domain/routing/rule-book/compile-book'
import {
  startSide,
  releaseCapacity,
  type Outcome,
  replayNext,
  type Side,
  usageOfDay,
} from '@despatch/domain/routing/what-if/replay'
import { lastRelevantDay, type UsageRecord } from '../allocation/capacity-usage.ts'

/** A current consignment as a what-if's cursor reads it. */
export type CurrentRow = {
  order_number: string
  number: number
  despatch_day: string
  consignment: PlannedConsignment
  by_hand: StoredChoice | null
  carrier: string | null
  client_method_id: string | null
  cost: string | null
  parcels: number
  usage_seen: UsageRecord
  rule_book_version: number
  /** The order's status. */
  status: OrderStatus
}

/** A consignment on one side of a what-if, with the inputs for replaying its decision. */
export type SideConsignment = {
  readonly outcome: Outcome
  readonly consignment: PlannedConsignment
  /** The usage that the decision saw. For orders whose carrier may still change it includes later days. */
  readonly usage: UsageRecord
}

/** An order without a plan is stored as one consignment without parcels. */
export const hasPlan = ({ parcels }: PlannedConsignment) => parcels.length > 0

const NO_PLAN: Pick<SideConsignment, 'outcome' | 'usage'> = {
  outcome: { clientMethodID: null, cost: 0, fullCarriers: [] },
  usage: {},
}

/** How an order would travel: by a new plan, by its existing plan, or unchanged. */
export type Trial =
  | { readonly plan: PlannedConsignments; readonly choices: ChoicesBefore }
  | { readonly consignments: readonly PlannedConsignment[] }
  | 'as it stands'

/**
 * Rates orders again under a draft, one after another: each returns its capacity and is decided on the usage of all
 * others. `standing` is the usage of all days.
 */
export function startRating(compiled: CompiledBook, standing: Usage) {
  const side = startSide(compiled, standing)
  return {
    /** Gives the consignments of an order in pairs: current and under the draft. */
    next(rows: readonly CurrentRow[], trial: Trial): { before: CurrentConsignment; after: SideConsignment }[] {
      const befores = rows.map(standingOf)
      if (trial === 'as it stands') return befores.map((before) => ({ before, after: before }))
      for (const { carrier, despatch_day: day, parcels } of rows)
        if (carrier) releaseCapacity(side, { carrier, day, parcels })
      const consignments = 'plan' in trial ? toSend(side, trial) : trial.consignments
      const lastDay = (day: Day) => ('plan' in trial ? lastRelevantDay(day) : day)
      return inPairs(
        befores,
        consignments.map((consignment) => allocateOne(side, consignment, lastDay(consignment.despatchDay))),
      )
    },
  }
}

function toSend(side: Side, { plan, choices }: Extract<Trial, { plan: unknown }>): readonly PlannedConsignment[] {
  const day = plan.consignments[0]?.despatchDay ?? ''
  const consignments = decideSplit(side.compiled, plan, choices, usageOfDay(side, day))
  const { of } = matchChoices(consignments, choices)
  return consignments.map((one, index) => withChoice(one, of[index]))
}

/** A current consignment with the rule book that decided it. */
export type CurrentConsignment = SideConsignment & { readonly ruleBookVersion: number }

const standingOf = (row: CurrentRow): CurrentConsignment => ({
  outcome: { clientMethodID: row.client_method_id, cost: costOfText(row.cost ?? '0'), fullCarriers: [] },
  consignment: withChoice(row.consignment, row.by_hand),
  usage: row.usage_seen,
  ruleBookVersion: row.rule_book_version,
})

function allocateOne(side: Side, consignment: PlannedConsignment, lastDay: Day): SideConsignment {
  if (!hasPlan(consignment)) return { ...NO_PLAN, consignment }
  const day = consignment.despatchDay
  const used = usageOfDay(side, day).slice()
  const { carriers } = side.compiled
  return {
    outcome: replayNext(side, consignment),
    consignment,
    // Computed on demand: most consignments do not move.
    get usage() {
      const seen: Record<string, number> = {}
      for (let of = day; of <= lastDay; of = addDays(of, 1)) {
        const ofDay = of === day ? used : usageOfDay(side, of)
        for (const [index, { code }] of carriers.entries()) {
          const parcels = ofDay[index] ?? 0
          if (parcels > 0) seen[usageKey(code, of)] = parcels
        }
      }
      return seen
    },
  }
}

/**
 * Pairs consignments of both sides that share goods. A consignment without a partner is paired with the first one of
 * the other side, at no cost.
 */
function inPairs(
  befores: readonly CurrentConsignment[],
  afters: readonly SideConsignment[],
): { before: CurrentConsignment; after: SideConsignment }[] {
  const [firstBefore] = befores
  const [firstAfter] = afters
  if (!firstBefore || !firstAfter) return []
  const left = new Set(befores)
  const pairs = afters.map((after) => {
    const partner = [...left].find(({ consignment }) => hasGoodsOf(consignment, after.consignment))
    if (partner) left.delete(partner)
    return { before: partner ?? alongWith(firstBefore), after }
  })
  return [...pairs, ...[...left].map((before) => ({ before, after: alongWith(firstAfter) }))]
}

const hasGoodsOf = ({ skus }: PlannedConsignment, other: PlannedConsignment) =>
  skus.length === 0 || skus.some((sku) => other.skus.includes(sku))

function alongWith<Of extends SideConsignment>(seen: Of): Of {
  return { ...seen, usage: seen.usage, outcome: { ...seen.outcome, cost: 0, fullCarriers: [] } }
}
