import { OPERATOR_ZONE } from '@despatch/domain/calendar/day'
import {
  afterEvent,
  lateScansOf,
  type ParcelState,
  parcelStateOf,
  type StateEvent,
} from '@despatch/domain/deliveries/parcels/parcel-state'
import type pg from 'pg'
import { deliverOrders, type DeliveryContext, undoDelivered } from './deliver-orders.ts'

export type ParcelEvent = StateEvent & { readonly trackingNumber: string; readonly carrier: string }

type StoredEvent = ParcelEvent & { readonly key: string; readonly isLate: boolean }

export type AppliedStates = {
  parcelsChanged: number
  ordersDelivered: number
  eventsWithoutParcel: number
  eventsOfOtherCarrier: number
}

const NO_CHANGES: AppliedStates = {
  parcelsChanged: 0,
  ordersDelivered: 0,
  eventsWithoutParcel: 0,
  eventsOfOtherCarrier: 0,
}

/**
 * Locks all deliveries of a client until the transaction ends. Transactions that write parcels or events take this lock
 * first, so that a new parcel and an event arriving at the same time see each other, and no deadlock is possible. A
 * chunk holds it briefly.
 */
export async function lockDeliveries(connection: pg.ClientBase, client: string): Promise<void> {
  await connection.query(`select pg_advisory_xact_lock(${DELIVERIES})`, [client])
}

const DELIVERIES = "hashtextextended('deliveries of ' || $1::text, 0)"

/** Shards of a client's deliveries that can be written concurrently. */
const SHARDS = 2

/**
 * The shard of a parcel: a hash of its tracking number, equal on every server. FNV-1a and a multiplication whose upper
 * bits depend on every character, so that consecutive numbers, also with check digits, are spread evenly.
 */
export function deliveryShard(trackingNumber: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < trackingNumber.length; at++) hash = Math.imul(hash ^ trackingNumber.charCodeAt(at), 0x01000193)
  return (Math.imul(hash, 0x9e3779b1) >>> 16) % SHARDS
}

/**
 * Locks one shard of a client's deliveries ({@link deliveryShard}) until the transaction ends, for transactions that
 * write only its events and parcels. It excludes {@link lockDeliveries}. Orders may have parcels in several shards, so
 * lock orders after the shard, never before.
 */
export async function lockDeliveryShard(connection: pg.ClientBase, client: string, shard: number): Promise<void> {
  await connection.query(`select pg_advisory_xact_lock_shared(${DELIVERIES})`, [client])
  await connection.query("select pg_advisory_xact_lock(hashtextextended('deliveries of ' || $1::text, $2::int))", [
    client,
    shard + 1,
  ])
}

const SELECT_EVENTS = `
select tracking_number as "trackingNumber", event_key::text as key, carrier, state, reason, is_late as "isLate",
  (extract(epoch from occurred_at) * 1000)::float8 as at
from delivery_events where client_code = $1 and tracking_number = any ($2::text[])
order by tracking_number, event_key`

/**
 * Recomputes parcels from all their stored events: new parcels, and events whose meaning changed. The caller holds
 * `lockDeliveries`.
 */
export async function applyDeliveryStates(
  connection: pg.ClientBase,
  context: DeliveryContext,
  trackingNumbers: readonly string[],
): Promise<AppliedStates> {
  const eventsOf = await loadEvents(connection, context, trackingNumbers)
  if (eventsOf.size === 0) return NO_CHANGES
  return applyToParcels(connection, context, eventsOf, eventsOf)
}

type ParcelRow = ParcelState & { trackingNumber: string; orderNumber: string; carrier: string }

const PARCELS = `
select tracking_number as "trackingNumber", order_number as "orderNumber", carrier, state, reason,
  (extract(epoch from state_at) * 1000)::float8 as at, (extract(epoch from delivered_at) * 1000)::float8 as "deliveredAt"
from parcels where client_code = $1 and tracking_number = any ($2::text[])`

