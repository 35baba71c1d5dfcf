import type { Day } from '@despatch/domain/calendar/day'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import type { StoredChoice } from '@despatch/domain/routing/allocation/by-hand'
import type { Hold } from '@despatch/domain/routing/allocation/consignment'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { hasOffCarrier, type OffCarrierDay, offRows } from '../../routing/carrier-stops/off-carriers.ts'

/** An order with a carrier that is off. */
export type OffOrder = { readonly orderNumber: string; readonly status: OrderStatus; readonly despatchDay: Day }

/**
 * A client's orders with a carrier that is off and one of these statuses: named and next day orders first, then by
 * despatch day and time of creation.
 */
export async function loadOffOrders(
  transaction: Transaction,
  off: readonly OffCarrierDay[],
  { client, statuses }: { client: string; statuses: readonly OrderStatus[] },
): Promise<OffOrder[]> {
  const own = off.filter((one) => one.client === client)
  if (own.length === 0) return []
  return transaction.rows(
    sql<OffOrder>`
      select o.order_number as "orderNumber", o.status, min(c.despatch_day)::text as "despatchDay"
      from ${offRows(own)}
      join consignments c on ${hasOffCarrier}
      join orders o on o.client_code = c.client_code and o.order_number = c.order_number
      where c.client_code = ${client} and o.status = any (${statuses}::text[])
      group by o.client_code, o.order_number
      order by o.dispatch_service = 'STANDARD', min(c.despatch_day), o.created_at, o.order_number`.compile(db),
  )
}

/** Counts the new and released orders with each carrier that is off, by carrier, client and reason. */
export async function countOffOrders(
  transaction: Transaction,
  off: readonly OffCarrierDay[],
): Promise<{ carrier: string; client: string; because: OffCarrierDay['because']; orders: number }[]> {
  if (off.length === 0) return []
  return transaction.rows(
    sql<{ carrier: string; client: string; because: OffCarrierDay['because']; orders: number }>`
      select off.carrier, off.client, off.because, count(distinct c.order_number)::int as orders
      from ${offRows(off)}
      join consignments c on ${hasOffCarrier}
      join orders o on o.client_code = c.client_code and o.order_number = c.order_number
      where o.status in ('N', 'R')
      group by off.carrier, off.client, off.because
      order by off.carrier, off.client`.compile(db),
  )
}

/** A current consignment of an order. */
export type StandingConsignment = {
  readonly order_number: string
  readonly number: number
  readonly carrier: string | null
  readonly client_method_id: string | null
  readonly cost: string | null
  readonly parcels: number
  readonly despatch_day: Day
  readonly by_hand: StoredChoice | null
  readonly held_to: Hold | null
}

/** The current consignments of a client's orders, by order number. */
export async function loadStanding(
  transaction: Transaction,
  client: string,
  orderNumbers: readonly string[],
): Promise<ReadonlyMap<string, StandingConsignment[]>> {
  const rows = await transaction.rows(
    sql<StandingConsignment>`
      select order_number, number, carrier, client_method_id, cost, parcels, despatch_day::text, by_hand,
        consignment -> 'heldTo' as held_to
      from consignments
      where client_code = ${client} and order_number = any (${orderNumbers}::text[]) and ended_at is null
      order by order_number, number`.compile(db),
  )
  return Map.groupBy(rows, ({ order_number }) => order_number)
}
