import type { enquiries as routes } from '@despatch/contract/enquiries/enquiries'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { presentRow } from '../../orders/present.ts'
import { orderByNumber } from '../../orders/queries.ts'
import { referenceAsKept } from '../search/reference-as-kept.ts'

/** The orders of a customer reference. Nothing found is an empty answer: the screen tells it by its three lookups. */
export async function lookUpOrder(
  context: Context,
  { query }: RouteChecked<typeof routes.order>,
): Promise<RouteAnswer<typeof routes.order>> {
  const { transaction, clients } = context
  const reference = await referenceAsKept(context, query.customerReference)
  const rows = await transaction.rows(orderByNumber(clients, reference))
  return { details: rows.map(presentRow) }
}
