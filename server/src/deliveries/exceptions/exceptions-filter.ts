import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { dayOf } from '@despatch/domain/calendar/day'
import type { DeliveryException } from '@despatch/domain/deliveries/parcels/promised-date'
import type { Context } from '../../http/context.ts'
import { otherClientError } from '../../routing/rule-book/check-client.ts'
import type { ParcelFilter } from '../parcels/queries.ts'

type ExceptionsQuery = {
  Client_Code: string
  Order_Date_From: string
  Order_Date_To: string
  Show_Orders: DeliveryException
}

/**
 * The clients of a delivery exceptions request: all of the call, or the one that it names.
 * @throws AppError (403) if it names another
 */
export function requestedClients(
  { clients }: Pick<Context, 'clients'>,
  { Client_Code: clientCode }: ExceptionsQuery,
): string[] {
  if (clientCode === ALL_CLIENTS) return clients
  if (!clients.includes(clientCode)) throw otherClientError(clientCode)
  return [clientCode]
}

/** The parcel filter of a delivery exceptions request. */
export function exceptionsFilter(query: ExceptionsQuery, now: Date): ParcelFilter & { exception: DeliveryException } {
  return {
    today: dayOf(now),
    orderedFrom: query.Order_Date_From,
    orderedTo: query.Order_Date_To,
    exception: query.Show_Orders,
  }
}
