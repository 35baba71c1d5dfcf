import type { capacity as routes } from '@despatch/contract/routing/capacity/capacity'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { refuseOtherClient } from '../rule-book/check-client.ts'
import type { Context } from '../../http/context.ts'
import { noSuchCarrier } from '../active-dates/queries.ts'
import { capacitiesOf } from './queries.ts'

/** Reads the capacities of one carrier. Throws an AppError (404) if the client does not have it. */
export async function readCarrierCapacity(
  context: Context,
  { query }: RouteChecked<typeof routes.carrier>,
): Promise<RouteAnswer<typeof routes.carrier>> {
  refuseOtherClient(context, query.client)
  const [capacity] = await capacitiesOf({ ...context, clients: [context.client] }, query.carrier)
  if (!capacity) throw noSuchCarrier(query.carrier)
  return capacity
}
