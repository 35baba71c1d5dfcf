import type { deliveryExceptions as routes } from '@despatch/contract/deliveries/exceptions/delivery-exceptions'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import { presentParcel } from '../parcels/present-parcel.ts'
import { selectParcels, countParcels } from '../parcels/queries.ts'
import { requestedClients, exceptionsFilter } from './exceptions-filter.ts'

/**
 * Lists the parcels behind the counts, most days late first by default.
 * @throws AppError (403) if the client is not one of the call
 */
export async function listExceptionParcels(
  { transaction, clients, now }: Context,
  { body }: RouteChecked<typeof routes.parcels>,
): Promise<RouteAnswer<typeof routes.parcels>> {
  const requested = requestedClients({ clients }, body)
  const filter = {
    ...exceptionsFilter(body, now),
    carrier: body.Carrier,
    carrierService: body.Carrier_Service,
    promised: body.Promised_Date,
    reference: body.reference,
  }
  const [rows, counted] = await Promise.all([
    transaction.rows(selectParcels(requested, filter, body).compile(db)),
    transaction.row(countParcels(requested, filter).compile(db)),
  ])
  return { rows: rows.slice(0, body.limit).map((row) => presentParcel(row, now)), total: counted?.total ?? 0 }
}
