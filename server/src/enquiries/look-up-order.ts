import type { enquiries as routes } from '@despatch/contract/enquiries/enquiries'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../app/context.ts'
import { presentRow } from '../orders/present.ts'
import { orderByNumber } from '../orders/queries.ts'
import { inEitherCase } from './in-either-case.ts'

/** The orders of a customer reference. Nothing found is an empty answer: the screen tells it by its three lookups. */
export async function lookUpOrder(
  { transaction, clients }: Context,
  { query }: RouteChecked<typeof routes.order>,
): Promise<RouteAnswer<typeof routes.order>> {
  const rows = await inEitherCase(query.customerReference, (asked) => transaction.rows(orderByNumber(clients, asked)))
  return { details: rows.map(presentRow) }
}
