import type { enquiries as routes } from '@despatch/contract/enquiries/enquiries'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../app/context.ts'
import { presentRow } from '../orders/present.ts'
import { orderByNumber } from '../orders/queries.ts'

/** The orders of a customer reference. Nothing found is an empty answer: the screen tells it by its three lookups. */
export async function lookUpOrder(
  { transaction, clients }: Context,
  { query }: RouteChecked<typeof routes.order>,
): Promise<RouteAnswer<typeof routes.order>> {
  const asked = query.customerReference
  const rows = await transaction.rows(orderByNumber(clients, asked))
  if (rows.length > 0 || asked === asked.toUpperCase()) return { details: rows.map(presentRow) }
  // References are mostly in capitals, and mostly typed without.
  return { details: (await transaction.rows(orderByNumber(clients, asked.toUpperCase()))).map(presentRow) }
}
