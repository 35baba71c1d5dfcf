import { saveDecisions, type AllocationContext } from './allocate-orders.ts'
import { versionInForce } from '../rule-book/rule-book-cache.ts'
import { undecidedConsignment } from './decide-consignment.ts'
import { lockOrders, needsAllocation } from './orders-to-allocate.ts'

/**
 * Records routing exceptions with a reason for orders that could not be allocated. It affects only orders that are new
 * or released and have no current consignments. domain.md: 'Routing exception: a consignment that no method may carry.'
 * It reads only the orders and locks no capacity.
 * @returns the number of orders that became exceptions
 */
export async function saveAsExceptions(
  on: AllocationContext,
  orderNumbers: readonly string[],
  why: string,
): Promise<number> {
  const { transaction, client } = on
  const orders = await lockOrders(transaction, client, orderNumbers)
  const waiting = orders.filter(needsAllocation)
  if (waiting.length === 0) return 0
  const version = await versionInForce(transaction, client)
  await saveDecisions(
    on,
    waiting.map((order) => undecidedConsignment(order, { version, why })),
    [],
  )
  return waiting.length
}
