import type { deliveryExceptions as routes } from '@despatch/contract/deliveries/exceptions/delivery-exceptions'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { printForm } from '../../pdf/print-form.ts'
import { prepared } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import { requestedClients, exceptionsFilter } from './exceptions-filter.ts'
import { selectExceptionsByService, presentByCarrier } from './exceptions-by-carrier.ts'
import { exceptionsForm, MAX_PRINTED } from './exceptions-form.ts'
import { selectPrintedParcels } from './select-printed-parcels.ts'

/**
 * Counts late or late-delivered parcels by carrier and service; an empty list if there are none. With isPrint it
 * answers a PDF form with the counts and their parcels, or zero bytes if there are none.
 * @throws AppError (403) if the client is not one of the call
 */
export async function listExceptions(
  { transaction, clients, caller, now }: Context,
  { query, body }: RouteChecked<typeof routes.list>,
): Promise<RouteAnswer<typeof routes.list> | FileAnswer> {
  const requested = requestedClients({ clients }, body)
  const filter = exceptionsFilter(body, now)
  const byService = selectExceptionsByService(requested, filter).compile(db)
  const carriers = presentByCarrier(await transaction.rows(requested.length === 1 ? prepared(byService) : byService))
  if (!body.isPrint && !query.isPrint) return carriers
  const parcels =
    carriers.length > 0 ? await transaction.rows(selectPrintedParcels(requested, filter, MAX_PRINTED).compile(db)) : []
  return new FileAnswer(`Carrier Delivery Exceptions ${body.Order_Date_From} ${body.Order_Date_To}.pdf`, async () =>
    carriers.length === 0
      ? new Uint8Array()
      : printForm(exceptionsForm({ query: body, clients: requested, carriers, parcels, by: caller.username, now })),
  )
}
