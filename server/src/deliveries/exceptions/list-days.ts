import type { deliveryExceptions as routes } from '@despatch/contract/deliveries/exceptions/delivery-exceptions'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { countByPromisedDay } from '../parcels/queries.ts'
import { requestedClients, exceptionsFilter } from './exceptions-filter.ts'

/**
 * Counts late or late-delivered parcels by promised day.
 * @throws AppError (403) if the client is not one of the call
 */
export async function listExceptionDays(
  { transaction, clients, now }: Context,
  { body }: RouteChecked<typeof routes.days>,
): Promise<RouteAnswer<typeof routes.days>> {
  const requested = requestedClients({ clients }, body)
  return { days: [...(await transaction.rows(countByPromisedDay(requested, exceptionsFilter(body, now)).compile(db)))] }
}
