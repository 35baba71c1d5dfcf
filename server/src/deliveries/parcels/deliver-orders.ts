import type pg from 'pg'
import { changeRowsInPlace } from '../../database/by-key.ts'
import { ORDERS_UNDER_WAY } from './orders-under-way.ts'

/** For whom parcels are settled, and who did it when. */
export type Settling = { client: string; now: Date; byName: string }

/** In the order of their numbers, as all who hold several orders at once; each looked up by its key, as parcels are. */
const LOCK_DESPATCHED = `
select o.order_number as "orderNumber", o.ctid as place
from (select * from unnest($2::text[]) as n (order_number) order by order_number collate "C") as named cross join lateral (
  select ctid, order_number from orders
  where client_code = $1 and order_number between named.order_number and named.order_number and status = 'D'
  order by order_number limit 1 for update
) o`

/** Written where they were locked. */
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
 * Delivers the despatched ones of orders that are delivered by the domain's `isOrderDelivered`. Gives how many that were. The
 * deliveries are the caller's own (`lockDeliveries`), or the part of them whose parcels it has written by now.
 *
 * Of an order with parcels in two parts one transaction waits here for the other, and then asks in a statement of its own,
 * which sees what the other has written: so whichever is the later delivers it. Asked before the order is held, or in the
 * same statement, neither would.
 */
export async function deliverOrders(
  connection: pg.ClientBase,
  { client, now, byName }: Settling,
  orders: readonly string[],
): Promise<number> {
  if (orders.length === 0) return 0
  const { rows } = await connection.query<{ orderNumber: string; place: string }>(LOCK_DESPATCHED, [client, orders])
  if (rows.length === 0) return 0
  const held = rows.map(({ orderNumber }) => orderNumber)
  const underWay = await connection.query<{ orderNumber: string }>(ORDERS_UNDER_WAY, [client, held])
  const waiting = new Set(underWay.rows.map(({ orderNumber }) => orderNumber))
  const done = rows.filter(({ orderNumber }) => !waiting.has(orderNumber)).map(({ place }) => place)
  if (done.length === 0) return 0
  const { rowCount } = await changeRowsInPlace(connection, DELIVER_ORDERS, [client, done, now, byName])
  if (rowCount !== done.length) throw new Error('Orders that are held were not where they were found')
  return done.length
}

/** Each looked up by its key, in the order of their numbers. */
const TAKE_BACK_DELIVERED = `
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

/** Has orders that were delivered despatched again, of which a parcel is not: what an event means was changed. */
export async function takeBackDelivered(
  connection: pg.ClientBase,
  { client, now, byName }: Settling,
  orders: readonly string[],
): Promise<void> {
  if (orders.length > 0) await connection.query(TAKE_BACK_DELIVERED, [client, orders, now, byName])
}
