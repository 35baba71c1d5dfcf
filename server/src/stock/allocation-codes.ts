import type { stock as routes } from '@despatch/contract/stock/stock'
import type { RouteAnswer } from '@despatch/contract/route/types'
import type { Context } from '../http/context.ts'
import { allocationCodesOf } from './ledger/balances.ts'

/** The kinds of stock of the client: the operator's, with the client's own, by code. */
export async function allocationCodes({
  transaction,
  client,
}: Context): Promise<RouteAnswer<typeof routes.allocationCodes>> {
  return [...(await allocationCodesOf(transaction, client))]
}
