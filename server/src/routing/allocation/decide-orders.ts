import {
  addTakesToLaterDays,
  type Assigned,
  type Usage,
  usageKey,
} from '@despatch/domain/routing/allocation/consignment'
import { matchChoices, NO_CHOICES, splitChangedText } from '@despatch/domain/routing/allocation/by-hand'
import type { Day } from '@despatch/domain/calendar/day'
import { TOO_MANY_PARCELS } from '@despatch/domain/routing/allocation/no-carrier-text'
import { TooManyParcels } from '@despatch/domain/routing/allocation/split/pack-parcels'
import {
  type Goods,
  type PlanConflict,
  planConsignments,
  type PlannedConsignment,
} from '@despatch/domain/routing/allocation/plan-consignments'
import { decideSplit } from '@despatch/domain/routing/allocation/split/decide-split'
import { conflictText } from '@despatch/domain/routing/allocation/text'
import type { FallbackDay } from '@despatch/domain/routing/cut-offs/fallback-day'
import { nameConflict } from '@despatch/domain/routing/fixed-routing/route-name'
import { type CompiledBook, usedOn } from '@despatch/domain/routing/rule-book/compile-book'
import type { Method } from '@despatch/domain/routing/rule-book/rule-book'
import { type AllocationInputs, withDayRules } from './allocation-inputs.ts'
import { CapacityReservations, type CapacityTake } from './capacity-usage.ts'
import {
  type DecidedConsignment,
  decideConsignment,
  namedMethods,
  type OrderToAllocate,
  undecidedConsignment,
} from './decide-consignment.ts'

/**
 * Plans and allocates orders one after the other; each sees the capacity that the earlier ones took. An order without a
 * plan (its boxes must share one method but are held to several, or it has too many parcels) becomes one routing
 * exception. An order with a fallback that nobody takes on its day is decided for the later day. Pure.
 */
export function decideOrders(
  inputs: AllocationInputs,
  orders: readonly OrderToAllocate[],
): { decided: DecidedConsignment[]; takes: CapacityTake[] } {
  const usage = new Map(inputs.usage)
  const takes = new CapacityReservations()
  const decided: DecidedConsignment[] = []
  for (const order of orders) {
    const onDay = decideOrder(inputs, order, usage)
    const later = order.fallback && isForLater(onDay.decided, order.fallback) ? order.fallback.day : undefined
    const onLater = later === undefined ? undefined : decideOrder(inputs, { ...order, despatchDay: later }, usage)
    const one = onLater && isKept(onLater, order.fallback) ? onLater : onDay
    decided.push(...one.decided)
    for (const take of one.takes) {
      takes.add(take)
      addTake(usage, take)
    }
  }
  return { decided, takes: takes.all() }
}

/** Whether an order leaves on its fallback day instead. */
const isForLater = (decided: readonly DecidedConsignment[], { onlyAfterCutOff }: FallbackDay): boolean => {
  const without = decided.filter(({ chosen }) => !chosen)
  return without.length > 0 && (!onlyAfterCutOff || without.every(({ isAfterCutOff }) => isAfterCutOff))
}

/** An order that nobody takes on the later day either stays on its own, unless its day is open. */
const isKept = ({ decided }: DecidedOrder, fallback: FallbackDay | undefined): boolean =>
  fallback?.onlyAfterCutOff === false || decided.every(({ chosen }) => chosen)

function addTake(usage: Map<string, number>, { carrier, day, parcels }: CapacityTake): void {
  const key = usageKey(carrier, day)
  usage.set(key, (usage.get(key) ?? 0) + parcels)
}

type DecidedOrder = { readonly decided: readonly DecidedConsignment[]; readonly takes: readonly CapacityTake[] }

/** Plans and allocates one order for its despatch day. */
function decideOrder(
  { compiled, goodsOf, ...rules }: AllocationInputs,
  input: OrderToAllocate,
  before: Usage,
): DecidedOrder {
  const order = withDayRules(input, rules)
  const planned = planOrder(compiled, order, goodsOf, before)
  if ('why' in planned) return { decided: [unplanned(compiled, order, planned)], takes: [] }
  const { consignments } = planned
  const { of, lost } = matchChoices(consignments, order.before ?? NO_CHOICES)
  const decided: DecidedConsignment[] = []
  const takes: CapacityTake[] = []
  for (const [index, consignment] of consignments.entries()) {
    const choice = of[index] && { ...of[index], of: consignments.length }
    // All consignments share the order's day, so the earlier ones take capacity on it and on any alternative day.
    const seen = addTakesFrom(before, order.despatchDay, takes)
    const one = decideConsignment(
      compiled,
      order,
      { number: index + 1, consignment, choice, assigned: assignedTo(order, consignments.length, index) },
      seen,
    )
    const [gone] = index === 0 && !one.byHand ? lost : []
    decided.push(gone ? { ...one, byHand: { ...gone, ended: splitChangedText(gone) } } : one)
    if (one.chosen) takes.push(capacityTakeOf(compiled, one.chosen.method, consignment))
  }
  return { decided, takes }
}

/** The usage with the takes of an order's earlier consignments, on its day and on later ones. */
function addTakesFrom(usage: Usage, day: Day, takes: readonly CapacityTake[]): Usage {
  if (takes.length === 0) return usage
  const seen = new Map(addTakesToLaterDays(usage, day, takes))
  for (const take of takes) addTake(seen, take)
  return seen
}

/** The reason why an order has no plan, for people. */
type Unplanned = { readonly conflict: PlanConflict | null; readonly why: string }

/** Splits an order into consignments under the current rules and usage, or says why it has no plan. Pure. */
export function planOrder(
  compiled: CompiledBook,
  order: OrderToAllocate,
  goodsOf: (sku: string) => Goods | undefined,
  usage: Usage,
): { readonly consignments: readonly PlannedConsignment[] } | Unplanned {
  try {
    const plan = planConsignments(compiled, order, goodsOf)
    if ('conflict' in plan) {
      const { conflict } = plan
      return { conflict, why: conflictText(nameConflict(conflict, compiled.book), namedMethods(compiled)) }
    }
    const used = usedOn(compiled, usage, order.despatchDay)
    return { consignments: decideSplit(compiled, plan, order.before ?? NO_CHOICES, used) }
  } catch (error) {
    if (error instanceof TooManyParcels) return { conflict: null, why: TOO_MANY_PARCELS }
    throw error
  }
}

function assignedTo({ assigned }: OrderToAllocate, count: number, index: number): Assigned | undefined {
  const clientMethodID = assigned?.methods.length === count ? assigned.methods[index] : undefined
  return assigned && clientMethodID ? { clientMethodID, because: assigned.because } : undefined
}

/** The capacity that a consignment takes with a method. */
export function capacityTakeOf(
  compiled: CompiledBook,
  { carrier }: Method,
  { despatchDay, parcels }: PlannedConsignment,
): CapacityTake {
  const index = compiled.carriers.findIndex(({ code }) => code === carrier)
  const slot = compiled.rulesOn(despatchDay).slots[index] ?? Number.POSITIVE_INFINITY
  return { carrier, day: despatchDay, parcels: parcels.length, slot: Number.isFinite(slot) ? slot : null }
}

function unplanned(compiled: CompiledBook, order: OrderToAllocate, { conflict, why }: Unplanned): DecidedConsignment {
  const [gone] = order.before?.choices ?? []
  const byHand = gone ? { ...gone.choice, ended: splitChangedText(gone.choice) } : null
  return { ...undecidedConsignment(order, { version: compiled.book.version, why }), conflict, byHand }
}
