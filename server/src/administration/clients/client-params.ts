import type { clients as routes } from '@despatch/contract/administration/clients/clients'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { changedFields } from '@despatch/domain/administration/user-activity/acts'
import { CLIENT_PARAMS_UPDATED } from '@despatch/domain/feedback/messages'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import { noSuchClient, workForClient } from './queries.ts'

const paramsOf = (code: string) =>
  db
    .selectFrom('clients')
    .select([
      'order_returns_enquiry as orderReturnsEnquiry',
      'parcel_delivery_status as parcelDeliveryStatus',
      'new_order_line as newOrderLine',
      'order_line_value as orderLineValue',
    ])
    .where('client_code', '=', code)

/**
 * Specification 3, client params: the four flags of a client. Throws an AppError (404) if the client is not the
 * caller's.
 */
export async function readClientParams(
  context: Context,
  { body: { clientCode } }: RouteChecked<typeof routes.params>,
): Promise<RouteAnswer<typeof routes.params>> {
  await workForClient(context, [clientCode])
  const params = await context.transaction.row(paramsOf(clientCode))
  if (!params) throw noSuchClient()
  return { clientCode, params }
}

/**
 * Sets the four flags, from the next call of the client's users on. Throws an AppError (404) if the client is not the
 * caller's.
 */
export async function setClientParams(
  context: Context,
  { body: { clientCode, params: changes } }: RouteChecked<typeof routes.setParams>,
): Promise<RouteAnswer<typeof routes.setParams>> {
  const { transaction } = context
  await workForClient(context, [clientCode])
  const was = await transaction.row(paramsOf(clientCode).forUpdate())
  if (!was) throw noSuchClient()
  const params = { ...was, ...changes }
  await transaction.write(
    db
      .updateTable('clients')
      .set({
        order_returns_enquiry: params.orderReturnsEnquiry,
        parcel_delivery_status: params.parcelDeliveryStatus,
        new_order_line: params.newOrderLine,
        order_line_value: params.orderLineValue,
        version: sql`version + 1`,
      })
      .where('client_code', '=', clientCode),
  )
  await audit(context, {
    clientCode,
    act: 'client.params-set',
    object: `client ${clientCode}`,
    record: `client:${clientCode}`,
    ...changedFields(was, params),
  })
  return { message: CLIENT_PARAMS_UPDATED }
}
