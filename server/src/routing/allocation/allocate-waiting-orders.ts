import { dayOf } from '@despatch/domain/calendar/day'
import { fallbackDay } from '@despatch/domain/routing/cut-offs/fallback-day'
import { allocateOrders, type AllocationContext } from './allocate-orders.ts'
import type { RuleBookCache } from '../rule-book/rule-book-cache.ts'
import type { DecidedConsignment } from './decide-consignment.ts'
import { loadAllocationInputs, lockOrders, needsAllocation } from './orders-to-allocate.ts'

/**
 * Allocates the orders that are new or released and have no current consignments, in the order of `orderNumbers`.
 * domain.md: 'Creating or releasing an order allocates it.'
 * @returns the decisions
 */
export async function allocateWaitingOrders(
  on: AllocationContext & { books: RuleBookCache },
  orderNumbers: readonly string[],
  /** Orders without a despatch date: they may leave on the next working day instead of today. */
  withOpenDay: ReadonlySet<string> = new Set(),
): Promise<DecidedConsignment[]> {
  const orders = await lockOrders(on.transaction, on.client, orderNumbers)
  const waiting = orders.filter(needsAllocation)
  if (waiting.length === 0) return []
  const inputs = await loadAllocationInputs(on, waiting)
  const { daysOff, isSameDay: isDayOpen } = inputs
  const withFallback = waiting.map((order) =>
    withOpenDay.has(order.orderNumber)
      ? { ...order, fallback: fallbackDay({ ...order, isDayOpen }, dayOf(on.now), daysOff) }
      : order,
  )
  return allocateOrders(on, withFallback, inputs)
}
