import type { deliveryExceptions as routes } from '@despatch/contract/deliveries/exceptions/delivery-exceptions'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { printForm } from '../../pdf/print-form.ts'
import { prepared } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import { clientsAsked, filterOf } from './asked.ts'
import { exceptionsByService, presentByCarrier } from './by-carrier.ts'
import { exceptionsForm, MAX_PRINTED } from './exceptions-form.ts'
import { printedParcels } from './printed-parcels.ts'

/**
 * The parcels that are late, or were delivered late, counted by carrier and service; none is an empty list. With isPrint
 * the same as a form, with the parcels behind the counts, and without a byte where there is none. Throws an AppError (403)
 * where the client is not one of the call.
 */
export async function listExceptions(
  { transaction, clients, caller, now }: Context,
  { query, body }: RouteChecked<typeof routes.list>,
): Promise<RouteAnswer<typeof routes.list> | FileAnswer> {
  const asked = clientsAsked({ clients }, body)
  const filter = filterOf(body, now)
  const byService = exceptionsByService(asked, filter).compile(db)
  const carriers = presentByCarrier(await transaction.rows(asked.length === 1 ? prepared(byService) : byService))
  if (!body.isPrint && !query.isPrint) return carriers
  const parcels =
    carriers.length > 0 ? await transaction.rows(printedParcels(asked, filter, MAX_PRINTED).compile(db)) : []
  return new FileAnswer(`Carrier Delivery Exceptions ${body.Order_Date_From} ${body.Order_Date_To}.pdf`, async () =>
    carriers.length === 0
      ? new Uint8Array()
      : printForm(exceptionsForm({ asked: body, clients: asked, carriers, parcels, by: caller.username, now })),
  )
}
