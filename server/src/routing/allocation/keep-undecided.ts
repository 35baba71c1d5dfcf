import { keepDecisions, type Allocating } from './allocate-orders.ts'
import { versionInForce } from '../rule-book/rule-book-cache.ts'
import { undecided } from './decide-orders.ts'
import { holdOrders, isToAllocate } from './orders-to-allocate.ts'

/**
 * Makes routing exceptions of orders that could not be allocated, with why: what is new or released and of which nothing
 * stands. domain.md: 'Routing exception: a consignment that no method may carry.' Nothing is read for it but the orders, and
 * no capacity is asked for. Gives how many those were.
 */
export async function keepUndecided(on: Allocating, orderNumbers: readonly string[], why: string): Promise<number> {
  const { transaction, client } = on
  const orders = await holdOrders(transaction, client, orderNumbers)
  const waiting = orders.filter(isToAllocate)
  if (waiting.length === 0) return 0
  const version = await versionInForce(transaction, client)
  await keepDecisions(
    on,
    waiting.map((order) => undecided(order, { version, why })),
    [],
  )
  return waiting.length
}
