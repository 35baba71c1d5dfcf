import { OPERATOR_ZONE } from '@despatch/domain/calendar/day'
import {
  afterEvent,
  type ParcelState,
  parcelStateOf,
  type StateEvent,
} from '@despatch/domain/deliveries/parcels/parcel-state'
import type pg from 'pg'
import { changeRowsInPlace } from '../../database/by-key.ts'
import { ORDERS_UNDER_WAY } from './orders-under-way.ts'

/** For whom parcels are settled, and who did it when. */
export type Settling = { client: string; now: Date; byName: string }

/** An event of a parcel. */
export type ParcelEvent = StateEvent & { readonly trackingNumber: string; readonly carrier: string }

export type Settled = {
  parcelsChanged: number
  ordersDelivered: number
  eventsWithoutParcel: number
  eventsOfOtherCarrier: number
}

const NOTHING: Settled = { parcelsChanged: 0, ordersDelivered: 0, eventsWithoutParcel: 0, eventsOfOtherCarrier: 0 }

/**
 * Has a client's deliveries to itself until the transaction is over. Anyone who writes parcels or their events asks for it
 * first: so a parcel that becomes known and an event of it that comes in the same moment see each other, and nobody waits
 * for someone who waits for them. A chunk holds it for a moment.
 */
export async function lockDeliveries(connection: pg.ClientBase, client: string): Promise<void> {
  await connection.query(`select pg_advisory_xact_lock(${DELIVERIES})`, [client])
}

const DELIVERIES = "hashtextextended('deliveries of ' || $1::text, 0)"

/** Parts of a client's deliveries, which may be written at once. */
const PARTS = 2

/**
 * In which part of its client's deliveries a parcel is: by a hash of its tracking number, the same on every server. FNV-1a,
 * and a multiplication whose upper bits hang on every character: of numbers in a row, and with check digits, as many here as there.
 */
export function deliveryShard(trackingNumber: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < trackingNumber.length; at++) hash = Math.imul(hash ^ trackingNumber.charCodeAt(at), 0x01000193)
  return (Math.imul(hash, 0x9e3779b1) >>> 16) % PARTS
}

/**
 * Has one part of a client's deliveries to itself until the transaction is over ({@link deliveryShard}), for who writes
 * events and the parcels that they are of alone. Anyone who has asked for all of them waits for those who have a part, and the
 * other way round. Orders may have parcels in several parts: they are locked once the part is one's own, and never before.
 */
export async function lockPartOfDeliveries(connection: pg.ClientBase, client: string, part: number): Promise<void> {
  await connection.query(`select pg_advisory_xact_lock_shared(${DELIVERIES})`, [client])
  await connection.query("select pg_advisory_xact_lock(hashtextextended('deliveries of ' || $1::text, $2::int))", [
    client,
    part + 1,
  ])
}

const EVENTS_OF = `
select e.* from unnest($2::text[]) as named (tracking_number) cross join lateral (
  select tracking_number as "trackingNumber", carrier, state, reason, (extract(epoch from occurred_at) * 1000)::float8 as at
  from delivery_events where client_code = $1 and tracking_number = named.tracking_number
  order by event_key offset 0
) e`

/**
 * Gives parcels the state that follows from all that is kept of their events: of parcels that have become known, and of
 * events whose meaning has changed. The deliveries are the caller's own (`lockDeliveries`).
 */
export async function applyDeliveryStates(
  connection: pg.ClientBase,
  on: Settling,
  trackingNumbers: readonly string[],
): Promise<Settled> {
  const { rows } = await connection.query<ParcelEvent>(EVENTS_OF, [on.client, trackingNumbers])
  if (rows.length === 0) return NOTHING
  const eventsOf = Map.groupBy(rows, ({ trackingNumber }) => trackingNumber)
  return settle(connection, on, eventsOf, () => undefined)
}

/** `place` is where its row is. */
type Parcel = ParcelState & { trackingNumber: string; orderNumber: string; carrier: string; place: string }

/** Each is looked up by its key (`database/by-key`). */
const PARCELS = `
select p.tracking_number as "trackingNumber", p.order_number as "orderNumber", p.carrier, p.ctid as place, p.state, p.reason,
  (extract(epoch from p.state_at) * 1000)::float8 as at, (extract(epoch from p.delivered_at) * 1000)::float8 as "deliveredAt"
from unnest($2::text[]) as named (tracking_number) cross join lateral (
  select ctid, * from parcels where client_code = $1 and tracking_number between named.tracking_number and named.tracking_number
  order by tracking_number limit 1
) p`

/**
 * Written where they were read. Nobody else writes them meanwhile: the deliveries are the caller's own. Only what is not in
 * an index changes of most parcels, so that no index is written (HOT).
 */
