import type { deliveryExceptions as routes } from '@despatch/contract/deliveries/exceptions/delivery-exceptions'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import { presentParcel } from '../parcels/present.ts'
import { parcelsPage, parcelsTotal } from '../parcels/queries.ts'
import { clientsAsked, filterOf } from './asked.ts'

/** A page of the parcels behind the counts, the latest first unless told. Throws an AppError (403) as the counts do. */
export async function listExceptionParcels(
  { transaction, clients, now }: Context,
  { body }: RouteChecked<typeof routes.parcels>,
): Promise<RouteAnswer<typeof routes.parcels>> {
  const asked = clientsAsked({ clients }, body)
  const filter = {
    ...filterOf(body, now),
    carrier: body.Carrier,
    carrierService: body.Carrier_Service,
    promised: body.Promised_Date,
    reference: body.reference,
  }
  const [rows, counted] = await Promise.all([
    transaction.rows(parcelsPage(asked, filter, body).compile(db)),
    transaction.row(parcelsTotal(asked, filter).compile(db)),
  ])
  return { rows: rows.slice(0, body.limit).map((row) => presentParcel(row, now)), total: counted?.total ?? 0 }
}
