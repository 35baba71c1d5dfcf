import type { deliveryExceptions as routes } from '@despatch/contract/deliveries/exceptions/delivery-exceptions'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { parcelsByPromise } from '../parcels/queries.ts'
import { clientsAsked, filterOf } from './asked.ts'

/** The parcels that are late, or were delivered late, by the day that they were promised for. Throws an AppError (404) for a client that is not one of the call. */
export async function listExceptionDays(
  { transaction, clients, now }: Context,
  { body }: RouteChecked<typeof routes.days>,
): Promise<RouteAnswer<typeof routes.days>> {
  const asked = clientsAsked({ clients }, body)
  return { days: [...(await transaction.rows(parcelsByPromise(asked, filterOf(body, now)).compile(db)))] }
}
