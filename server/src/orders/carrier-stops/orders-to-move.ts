import { dayOf, type Day } from '@despatch/domain/calendar/day'
import { recalculateDespatchDay } from '@despatch/domain/orders/amend/recalculate-despatch-day'
import { allocate } from '@despatch/domain/routing/allocation/allocate'
import { matchChoices, NO_CHOICES, withChoice } from '@despatch/domain/routing/allocation/by-hand'
import { type Usage, usageKey } from '@despatch/domain/routing/allocation/consignment'
import { BIT } from '@despatch/domain/routing/allocation/constraints'
import type { PlannedConsignment } from '@despatch/domain/routing/allocation/plan-consignments'
import type { CarrierStop } from '@despatch/domain/routing/carrier-stops/carrier-stop'
import type { CompiledBook } from '@despatch/domain/routing/rule-book/compile-book'
import type { Database } from '../../database/database.ts'
import { inClient } from '../../database/in-client.ts'
import { nextTurn } from '../../process/loop-budget.ts'
import { type AllocationInputs, withDayRules } from '../../routing/allocation/allocation-inputs.ts'
import { planOrder } from '../../routing/allocation/decide-orders.ts'
import { loadAllocationInputs, type LockedOrder, lockOrders } from '../../routing/allocation/orders-to-allocate.ts'
import type { RuleBookCache } from '../../routing/rule-book/rule-book-cache.ts'
import { loadStanding, type OffOrder, type StandingConsignment } from './standing-orders.ts'

/** Orders read at once. */
const PIECE_SIZE = 250

export type Planning = { readonly database: Database; readonly books: RuleBookCache; readonly now: Date }

/** An order with the consignments that it would have. */
export type OrderToMove<Order extends OffOrder = OffOrder> = {
  readonly order: Order
  readonly standing: readonly StandingConsignment[]
  readonly consignments: readonly PlannedConsignment[]
  /** Why it has no plan. */
  readonly why: string | undefined
}

export type OrdersToMove<Order extends OffOrder = OffOrder> = {
  readonly orders: readonly OrderToMove<Order>[]
  /** The last rules that were read; undefined without orders. */
  readonly inputs: AllocationInputs | undefined
  /** Parcels allocated to carriers on the days of the orders and of the four weeks after, with those of the orders. */
  readonly usage: Usage
}

/**
 * Reads orders with the consignments that they would have if they were allocated now. `stop` counts as if it were in
 * force. It reads in short transactions without locks, so orders may change meanwhile.
 */
export async function readOrdersToMove<Order extends OffOrder>(
  on: Planning,
  client: string,
  orders: readonly Order[],
  stop?: CarrierStop,
): Promise<OrdersToMove<Order>> {
  const toMove: OrderToMove<Order>[] = []
  let inputs: AllocationInputs | undefined
  const usage = new Map<string, number>()
  for (let at = 0; at < orders.length; at += PIECE_SIZE) {
    const piece = orders.slice(at, at + PIECE_SIZE)
    const read = await inClient(on.database, client, async (transaction) => {
      const names = piece.map(({ orderNumber }) => orderNumber)
      const locked = await lockOrders(transaction, client, names, { isOnlyRead: true })
      // Orders past their day travel from today on.
      const today = dayOf(on.now)
      const asToday = locked.map((order) => ({
        ...order,
        despatchDay: order.despatchDay < today ? today : order.despatchDay,
      }))
      const loaded = await loadAllocationInputs({ transaction, client, now: on.now, books: on.books }, asToday)
      return { locked, loaded, standing: await loadStanding(transaction, client, names) }
    })
    // Terms may change between pieces.
    const terms = new Map([...(inputs?.compiled.terms ?? []), ...(read.loaded.compiled.terms ?? [])])
    inputs = {
      ...read.loaded,
      stops: [...read.loaded.stops, ...(stop ? [stop] : [])],
      compiled: { ...read.loaded.compiled, terms },
    }
    for (const [key, parcels] of read.loaded.usage) usage.set(key, parcels)
    for (const order of piece) {
      const locked = read.locked.find(({ orderNumber }) => orderNumber === order.orderNumber)
      if (locked) toMove.push(planOne(inputs, order, locked, { standing: read.standing, today: dayOf(on.now) }))
    }
    await nextTurn()
  }
  return { orders: toMove, inputs, usage }
}

function planOne<Order extends OffOrder>(
  inputs: AllocationInputs,
  order: Order,
  locked: LockedOrder,
  { standing: all, today }: { standing: ReadonlyMap<string, StandingConsignment[]>; today: Day },
): OrderToMove<Order> {
  const standing = all.get(order.orderNumber) ?? []
  const day = recalculateDespatchDay(locked.service, locked.despatchDay, today, inputs.daysOff)
  if (day === undefined) return { order, standing, consignments: [], why: 'Its named day has passed' }
  const input = withDayRules({ ...locked, despatchDay: day }, inputs)
  const planned = planOrder(inputs.compiled, input, inputs.goodsOf, new Map())
  if ('why' in planned) return { order, standing, consignments: [], why: planned.why }
  const { of } = matchChoices(planned.consignments, locked.before ?? NO_CHOICES)
  const consignments = planned.consignments.map((one, index) => withChoice(one, of[index]))
  return { order, standing, consignments, why: undefined }
}

/** Candidates that may take a consignment if there is room; a choice by hand that still applies is the only one. */
export function optionIndices(compiled: CompiledBook, consignment: PlannedConsignment): number[] {
  const { chosen, failing } = decisionOf(compiled, consignment)
  const byHand = consignment.byHand?.clientMethodID
  if (byHand !== undefined && compiled.methods[chosen]?.clientMethodID === byHand) return [chosen]
  return failing.flatMap((mask, index) => ((mask & ~BIT.capacity) === 0 ? [index] : []))
}

/** Capacity is left to the assignment. */
export const decisionOf = (compiled: CompiledBook, consignment: PlannedConsignment) =>
  allocate(compiled, consignment, new Float64Array(compiled.carriers.length))

export const costOf = (compiled: CompiledBook, consignment: PlannedConsignment, index: number) =>
  decisionOf(compiled, consignment).costs[index] ?? 0

/** The parcels that each carrier with a limit can still take on the days of the consignments. */
export function roomsOf(
  compiled: CompiledBook,
  consignments: readonly PlannedConsignment[],
  free: Usage,
): Record<string, number> {
  const rooms: Record<string, number> = {}
  for (const day of new Set(consignments.map(({ despatchDay }) => despatchDay)))
    for (const [index, { code }] of compiled.carriers.entries()) {
      const slot = compiled.rulesOn(day).slots[index] ?? Number.POSITIVE_INFINITY
      const key = usageKey(code, day)
      if (Number.isFinite(slot)) rooms[key] = Math.max(slot - (free.get(key) ?? 0), 0)
    }
  return rooms
}
