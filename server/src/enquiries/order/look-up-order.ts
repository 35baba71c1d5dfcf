import type { enquiries as routes } from '@despatch/contract/enquiries/enquiries'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { presentRow } from '../../orders/present.ts'
import { orderByNumber } from '../../orders/queries.ts'
import { toStoredReference } from '../search/stored-reference.ts'

/**
 * Returns the orders with a customer reference. An empty answer is no error: the screen decides after three lookups.
 */
export async function lookUpOrder(
  context: Context,
  { query }: RouteChecked<typeof routes.order>,
): Promise<RouteAnswer<typeof routes.order>> {
  const { transaction, clients } = context
  const reference = await toStoredReference(context, query.customerReference)
  const rows = await transaction.rows(orderByNumber(clients, reference))
  return { details: rows.map(presentRow) }
}
