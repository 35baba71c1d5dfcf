import { allocateOrders, type Allocating } from './allocate-orders.ts'
import type { RuleBookCache } from '../rule-book/rule-book-cache.ts'
import type { DecidedConsignment } from './decide-orders.ts'
import { groundsFor, holdOrders, isToAllocate } from './orders-to-allocate.ts'

/**
 * Allocates orders that are new or released and of which nothing stands, in the order given; the others are left as they
 * are. domain.md: 'Creating or releasing an order allocates it.' Gives what was decided.
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
