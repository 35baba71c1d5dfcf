import { addDays, type Day } from '@despatch/domain/calendar/day'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import {
  carriedChoices,
  type ChoicesBefore,
  type KeptChoice,
  withChoice,
} from '@despatch/domain/routing/allocation/by-hand'
import { type Usage, usageKey } from '@despatch/domain/routing/allocation/consignment'
import { consignmentsToSend } from '@despatch/domain/routing/allocation/split/consignments-to-send'
import type { PlannedConsignment, PlannedConsignments } from '@despatch/domain/routing/allocation/plan-consignments'
import { costOfText } from '@despatch/domain/routing/allocation/units'
import type { CompiledBook } from '@despatch/domain/routing/rule-book/compile-book'
import {
  beginSide,
  giveBack,
  type Outcome,
  replayNext,
  type Side,
  usedSoFar,
} from '@despatch/domain/routing/what-if/replay'
import { lastDaySeen, type UsageRecord } from '../allocation/capacity-usage.ts'

/** A consignment that stands, as the cursor of a what-if reads it. */
export type StandingRow = {
  order_number: string
  number: number
  despatch_day: string
  consignment: PlannedConsignment
  by_hand: KeptChoice | null
  carrier: string | null
  client_method_id: string | null
  cost: string | null
  parcels: number
  usage_seen: UsageRecord
  rule_book_version: number
  /** Of the order. */
  status: OrderStatus
}

/** A consignment on one side of a what-if, with all that it takes to decide it again. */
export type Seen = {
  readonly outcome: Outcome
  readonly consignment: PlannedConsignment
  /** What the carriers had been given, as far as it was seen: of an order that can still go another way, of days to come too. */
  readonly usage: UsageRecord
}

/** An order that has no plan is one consignment without parcels, as it is kept. */
export const hasPlan = ({ parcels }: PlannedConsignment) => parcels.length > 0

const NO_PLAN: Pick<Seen, 'outcome' | 'usage'> = {
  outcome: { clientMethodID: null, cost: 0, fullCarriers: [] },
  usage: {},
}

/** How an order would travel: by its plan, or just as it stands. */
export type Trial =
  | { readonly plan: PlannedConsignments; readonly choices: ChoicesBefore }
  | { readonly consignments: readonly PlannedConsignment[] }
  | 'as it stands'

/**
 * Rates orders again under a book, one after another, as they would be after it was published: each gives back what it holds
 * and is decided on what all the others hold then. `standing` is what carriers have been given of all days.
 */
export function ratingUnder(compiled: CompiledBook, standing: Usage) {
  const side = beginSide(compiled, standing)
  return {
    /** Gives the consignments of an order in pairs: as it stands, and as it would travel. */
    next(rows: readonly StandingRow[], trial: Trial): { before: Standing; after: Seen }[] {
      const befores = rows.map(standingOf)
      if (trial === 'as it stands') return befores.map((before) => ({ before, after: before }))
      for (const { carrier, despatch_day: day, parcels } of rows) if (carrier) giveBack(side, { carrier, day, parcels })
      const consignments = 'plan' in trial ? toSend(side, trial) : trial.consignments
      const lastDay = (day: Day) => ('plan' in trial ? lastDaySeen(day) : day)
      return inPairs(
        befores,
        consignments.map((consignment) => allocateOne(side, consignment, lastDay(consignment.despatchDay))),
      )
    },
  }
}

function toSend(side: Side, { plan, choices }: Extract<Trial, { plan: unknown }>): readonly PlannedConsignment[] {
  const day = plan.consignments[0]?.despatchDay ?? ''
  const consignments = consignmentsToSend(side.compiled, plan, choices, usedSoFar(side, day))
  const { of } = carriedChoices(consignments, choices)
  return consignments.map((one, index) => withChoice(one, of[index]))
}

/** What stands, with the rule book that it was decided by. */
export type Standing = Seen & { readonly ruleBookVersion: number }

const standingOf = (row: StandingRow): Standing => ({
  outcome: { clientMethodID: row.client_method_id, cost: costOfText(row.cost ?? '0'), fullCarriers: [] },
  consignment: withChoice(row.consignment, row.by_hand),
  usage: row.usage_seen,
  ruleBookVersion: row.rule_book_version,
})

function allocateOne(side: Side, consignment: PlannedConsignment, lastDay: Day): Seen {
  if (!hasPlan(consignment)) return { ...NO_PLAN, consignment }
  const day = consignment.despatchDay
  const used = usedSoFar(side, day).slice()
  const { carriers } = side.compiled
  return {
    outcome: replayNext(side, consignment),
    consignment,
    // Asked for only where it moves: most do not.
    get usage() {
      const seen: Record<string, number> = {}
      for (let of = day; of <= lastDay; of = addDays(of, 1)) {
        const ofDay = of === day ? used : usedSoFar(side, of)
        for (const [index, { code }] of carriers.entries()) {
          const parcels = ofDay[index] ?? 0
          if (parcels > 0) seen[usageKey(code, of)] = parcels
        }
      }
      return seen
    },
  }
}

/** Each with the one of the other side that has goods of it. What has no partner travels there with the first, which bears the cost. */
function inPairs(befores: readonly Standing[], afters: readonly Seen[]): { before: Standing; after: Seen }[] {
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

function alongWith<Of extends Seen>(seen: Of): Of {
  return { ...seen, usage: seen.usage, outcome: { ...seen.outcome, cost: 0, fullCarriers: [] } }
}
