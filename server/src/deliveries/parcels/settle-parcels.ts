import { OPERATOR_ZONE } from '@despatch/domain/calendar/day'
import {
  afterEvent,
  lateScansOf,
  type ParcelState,
  parcelStateOf,
  type StateEvent,
} from '@despatch/domain/deliveries/parcels/parcel-state'
import type pg from 'pg'
import { changeRowsInPlace } from '../../database/by-key.ts'
import { deliverOrders, type Settling, takeBackDelivered } from './deliver-orders.ts'

/** An event of a parcel. */
export type ParcelEvent = StateEvent & { readonly trackingNumber: string; readonly carrier: string }

type KeptEvent = ParcelEvent & { readonly key: string; readonly isLate: boolean }

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
  select tracking_number as "trackingNumber", event_key::text as key, carrier, state, reason, is_late as "isLate",
    (extract(epoch from occurred_at) * 1000)::float8 as at
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
  const eventsOf = await keptEvents(connection, on, trackingNumbers)
  if (eventsOf.size === 0) return NOTHING
  return settle(connection, on, eventsOf, eventsOf)
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
  return settle(connection, on, eventsOf)
}

/** Settles parcels by the events that are fed; by all that are kept where those are given, or where it takes them to say. */
async function settle(
  connection: pg.ClientBase,
  on: Settling,
  eventsOf: ReadonlyMap<string, readonly ParcelEvent[]>,
  keptEventsOf?: ReadonlyMap<string, readonly KeptEvent[]>,
): Promise<Settled> {
  const { rows } = await connection.query<Parcel>(PARCELS, [on.client, [...eventsOf.keys()]])
  const parcels = rows.map((before) => ({
    before,
    after: keptEventsOf ? undefined : stateAfter(before, eventsOf.get(before.trackingNumber) ?? []),
  }))
  const unclear = parcels.flatMap(({ before, after }) => (after ? [] : before.trackingNumber))
  const allOf = keptEventsOf ?? (await keptEvents(connection, on, unclear))
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
  await markLateScans(connection, on, allOf)
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

async function keptEvents(
  connection: pg.ClientBase,
  { client }: Settling,
  trackingNumbers: readonly string[],
): Promise<Map<string, KeptEvent[]>> {
  if (trackingNumbers.length === 0) return new Map()
  const { rows } = await connection.query<KeptEvent>(EVENTS_OF, [client, trackingNumbers])
  return Map.groupBy(rows, ({ trackingNumber }) => trackingNumber)
}

/** Where a parcel is after events; undefined where that takes all that are kept, or where one of them is a late scan. */
function stateAfter(parcel: ParcelState, events: readonly ParcelEvent[]): ParcelState | undefined {
  let after: ParcelState | undefined = parcel
  for (const event of events) after = after && afterEvent(after, event)
  const deliveredAt = after?.deliveredAt ?? Number.POSITIVE_INFINITY
  return events.some(({ at }) => at > deliveredAt) ? undefined : after
}

const isSameState = (one: ParcelState, other: ParcelState) =>
  one.state === other.state &&
  one.reason === other.reason &&
  one.at === other.at &&
  one.deliveredAt === other.deliveredAt

const SET_LATE = `
update delivery_events e set is_late = n.is_late
from unnest($2::text[], $3::uuid[], $4::boolean[]) as n (tracking_number, event_key, is_late)
where e.client_code = $1 and e.tracking_number = n.tracking_number and e.event_key = n.event_key`

/** Keeps which of all events of parcels are scans after the delivery. */
async function markLateScans(
  connection: pg.ClientBase,
  { client }: Settling,
  eventsOf: ReadonlyMap<string, readonly KeptEvent[]>,
): Promise<void> {
  const changed = [...eventsOf.values()].flatMap((events) => {
    const late = new Set(lateScansOf(events))
    return events.flatMap((event) => (late.has(event) === event.isLate ? [] : { ...event, isLate: !event.isLate }))
  })
  if (changed.length === 0) return
  await connection.query(SET_LATE, [
    client,
    changed.map(({ trackingNumber }) => trackingNumber),
    changed.map(({ key }) => key),
    changed.map(({ isLate }) => isLate),
  ])
}
