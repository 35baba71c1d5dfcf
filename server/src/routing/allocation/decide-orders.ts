import { allocate, type Decision } from '@despatch/domain/routing/allocation/allocate'
import { cheapestFullMethod, type PassedOver } from '@despatch/domain/routing/allocation/passed-over'
import { costText } from '@despatch/domain/routing/allocation/units'
import { type CompiledBook, usedOn } from '@despatch/domain/routing/rule-book/compile-book'
import {
  type Assigned,
  addTakesToLaterDays,
  type Usage,
  usageKey,
} from '@despatch/domain/routing/allocation/consignment'
import {
  matchChoices,
  type ChoicesBefore,
  endedText,
  type StoredChoice,
  NO_CHOICES,
  splitChangedText,
  withChoice,
} from '@despatch/domain/routing/allocation/by-hand'
import { decideSplit } from '@despatch/domain/routing/allocation/split/decide-split'
import { explain } from '@despatch/domain/routing/allocation/explain'
import { wordingOf } from '@despatch/domain/routing/allocation/decision-labels'
import {
  type Goods,
  type OrderToShip,
  type PlanConflict,
  planConsignments,
  type PlannedConsignment,
} from '@despatch/domain/routing/allocation/plan-consignments'
import { TooManyParcels } from '@despatch/domain/routing/allocation/split/pack-parcels'
import { bookCurrency, type Method } from '@despatch/domain/routing/rule-book/rule-book'
import { TOO_MANY_PARCELS, noCarrierText } from '@despatch/domain/routing/allocation/no-carrier-text'
import { conflictText } from '@despatch/domain/routing/allocation/text'
import { nameConflict, nameHold } from '@despatch/domain/routing/fixed-routing/route-name'
import { type AllocationInputs, withDayRules } from './allocation-inputs.ts'
import { relevantUsage, CapacityReservations, type CapacityTake, type UsageRecord } from './capacity-usage.ts'

/** An order to allocate. `attempt` counts its allocations, including this one. */
export type OrderToAllocate = OrderToShip & {
  readonly orderNumber: string
  readonly attempt: number
  /** Choices by hand from its last allocation. */
  readonly before?: ChoicesBefore | undefined
  /** The methods that its consignments got together with other orders. It lapses if the order is split differently. */
  readonly assigned?: OrderAssignment | undefined
}

/** By consignment: its method; null leaves it to allocation. */
export type OrderAssignment = {
  readonly methods: readonly (string | null)[]
  readonly because: Assigned['because']
}

/** The decision on one consignment of an order. */
export type DecidedConsignment = {
  readonly orderNumber: string
  readonly attempt: number
  readonly number: number
  readonly version: number
  readonly consignment: PlannedConsignment
  readonly usageSeen: UsageRecord
  /** null for a routing exception. */
  readonly chosen: { readonly method: Method; readonly carrierName: string; readonly cost: number } | null
  readonly conflict: PlanConflict | null
  /** The reason of a routing exception, for people. */
  readonly why: string
  /** The choice by hand that applies, or that has just ended. */
  readonly byHand: StoredChoice | null
  readonly passedOver: PassedOver | null
}

/**
 * Plans and allocates orders one after the other; each sees the capacity that the earlier ones took. An order without a
 * plan (its boxes must share one method but are held to several, or it has too many parcels) becomes one routing
 * exception. Pure.
 */
