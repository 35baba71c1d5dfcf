import type pg from 'pg'
import { changeRowsInPlace } from '../../database/by-key.ts'
import { UNDELIVERED_ORDERS } from './orders-under-way.ts'

/** The client whose deliveries change, when, and by whom. */
export type DeliveryContext = { client: string; now: Date; byName: string }

/** Locks orders in order of their numbers, like every transaction that locks several; looks up each by key. */
const LOCK_DESPATCHED = `
select o.order_number as "orderNumber", o.ctid as place
from (select * from unnest($2::text[]) as n (order_number) order by order_number collate "C") as named cross join lateral (
  select ctid, order_number from orders
  where client_code = $1 and order_number between named.order_number and named.order_number and status = 'D'
  order by order_number limit 1 for update
) o`

/** Changes rows in place. */
const DELIVER_ORDERS = `
with delivered as (
  update orders o set status = 'V', version = version + 1,
    -- Found here for all at once: of an order without it, keep_order_days asks by itself.
    delivered_on = coalesce(delivered_on, (
      select max(p.delivered_on) from (
        select delivered_on from parcels
        where client_code = $1 and order_number between o.order_number and o.order_number order by order_number offset 0
      ) p
    ))
  where client_code = $1 and ctid = any ($2::tid[])
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
  const { rows } = await connection.query<{ orderNumber: string; place: string }>(LOCK_DESPATCHED, [client, orders])
  if (rows.length === 0) return 0
  const locked = rows.map(({ orderNumber }) => orderNumber)
  const underWay = await connection.query<{ orderNumber: string }>(UNDELIVERED_ORDERS, [client, locked])
  const waiting = new Set(underWay.rows.map(({ orderNumber }) => orderNumber))
  const delivered = rows.filter(({ orderNumber }) => !waiting.has(orderNumber)).map(({ place }) => place)
  if (delivered.length === 0) return 0
  const { rowCount } = await changeRowsInPlace(connection, DELIVER_ORDERS, [client, delivered, now, byName])
  if (rowCount !== delivered.length) throw new Error('Orders that are held were not where they were found')
  return delivered.length
}

/** Locks each order by key, in order of their numbers. */
const UNDO_DELIVERED = `
with held as materialized (
  select o.order_number, o.ctid as place
  from (select * from unnest($2::text[]) as n (order_number) order by order_number collate "C") as named cross join lateral (
    select ctid, order_number from orders
    where client_code = $1 and order_number between named.order_number and named.order_number and status = 'V'
    order by order_number limit 1 for update
  ) o
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
