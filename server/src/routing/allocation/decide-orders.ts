import { allocate } from '@despatch/domain/routing/allocation/allocate'
import { type CompiledBook, usedOn } from '@despatch/domain/routing/rule-book/compile-book'
import { type Usage, usageKey } from '@despatch/domain/routing/allocation/consignment'
import { DAYS_AHEAD } from '@despatch/domain/routing/allocation/changes'
import { explain } from '@despatch/domain/routing/allocation/explain'
import {
  type Goods,
  type OrderToShip,
  type Plan,
  type PlanConflict,
  planConsignments,
  type PlannedConsignment,
  TooManyParcels,
} from '@despatch/domain/routing/allocation/plan-consignments'
import type { Method } from '@despatch/domain/routing/rule-book/rule-book'
import { type DaysOff, daysOffAfter, NO_DAYS_OFF } from '@despatch/domain/calendar/day'
import { TOO_MANY_PARCELS, whyNone } from '@despatch/domain/routing/allocation/why-none'
import { conflictText } from '@despatch/domain/routing/allocation/text'
import { toldConflict, toldHold } from '@despatch/domain/routing/fixed-routing/route-name'
import { seenOf, CapacityReservations, type Take, type UsageRecord } from './capacity-usage.ts'

/** An order that is to be allocated. `attempt` counts how often it has been, this time included. */
export type OrderToAllocate = OrderToShip & { readonly orderNumber: string; readonly attempt: number }

/** What became of one consignment of an order. */
export type DecidedConsignment = {
  readonly orderNumber: string
  readonly attempt: number
  readonly number: number
  readonly version: number
  readonly consignment: PlannedConsignment
  readonly usageSeen: UsageRecord
  /** null is a routing exception. */
  readonly chosen: { readonly method: Method; readonly carrierName: string; readonly cost: number } | null
  readonly conflict: PlanConflict | null
  /** Of a routing exception, in words. */
  readonly why: string
}

/**
 * Plans and allocates orders one after the other, each on what those before it have taken. An order that has no plan (its
 * boxes are bound to one method and held to several, or it is far too large) is one routing exception. Pure.
 */
export function decideOrders(
  compiled: CompiledBook,
  orders: readonly OrderToAllocate[],
  goodsOf: (sku: string) => Goods | undefined,
  before: Usage,
  daysOff: DaysOff = NO_DAYS_OFF,
): { decided: DecidedConsignment[]; takes: Take[] } {
  const usage = new Map(before)
  const takes = new CapacityReservations()
  const decided: DecidedConsignment[] = []
  for (const asked of orders) {
    const order = withDaysOff(asked, daysOff)
    const plan = planOf(compiled, order, goodsOf)
    if (!('consignments' in plan)) {
      decided.push(unplanned(compiled, order, plan))
      continue
    }
    for (const [index, consignment] of plan.consignments.entries()) {
      const one = decide(compiled, order, { number: index + 1, consignment }, usage)
      decided.push(one)
      if (!one.chosen) continue
      const take = takeOf(compiled, one.chosen.method, consignment)
      takes.add(take)
      const key = usageKey(take.carrier, take.day)
      usage.set(key, (usage.get(key) ?? 0) + take.parcels)
    }
  }
  return { decided, takes: takes.all() }
}

/** An order with the days off of the client's calendar that its reasons leave out: as it is planned, and kept. */
export function withDaysOff<Order extends OrderToShip>(order: Order, daysOff: DaysOff): Order {
  const off = daysOffAfter(order.despatchDay, daysOff, DAYS_AHEAD)
  return off.length > 0 ? { ...order, daysOff: off } : order
}

function planOf(
  compiled: CompiledBook,
  order: OrderToAllocate,
  goodsOf: (sku: string) => Goods | undefined,
): Plan | { tooMany: true } {
  try {
    return planConsignments(compiled, order, goodsOf)
  } catch (error) {
    if (error instanceof TooManyParcels) return { tooMany: true }
    throw error
  }
}

function decide(
  compiled: CompiledBook,
  { orderNumber, attempt }: OrderToAllocate,
  { number, consignment }: { number: number; consignment: PlannedConsignment },
  usage: Usage,
): DecidedConsignment {
  const day = consignment.despatchDay
  const decision = allocate(compiled, consignment, usedOn(compiled, usage, day))
  const method = compiled.methods[decision.chosen]
  return {
    orderNumber,
    attempt,
    number,
    version: compiled.book.version,
    consignment,
    usageSeen: seenOf(usage, day),
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
      : whyNone(
          explain(compiled, consignment, usage, decision),
          { ...consignment, heldTo: toldHold(consignment.heldTo, compiled.book) },
          (code) => carrierName(compiled, code),
        ),
  }
}

function unplanned(
  compiled: CompiledBook,
  order: OrderToAllocate,
  plan: { conflict: PlanConflict } | { tooMany: true },
): DecidedConsignment {
  const conflict = 'conflict' in plan ? plan.conflict : null
  const why = conflict ? conflictText(toldConflict(conflict, compiled.book), namedMethods(compiled)) : TOO_MANY_PARCELS
  return { ...undecided(order, { version: compiled.book.version, why }), conflict }
}

/** A routing exception of an order for which nothing was weighed up: why, and by which rule book. */
export function undecided(
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
  }
}

const namedMethods = (compiled: CompiledBook) =>
  compiled.methods.map((method) => ({ ...method, carrierName: carrierName(compiled, method.carrier) }))

/** The name of a carrier of the book, or its code. */
export function carrierName({ carriers }: CompiledBook, carrier: string): string {
  return carriers.find(({ code }) => code === carrier)?.name || carrier
}

function takeOf(compiled: CompiledBook, { carrier }: Method, { despatchDay, parcels }: PlannedConsignment): Take {
  const index = compiled.carriers.findIndex(({ code }) => code === carrier)
  const slot = compiled.rulesOn(despatchDay).slots[index] ?? Number.POSITIVE_INFINITY
  return { carrier, day: despatchDay, parcels: parcels.length, slot: Number.isFinite(slot) ? slot : null }
}