export function decideOrders(
  { compiled, goodsOf, usage: before, ...rules }: AllocationInputs,
  orders: readonly OrderToAllocate[],
): { decided: DecidedConsignment[]; takes: CapacityTake[] } {
  const usage = new Map(before)
  const takes = new CapacityReservations()
  const decided: DecidedConsignment[] = []
  for (const input of orders) {
    const order = withDayRules(input, rules)
    const planned = planOrder(compiled, order, goodsOf, usage)
    if ('why' in planned) {
      decided.push(unplanned(compiled, order, planned))
      continue
    }
    const { consignments } = planned
    const { of, lost } = matchChoices(consignments, order.before ?? NO_CHOICES)
    const taken: CapacityTake[] = []
    for (const [index, consignment] of consignments.entries()) {
      const choice = of[index] && { ...of[index], of: consignments.length }
      // All consignments share the order's day, so the earlier ones take capacity on any alternative day too.
      const seen = addTakesToLaterDays(usage, order.despatchDay, taken)
      const one = decideConsignment(
        compiled,
        order,
        { number: index + 1, consignment, choice, assigned: assignedTo(order, consignments.length, index) },
        seen,
      )
      const [gone] = index === 0 && !one.byHand ? lost : []
      decided.push(gone ? { ...one, byHand: { ...gone, ended: splitChangedText(gone) } } : one)
      if (!one.chosen) continue
      const take = capacityTakeOf(compiled, one.chosen.method, consignment)
      takes.add(take)
      taken.push(take)
      const key = usageKey(take.carrier, take.day)
      usage.set(key, (usage.get(key) ?? 0) + take.parcels)
    }
  }
  return { decided, takes: takes.all() }
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

/** Adds an assigned method to a consignment, unless allocation chooses it anyway: then nothing has to be explained. */
function withAssigned(
  compiled: CompiledBook,
  consignment: PlannedConsignment,
  assigned: Assigned | undefined,
  used: Float64Array,
): PlannedConsignment {
  if (!assigned) return consignment
  const free = compiled.methods[allocate(compiled, consignment, used).chosen]?.clientMethodID
  return free === assigned.clientMethodID ? consignment : { ...consignment, assigned }
}

/**
 * Decides on one consignment of an order. A choice by hand applies as long as its method may carry the consignment.
 * After that allocation chooses, and the stored choice says why it ended. Pure.
 */
export function decideConsignment(
  compiled: CompiledBook,
  { orderNumber, attempt }: Pick<OrderToAllocate, 'orderNumber' | 'attempt'>,
  options: {
    number: number
    consignment: PlannedConsignment
    choice?: StoredChoice | undefined
    assigned?: Assigned | undefined
  },
  usage: Usage,
): DecidedConsignment {
  const { number, choice } = options
  const day = options.consignment.despatchDay
  const used = usedOn(compiled, usage, day)
  const consignment = withAssigned(compiled, options.consignment, options.assigned, used)
  const input = withChoice(consignment, choice)
  const decision = allocate(compiled, input, used)
  const method = compiled.methods[decision.chosen]
  const explained = () => explain(compiled, consignment, usage, decision)
  const namedConsignment = () => ({ ...consignment, heldTo: nameHold(consignment.heldTo, compiled.book) })
  return {
    orderNumber,
    attempt,
    number,
    version: compiled.book.version,
    consignment,
    usageSeen: relevantUsage(usage, day),
    chosen: method
      ? {
          method,
          carrierName: carrierName(compiled, method.carrier),
          cost: decision.costs[decision.chosen] ?? 0,
        }
      : null,
    conflict: null,
    why: method
      ? ''
      : noCarrierText(
          explained(),
          namedConsignment(),
          (code) => carrierName(compiled, code),
          bookCurrency(compiled.book),
        ),
    byHand:
      choice && choice.clientMethodID !== method?.clientMethodID
        ? {
            ...choice,
            ended: endedText(
              choice,
              consignment,
              explained(),
              wordingOf(namedConsignment(), namedMethods(compiled), bookCurrency(compiled.book)),
            ),
          }
        : (choice ?? null),
    passedOver: passedOverBy(compiled, decision, cheapestFullMethod(compiled, decision, input)),
  }
}

function passedOverBy(compiled: CompiledBook, { costs }: Decision, index: number): PassedOver | null {
  const method = namedMethods(compiled)[index]
  if (!method) return null
  const { clientMethodID, carrier, carrierName, methodDescription } = method
  return { clientMethodID, carrier, carrierName, methodDescription, cost: costText(costs[index] ?? 0) }
}

function unplanned(compiled: CompiledBook, order: OrderToAllocate, { conflict, why }: Unplanned): DecidedConsignment {
  const [gone] = order.before?.choices ?? []
  const byHand = gone ? { ...gone.choice, ended: splitChangedText(gone.choice) } : null
  return { ...undecidedConsignment(order, { version: compiled.book.version, why }), conflict, byHand }
}

/** Makes a routing exception for an order without looking at any method. */
export function undecidedConsignment(
  { orderNumber, attempt, service, country, region, despatchDay, lines }: OrderToAllocate,
  { version, why }: { version: number; why: string },
): DecidedConsignment {
  return {
    orderNumber,
    attempt,
    number: 1,
    version,
    consignment: {
      service,
      country,
      region,
      despatchDay,
      parcels: [],
      heldTo: null,
      skus: [...new Set(lines.map(({ sku }) => sku))],
    },
    usageSeen: {},
    chosen: null,
    conflict: null,
    why,
    byHand: null,
    passedOver: null,
  }
}

const namedMethods = (compiled: CompiledBook) =>
  compiled.methods.map((method) => ({ ...method, carrierName: carrierName(compiled, method.carrier) }))

/** A carrier's name in the book, or its code if the name is empty. */
export function carrierName({ carriers }: CompiledBook, carrier: string): string {
  return carriers.find(({ code }) => code === carrier)?.name || carrier
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
