import type pg from 'pg'
import { UNDELIVERED_ORDERS } from './orders-under-way.ts'

/** The client whose deliveries change, when, and by whom. */
export type DeliveryContext = { client: string; now: Date; byName: string }

/** Locks orders in order of their numbers, like every transaction that locks several. */
const LOCK_DESPATCHED = `
select order_number as "orderNumber" from orders
where client_code = $1 and order_number = any ($2::text[]) and status = 'D' order by order_number for update`

const DELIVER_ORDERS = `
with delivered as (
  update orders o set status = 'V', version = version + 1,
    -- Found here for all at once: of an order without it, keep_order_days asks by itself.
    delivered_on = coalesce(delivered_on, (
      select max(p.delivered_on) from parcels p where p.client_code = $1 and p.order_number = o.order_number
    ))
  where client_code = $1 and order_number = any ($2::text[])
  returning order_number, version
)
insert into order_history (client_code, order_number, version, at, by_name, act, status)
select $1, order_number, version, $3, $4, 'Delivered', 'V' from delivered order by order_number`

/**
 * Delivers despatched orders for which the domain's `isOrderDelivered` holds. The caller holds the deliveries lock
 * (`lockDeliveries`), or the shard whose parcels it has written.
 *
 * If an order has parcels in two shards, the second transaction waits here for the first, and then checks in a
 * statement of its own, which sees the first one's parcels. So the later transaction delivers the order. If it checked
 * before the lock, or in the same statement, neither would.
 * @returns the number of delivered orders
 */
export async function deliverOrders(
  connection: pg.ClientBase,
  { client, now, byName }: DeliveryContext,
  orders: readonly string[],
): Promise<number> {
  if (orders.length === 0) return 0
  const { rows } = await connection.query<{ orderNumber: string }>(LOCK_DESPATCHED, [client, orders])
  if (rows.length === 0) return 0
  const locked = rows.map(({ orderNumber }) => orderNumber)
  const underWay = await connection.query<{ orderNumber: string }>(UNDELIVERED_ORDERS, [client, locked])
  const waiting = new Set(underWay.rows.map(({ orderNumber }) => orderNumber))
  const delivered = locked.filter((orderNumber) => !waiting.has(orderNumber))
  if (delivered.length === 0) return 0
  const { rowCount } = await connection.query(DELIVER_ORDERS, [client, delivered, now, byName])
  if (rowCount !== delivered.length) throw new Error('A locked order is missing')
  return delivered.length
}

/** Locks the orders in order of their numbers. */
const UNDO_DELIVERED = `
with held as materialized (
  select order_number from orders
  where client_code = $1 and order_number = any ($2::text[]) and status = 'V' order by order_number for update
), back as (
  update orders o set status = 'D', version = version + 1, delivered_on = null from held
  where o.client_code = $1 and o.order_number = held.order_number
  returning o.order_number, o.version
)
insert into order_history (client_code, order_number, version, at, by_name, act, status, note)
select $1, order_number, version, $3, $4, 'Undone', 'D', 'It is no longer delivered: what its carrier said means otherwise'
from back order by order_number`

/**
 * Sets delivered orders back to Despatched, because a changed event meaning says that one of their parcels is not
 * delivered.
 */
export async function undoDelivered(
  connection: pg.ClientBase,
  { client, now, byName }: DeliveryContext,
  orders: readonly string[],
): Promise<void> {
  if (orders.length > 0) await connection.query(UNDO_DELIVERED, [client, orders, now, byName])
}