const SET_PARCELS = `
update parcels p set state = c.state, reason = c.reason, state_at = to_timestamp(c.state_at / 1000),
  delivered_at = to_timestamp(c.delivered_at / 1000),
  delivered_on = (to_timestamp(c.delivered_at / 1000) at time zone $7)::date
from unnest($2::tid[], $3::text[], $4::text[], $5::float8[], $6::float8[])
  as c (place, state, reason, state_at, delivered_at)
where p.client_code = $1 and p.ctid = any ($2::tid[]) and p.ctid = c.place`

/**
 * Applies events to the parcels that they are of, in whichever order; writes those parcels alone that change, and the orders
 * that are delivered with them. The events are kept by now. The deliveries are the caller's own, or the part of them that the
 * parcels are in.
 */
export async function applyEvents(
  connection: pg.ClientBase,
  on: Settling,
  events: readonly ParcelEvent[],
): Promise<Settled> {
  if (events.length === 0) return NOTHING
  const eventsOf = Map.groupBy(events, ({ trackingNumber }) => trackingNumber)
  return settle(connection, on, eventsOf, (parcel, told) =>
    told.reduce<ParcelState | undefined>((before, event) => before && afterEvent(before, event), parcel),
  )
}

/** `stateAfter` says where a parcel is after events; undefined where it takes all of its events to say. */
async function settle(
  connection: pg.ClientBase,
  on: Settling,
  eventsOf: ReadonlyMap<string, readonly ParcelEvent[]>,
  stateAfter: (parcel: ParcelState, events: readonly ParcelEvent[]) => ParcelState | undefined,
): Promise<Settled> {
  const { rows } = await connection.query<Parcel>(PARCELS, [on.client, [...eventsOf.keys()]])
  const told = (trackingNumber: string) => eventsOf.get(trackingNumber) ?? []
  const parcels = rows.map((before) => ({ before, after: stateAfter(before, told(before.trackingNumber)) }))
  const unclear = parcels.flatMap(({ before, after }) => (after ? [] : before.trackingNumber))
  const { rows: known } =
    unclear.length > 0 ? await connection.query<ParcelEvent>(EVENTS_OF, [on.client, unclear]) : { rows: [] }
  const allOf = Map.groupBy(known, ({ trackingNumber }) => trackingNumber)
  const changed = parcels.flatMap(({ before, after = parcelStateOf(allOf.get(before.trackingNumber) ?? []) }) =>
    isSameState(before, after) ? [] : { before, after },
  )
  if (changed.length > 0) {
    const { rowCount } = await changeRowsInPlace(connection, SET_PARCELS, [
      on.client,
      changed.map(({ before }) => before.place),
      changed.map(({ after }) => after.state),
      changed.map(({ after }) => after.reason),
      changed.map(({ after }) => after.at),
      changed.map(({ after }) => after.deliveredAt),
      OPERATOR_ZONE,
    ])
    if (rowCount !== changed.length) throw new Error('Parcels were written by someone who does not hold the deliveries')
  }
  const ordersWhere = (is: (one: (typeof changed)[number]) => boolean) => [
    ...new Set(changed.filter(is).map(({ before }) => before.orderNumber)),
  ]
  await takeBackDelivered(
    connection,
    on,
    ordersWhere(({ before, after }) => before.deliveredAt !== null && after.deliveredAt === null),
  )
  const carrierOf = new Map(rows.map(({ trackingNumber, carrier }) => [trackingNumber, carrier]))
  let eventsWithoutParcel = 0
  let eventsOfOtherCarrier = 0
  for (const [trackingNumber, events] of eventsOf) {
    const carrier = carrierOf.get(trackingNumber)
    if (carrier === undefined) eventsWithoutParcel += events.length
    else eventsOfOtherCarrier += events.filter((event) => event.carrier !== carrier).length
  }
  return {
    parcelsChanged: changed.length,
    ordersDelivered: await deliverOrders(
      connection,
      on,
      ordersWhere(({ before, after }) => before.deliveredAt === null && after.deliveredAt !== null),
    ),
    eventsWithoutParcel,
    eventsOfOtherCarrier,
  }
}

const isSameState = (one: ParcelState, other: ParcelState) =>
  one.state === other.state &&
  one.reason === other.reason &&
  one.at === other.at &&
  one.deliveredAt === other.deliveredAt

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
async function takeBackDelivered(
  connection: pg.ClientBase,
  { client, now, byName }: Settling,
  orders: readonly string[],
): Promise<void> {
  if (orders.length > 0) await connection.query(TAKE_BACK_DELIVERED, [client, orders, now, byName])
}
