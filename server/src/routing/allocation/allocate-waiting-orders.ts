import { allocateOrders, type AllocationContext } from './allocate-orders.ts'
import type { RuleBookCache } from '../rule-book/rule-book-cache.ts'
import type { DecidedConsignment } from './decide-orders.ts'
import { loadAllocationInputs, lockOrders, needsAllocation } from './orders-to-allocate.ts'

/**
 * Allocates the orders that are new or released and have no current consignments, in the order of `orderNumbers`.
 * domain.md: 'Creating or releasing an order allocates it.'
 * @returns the decisions
 */
export async function allocateWaitingOrders(
  on: AllocationContext & { books: RuleBookCache },
  orderNumbers: readonly string[],
): Promise<DecidedConsignment[]> {
  const orders = await lockOrders(on.transaction, on.client, orderNumbers)
  const waiting = orders.filter(needsAllocation)
  if (waiting.length === 0) return []
  return allocateOrders(on, waiting, await loadAllocationInputs(on, waiting))
}