/** For most parcels no indexed column changes, so no index is written (HOT). */
const SET_PARCELS = `
update parcels p set state = c.state, reason = c.reason, state_at = to_timestamp(c.state_at / 1000),
  delivered_at = to_timestamp(c.delivered_at / 1000),
  delivered_on = (to_timestamp(c.delivered_at / 1000) at time zone $7)::date
from unnest($2::text[], $3::text[], $4::text[], $5::float8[], $6::float8[])
  as c (tracking_number, state, reason, state_at, delivered_at)
where p.client_code = $1 and p.tracking_number = c.tracking_number`

/**
 * Applies saved events to their parcels, in any order. Writes only parcels that change, and delivers their orders. The
 * caller holds the deliveries lock, or the parcels' shard.
 */
export async function applyEvents(
  connection: pg.ClientBase,
  context: DeliveryContext,
  events: readonly ParcelEvent[],
): Promise<AppliedStates> {
  if (events.length === 0) return NO_CHANGES
  const eventsOf = Map.groupBy(events, ({ trackingNumber }) => trackingNumber)
  return applyToParcels(connection, context, eventsOf)
}

/** Applies new events to parcels, or all stored ones if given or if the new ones do not determine the state. */
async function applyToParcels(
  connection: pg.ClientBase,
  context: DeliveryContext,
  eventsOf: ReadonlyMap<string, readonly ParcelEvent[]>,
  storedEventsOf?: ReadonlyMap<string, readonly StoredEvent[]>,
): Promise<AppliedStates> {
  const { rows } = await connection.query<ParcelRow>(PARCELS, [context.client, [...eventsOf.keys()]])
  const parcels = rows.map((before) => ({
    before,
    after: storedEventsOf ? undefined : stateAfter(before, eventsOf.get(before.trackingNumber) ?? []),
  }))
  const unclear = parcels.flatMap(({ before, after }) => (after ? [] : before.trackingNumber))
  const allEventsOf = storedEventsOf ?? (await loadEvents(connection, context, unclear))
  const changed = parcels.flatMap(({ before, after = parcelStateOf(allEventsOf.get(before.trackingNumber) ?? []) }) =>
    isSameState(before, after) ? [] : { before, after },
  )
  if (changed.length > 0) {
    const { rowCount } = await connection.query(SET_PARCELS, [
      context.client,
      changed.map(({ before }) => before.trackingNumber),
      changed.map(({ after }) => after.state),
      changed.map(({ after }) => after.reason),
      changed.map(({ after }) => after.at),
      changed.map(({ after }) => after.deliveredAt),
      OPERATOR_ZONE,
    ])
    if (rowCount !== changed.length) throw new Error('Parcels were written by someone who does not hold the deliveries')
  }
  await markLateScans(connection, context, allEventsOf)
  const ordersOfParcels = (is: (one: (typeof changed)[number]) => boolean) => [
    ...new Set(changed.filter(is).map(({ before }) => before.orderNumber)),
  ]
  await undoDelivered(
    connection,
    context,
    ordersOfParcels(({ before, after }) => before.deliveredAt !== null && after.deliveredAt === null),
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
      context,
      ordersOfParcels(({ before, after }) => before.deliveredAt === null && after.deliveredAt !== null),
    ),
    eventsWithoutParcel,
    eventsOfOtherCarrier,
  }
}

async function loadEvents(
  connection: pg.ClientBase,
  { client }: DeliveryContext,
  trackingNumbers: readonly string[],
): Promise<Map<string, StoredEvent[]>> {
  if (trackingNumbers.length === 0) return new Map()
  const { rows } = await connection.query<StoredEvent>(SELECT_EVENTS, [client, trackingNumbers])
  return Map.groupBy(rows, ({ trackingNumber }) => trackingNumber)
}

/** The state of a parcel after events; undefined if that needs all stored events, or if one is a scan after the delivery. */
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

/** Marks which events of parcels are scans after the delivery. */
async function markLateScans(
  connection: pg.ClientBase,
  { client }: DeliveryContext,
  eventsOf: ReadonlyMap<string, readonly StoredEvent[]>,
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
