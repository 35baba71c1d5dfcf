import { allocateOrders, type Allocating } from './allocate-orders.ts'
import type { RuleBookCache } from '../rule-book/rule-book-cache.ts'
import type { DecidedConsignment } from './decide-orders.ts'
import { groundsFor, holdOrders, isToAllocate } from './orders-to-allocate.ts'

/**
 * Allocates the orders that are new or released and have no current consignments, in the order of `orderNumbers`.
 * domain.md: 'Creating or releasing an order allocates it.'
 * @returns the decisions
 */
export async function releaseAllocation(
  on: Allocating & { books: RuleBookCache },
  orderNumbers: readonly string[],
): Promise<DecidedConsignment[]> {
  const orders = await holdOrders(on.transaction, on.client, orderNumbers)
  const waiting = orders.filter(isToAllocate)
  if (waiting.length === 0) return []
  return allocateOrders(on, waiting, await groundsFor(on, waiting))
}
