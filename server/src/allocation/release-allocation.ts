import { allocateOrders, type Allocating } from './allocate-orders.ts'
import type { BookShelf } from './book-shelf.ts'
import type { DecidedConsignment } from './decide-orders.ts'
import { groundsFor, holdOrders } from './orders-to-allocate.ts'

/**
 * Allocates orders of which nothing stands, in the order given; the others are left as they are. domain.md: 'Creating or
 * releasing an order allocates it.' Gives what was decided.
 */
export async function releaseAllocation(
  on: Allocating & { books: BookShelf },
  orderNumbers: readonly string[],
): Promise<DecidedConsignment[]> {
  const orders = await holdOrders(on.transaction, on.client, orderNumbers)
  const waiting = orders.filter(({ standing }) => standing.length === 0)
  if (waiting.length === 0) return []
  return allocateOrders(on, waiting, await groundsFor(on, waiting))
}
