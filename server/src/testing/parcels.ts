import { randomUUID } from 'node:crypto'
import { dayOf } from '@despatch/domain/calendar/day'
import type { DeliveryState } from '@despatch/domain/deliveries/parcels/delivery-state'
import { normaliseTrackingNumber, originalSpelling } from '@despatch/domain/deliveries/parcels/tracking-number'
import type { TestDatabase } from './test-database.ts'

type GivenParcel = {
  client: string
  trackingNumber?: string
  orderNumber?: string
  carrier?: string
  carrierService?: string
  clientMethodId?: string
  /** Instants, ISO 8601. */
  orderedAt?: string
  despatchedAt?: string
  promisedDate?: string
  weight?: string
  state?: DeliveryState
  reason?: string
  stateAt?: string
  deliveredAt?: string
  contents?: readonly { sku: string; quantity?: number; serial?: string }[]
}

/** A parcel of an order, which is made (despatched) where there is none; on its way from Monday 2 March 2026 unless told. */
export async function makeParcel(
  on: TestDatabase,
  given: GivenParcel,
): Promise<{ trackingNumber: string; orderNumber: string }> {
  const { client, carrier = 'DPD', orderedAt = '2026-03-01T10:00:00Z', despatchedAt = '2026-03-02T16:00:00Z' } = given
  const unique = randomUUID().slice(0, 8).toUpperCase()
  const { trackingNumber = `T${unique}`, orderNumber = `O-${unique}`, deliveredAt = null } = given
  const state = given.state ?? (deliveredAt ? 'delivered' : 'in_transit')
  await on.asOwner(
    `insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country, quantity,
       item_count, total_value, currency_code, created_at, created_by)
     values ($1, $2, 'D', 'portal', $3, 'STANDARD', $4::date, 'GB', 1, 1, 1, 'GBP', $3, 'test') on conflict do nothing`,
    [client, orderNumber, orderedAt, dayOf(new Date(despatchedAt))],
  )
  await on.asOwner(
    `insert into parcels (client_code, tracking_number, carrier, order_number, carrier_service, client_method_id, despatched_at,
       ordered_at, promised_date, weight, state, reason, state_at, delivered_at, delivered_on, written_as)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      client,
      normaliseTrackingNumber(trackingNumber),
      carrier,
      orderNumber,
      given.carrierService ?? 'Next Day',
      given.clientMethodId ?? '',
      despatchedAt,
      orderedAt,
      given.promisedDate ?? '2026-03-05',
      given.weight ?? '1.500',
      state,
      given.reason ?? '',
      given.stateAt ?? deliveredAt ?? despatchedAt,
      deliveredAt,
      deliveredAt && dayOf(new Date(deliveredAt)),
      originalSpelling(trackingNumber),
    ],
  )
  for (const { sku, quantity = 1, serial = '' } of given.contents ?? [])
    await on.asOwner(
      `insert into parcel_contents (client_code, tracking_number, sku_code, quantity, serial_number) values ($1, $2, $3, $4, $5)`,
      [client, normaliseTrackingNumber(trackingNumber), sku, quantity, serial],
    )
  return { trackingNumber, orderNumber }
}

/** An event of a parcel, as it was taken in: in transit on Tuesday 3 March 2026 unless told. The parcel's state is left as it is. */
export async function makeDeliveryEvent(
  on: TestDatabase,
  given: {
    client: string
    trackingNumber: string
    carrier?: string
    code?: string
    state?: DeliveryState
    reason?: string
    at?: string
    description?: string
    location?: string
  },
): Promise<void> {
  const at = given.at ?? '2026-03-03T09:00:00Z'
  await on.asOwner(
    `insert into delivery_events (client_code, tracking_number, event_key, carrier, code, state, reason, occurred_at, received_at,
       description, location)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10)`,
    [
      given.client,
      normaliseTrackingNumber(given.trackingNumber),
      randomUUID(),
      given.carrier ?? 'DPD',
      given.code ?? 'T10',
      given.state ?? 'in_transit',
      given.reason ?? '',
      at,
      given.description ?? 'At the hub',
      given.location ?? 'Birmingham',
    ],
  )
}
