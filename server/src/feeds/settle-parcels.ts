import { OPERATOR_ZONE } from '@despatch/domain/calendar/day'
import { afterEvent, type ParcelState, type StateEvent } from '@despatch/domain/parcels/parcel-state'
import type pg from 'pg'

/** For whom parcels are settled, and who did it when. */
export type Settling = { client: string; now: Date; byName: string }

/** An event of a parcel. */
export type ParcelEvent = StateEvent & { readonly trackingNumber: string }

export type Settled = { parcelsChanged: number; ordersDelivered: number; eventsWithoutParcel: number }

/**
 * Has a client's deliveries to itself until the transaction is over. Whoever writes parcels or their events asks for it
 * first: so a parcel that becomes known and an event of it that comes in the same moment see each other, and nobody waits
 * for somebody who waits for them. A chunk holds it for a moment.
 */
export async function lockDeliveries(connection: pg.ClientBase, client: string): Promise<void> {
  await connection.query("select pg_advisory_xact_lock(hashtextextended('deliveries of ' || $1::text, 0))", [client])
}

const EVENTS_OF = `
select tracking_number as "trackingNumber", state, reason, (extract(epoch from occurred_at) * 1000)::float8 as at
from delivery_events where client_code = $1 and tracking_number = any ($2::text[])`

/**
 * Gives parcels the state that follows from all that is kept of their events: of parcels that have become known, and of
 * events whose meaning has. The deliveries are the caller's own (`lockDeliveries`).
 */
export async function settleParcels(
  connection: pg.ClientBase,
  on: Settling,
  trackingNumbers: readonly string[],
): Promise<Settled> {
  const { rows } = await connection.query<ParcelEvent>(EVENTS_OF, [on.client, trackingNumbers])
  return applyEvents(connection, on, rows)
}

type Parcel = ParcelState & { orderNumber: string }

const PARCELS = `
select tracking_number as "trackingNumber", order_number as "orderNumber", state, reason,
  (extract(epoch from state_at) * 1000)::float8 as at, (extract(epoch from delivered_at) * 1000)::float8 as "deliveredAt"
from parcels where client_code = $1 and tracking_number = any ($2::text[])`

/** Only what is not in an index changes of most parcels, so that their rows stay where they are (HOT). */
const SET_PARCELS = `
update parcels p set state = c.state, reason = c.reason, state_at = to_timestamp(c.state_at / 1000),
  delivered_at = to_timestamp(c.delivered_at / 1000),
  delivered_on = (to_timestamp(c.delivered_at / 1000) at time zone $7)::date
from unnest($2::text[], $3::text[], $4::text[], $5::float8[], $6::float8[])
  as c (tracking_number, state, reason, state_at, delivered_at)
where p.client_code = $1 and p.tracking_number = any ($2::text[]) and p.tracking_number = c.tracking_number`

/**
 * Applies events to the parcels that they are of, in whichever order; writes those parcels alone that change, and the orders
 * that are delivered with them. The deliveries are the caller's own (`lockDeliveries`).
 */
export async function applyEvents(
  connection: pg.ClientBase,
  on: Settling,
  events: readonly ParcelEvent[],
): Promise<Settled> {
  if (events.length === 0) return { parcelsChanged: 0, ordersDelivered: 0, eventsWithoutParcel: 0 }
  const named = [...new Set(events.map(({ trackingNumber }) => trackingNumber))]
  const { rows } = await connection.query<Parcel & { trackingNumber: string }>(PARCELS, [on.client, named])
  const before = new Map(rows.map((row) => [row.trackingNumber, row]))
  const after = new Map<string, ParcelState>(before)
  let eventsWithoutParcel = 0
  for (const event of events) {
    const parcel = after.get(event.trackingNumber)
    if (parcel) after.set(event.trackingNumber, afterEvent(parcel, event))
    else eventsWithoutParcel++
  }
  const changed = [...after].filter(([trackingNumber, parcel]) => parcel !== before.get(trackingNumber))
  if (changed.length > 0)
    await connection.query(SET_PARCELS, [
      on.client,
      changed.map(([trackingNumber]) => trackingNumber),
      changed.map(([, { state }]) => state),
      changed.map(([, { reason }]) => reason),
      changed.map(([, { at }]) => at),
      changed.map(([, { deliveredAt }]) => deliveredAt),
      OPERATOR_ZONE,
    ])
  const delivered = changed.flatMap(([trackingNumber, { deliveredAt }]) => {
    const parcel = before.get(trackingNumber)
    return parcel && parcel.deliveredAt === null && deliveredAt !== null ? [parcel.orderNumber] : []
  })
  return {
    parcelsChanged: changed.length,
    ordersDelivered: await deliverOrders(connection, on, [...new Set(delivered)]),
    eventsWithoutParcel,
  }
}

const LOCK_DESPATCHED = `
select order_number as "orderNumber" from orders
where client_code = $1 and order_number = any ($2::text[]) and status = 'D' order by order_number for update`

/**
 * Looked up all at once: one by one, in a table that has just grown, the planner reads all of the client's parcels for each
 * order, taking the first without a delivery to be near.
 */
const UNDER_WAY = `
select distinct order_number as "orderNumber" from parcels
where client_code = $1 and order_number = any ($2::text[]) and delivered_at is null`

/** Without a join: of tables that have just grown the planner knows too little for one. */
const DELIVER_ORDERS = `
with delivered as (
  update orders set status = 'V', version = version + 1
  where client_code = $1 and order_number = any ($2::text[])
  returning order_number, version
)
insert into order_history (client_code, order_number, version, at, by_name, act, status)
select $1, order_number, version, $3, $4, 'Delivered', 'V' from delivered order by order_number`

/** Delivers the despatched ones of orders all of whose parcels are. Gives how many that were. */
async function deliverOrders(
  connection: pg.ClientBase,
  { client, now, byName }: Settling,
  orders: readonly string[],
): Promise<number> {
  if (orders.length === 0) return 0
  const { rows } = await connection.query<{ orderNumber: string }>(LOCK_DESPATCHED, [client, orders])
  if (rows.length === 0) return 0
  const held = rows.map(({ orderNumber }) => orderNumber)
  const underWay = await connection.query<{ orderNumber: string }>(UNDER_WAY, [client, held])
  const waiting = new Set(underWay.rows.map(({ orderNumber }) => orderNumber))
  const done = held.filter((orderNumber) => !waiting.has(orderNumber))
  if (done.length === 0) return 0
  return (await connection.query(DELIVER_ORDERS, [client, done, now, byName])).rowCount ?? 0
}
