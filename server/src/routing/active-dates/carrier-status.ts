import type { carriers as routes } from '@despatch/contract/routing/active-dates/carriers'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { itemInForce } from '../rule-book/book-items.ts'
import { refuseOtherClient } from '../rule-book/check-client.ts'
import type { Context } from '../../http/context.ts'
import { methodsOfCarriers, noSuchCarrier, presentCarrier } from './queries.ts'

/** Reads a carrier's active flag and active dates. Throws an AppError (404) if the client does not have the carrier. */
export async function readCarrierStatus(
  context: Context,
  { params }: RouteChecked<typeof routes.status>,
): Promise<RouteAnswer<typeof routes.status>> {
  refuseOtherClient(context, params.client)
  const { transaction, client } = context
  const [item, methods] = await Promise.all([
    itemInForce(transaction, client, 'carrier', params.carrier),
    methodsOfCarriers(transaction, [client]),
  ])
  if (!item) throw noSuchCarrier(params.carrier)
  return presentCarrier(client, item, methods)
}
