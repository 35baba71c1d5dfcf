import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { dayOf } from '@despatch/domain/calendar/day'
import type { DeliveryException } from '@despatch/domain/deliveries/parcels/promised-date'
import type { Context } from '../../http/context.ts'
import { otherClientError } from '../../routing/rule-book/check-client.ts'
import type { ParcelFilter } from '../parcels/queries.ts'

type Asked = {
  Client_Code: string
  Order_Date_From: string
  Order_Date_To: string
  Show_Orders: DeliveryException
}

/**
 * The clients that a request of delivery exceptions is for: those of the call, or the one of them that it names. Throws a
 * AppError (403) where it names another.
 */
export function clientsAsked({ clients }: Pick<Context, 'clients'>, { Client_Code: named }: Asked): string[] {
  if (named === ALL_CLIENTS) return clients
  if (!clients.includes(named)) throw otherClientError(named)
  return [named]
}

/** The parcels that a request of delivery exceptions is about. */
export function filterOf(asked: Asked, now: Date): ParcelFilter & { exception: DeliveryException } {
  return {
    today: dayOf(now),
    orderedFrom: asked.Order_Date_From,
    orderedTo: asked.Order_Date_To,
    exception: asked.Show_Orders,
  }
}
