import { type Day, startOfDay } from '@despatch/domain/calendar/day'
import { normaliseTrackingNumber } from '@despatch/domain/deliveries/parcels/tracking-number'
import type { BilledDetail } from '@despatch/domain/invoices/invoice'
import type pg from 'pg'
import type { OrderKey } from './load-consignments.ts'

/** Older despatches are not searched, because carriers reuse their numbers. */
export const MATCHED_DAYS = 120

/** A despatched parcel, found by its number. */
export type Despatched = {
  client: string
  trackingNumber: string
  orderNumber: string
  carrier: string
  despatchedAt: Date
}

/** The result of matching a billed row. */
export type ParcelMatch =
  | { kind: 'parcel'; parcel: Despatched }
  | { kind: 'order'; client: string; orderNumber: string }
  | { kind: 'none'; why: 'unknown' | 'several clients' }

export type DetailMatches = { parcels: ParcelMatch[]; own: ParcelMatch }

/** The order of a match, if any. */
export function orderOf(found: ParcelMatch): OrderKey[] {
  if (found.kind === 'parcel') return [{ client: found.parcel.client, orderNumber: found.parcel.orderNumber }]
  return found.kind === 'order' ? [{ client: found.client, orderNumber: found.orderNumber }] : []
}

/** The orders that details bill. */
export const ordersOf = (found: readonly DetailMatches[]): OrderKey[] =>
  found.flatMap(({ own, parcels }) => [own, ...parcels].flatMap(orderOf))

/** The despatch day to assume for details without one, and the clients to search. */
export type FindBy = {
  day: Day
  clients: readonly string[]
  /** The client to prefer if several have the same number: see account-clients.ts. */
  preferred?: string | undefined
}

const DAY_MS = 86_400_000
const PARCELS_BY_NUMBER = `
select p.client_code as client, p.tracking_number as "trackingNumber", p.order_number as "orderNumber", p.carrier,
  p.despatched_at as "despatchedAt"
from parcels p where p.tracking_number = any ($1::text[])`
const ORDERS_BY_NUMBER = `
select client_code as client, order_number as "orderNumber" from orders
where client_code = any ($1::text[]) and order_number = any ($2::text[])`

/**
 * Finds what details bill: by tracking number (the nearest despatch within 120 days, since carriers reuse numbers),
 * else by consignment number, else by the order's reference. `day` is the invoice's, for details without one.
 */
export async function findDetails(
  connection: pg.ClientBase,
  details: readonly BilledDetail[],
  { day, clients, preferred }: FindBy,
): Promise<DetailMatches[]> {
  const numbers = new Set<string>()
  for (const { consignmentNumber, parcels } of details)
    for (const number of [consignmentNumber, ...parcels.map(({ trackingNumber }) => trackingNumber)])
      if (number !== '') numbers.add(normaliseTrackingNumber(number))
  const { rows } = await connection.query<Despatched>(PARCELS_BY_NUMBER, [[...numbers]])
  const byNumber = Map.groupBy(rows, ({ trackingNumber }) => trackingNumber)
  const found = details.map((detail) => {
    const at = startOfDay(detail.shipmentDay ?? day).getTime()
    const find = (number: string) => nearest(byNumber.get(normaliseTrackingNumber(number)) ?? [], at, preferred)
    const own = find(detail.consignmentNumber)
    return {
      own,
      parcels: detail.parcels.map(({ trackingNumber }) => {
        const parcel = trackingNumber === '' ? UNKNOWN : find(trackingNumber)
        return parcel.kind === 'none' && parcel.why === 'unknown' ? own : parcel
      }),
    }
  })
  await findOrders(connection, details, found, { clients, preferred })
  return found
}

const UNKNOWN: ParcelMatch = { kind: 'none', why: 'unknown' }

function nearest(candidates: readonly Despatched[], at: number, preferred?: string): ParcelMatch {
  const far = (parcel: Despatched) => Math.abs(parcel.despatchedAt.getTime() - at)
  const near = ofPreferred(
    candidates.filter((parcel) => far(parcel) <= MATCHED_DAYS * DAY_MS),
    preferred,
  )
  if (new Set(near.map(({ client }) => client)).size > 1) return { kind: 'none', why: 'several clients' }
  const [parcel] = near.toSorted((one, other) => far(one) - far(other))
  return parcel ? { kind: 'parcel', parcel } : UNKNOWN
}

/** Narrows candidates to the preferred client, if it has any. */
function ofPreferred<Of extends { client: string }>(candidates: readonly Of[], preferred: string | undefined) {
  const own = candidates.filter(({ client }) => client === preferred)
  return own.length > 0 ? own : candidates
}

const MAX_REFERENCE = 50

/** Matches the remaining details by their references, to an order of one client only. */
async function findOrders(
  connection: pg.ClientBase,
  details: readonly BilledDetail[],
  found: DetailMatches[],
  { clients, preferred }: Pick<FindBy, 'clients' | 'preferred'>,
): Promise<void> {
  const isUnknown = (one: ParcelMatch) => one.kind === 'none' && one.why === 'unknown'
  const open = [...details.entries()].filter(([index]) => {
    const one = found[index]
    return one && (isUnknown(one.own) || one.parcels.some(isUnknown))
  })
  const spelt = (reference: string) => [...new Set([reference, reference.toUpperCase()])]
  const references = new Set(
    open.flatMap(([, detail]) => detail.references.filter(({ length }) => length <= MAX_REFERENCE).flatMap(spelt)),
  )
  if (references.size === 0) return
  const { rows } = await connection.query<{ client: string; orderNumber: string }>(ORDERS_BY_NUMBER, [
    clients,
    [...references],
  ])
  const byNumber = Map.groupBy(rows, ({ orderNumber }) => orderNumber)
  for (const [index, detail] of open) {
    const one = found[index]
    const named = detail.references.flatMap((reference) => spelt(reference).flatMap((text) => byNumber.get(text) ?? []))
    const orders = ofPreferred(named, preferred)
    const [order] = orders
    if (!one || !order) continue
    const isOneClients = orders.every(({ client }) => client === order.client)
    const match: ParcelMatch = isOneClients ? { kind: 'order', ...order } : { kind: 'none', why: 'several clients' }
    if (isUnknown(one.own)) one.own = match
    one.parcels = one.parcels.map((parcel) => (isUnknown(parcel) ? match : parcel))
  }
}
