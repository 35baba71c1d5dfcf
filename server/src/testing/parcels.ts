import { randomUUID } from 'node:crypto'
import { dayOf } from '@despatch/domain/calendar/day'
import type { DeliveryState } from '@despatch/domain/deliveries/parcels/delivery-state'
import { normaliseTrackingNumber, originalSpelling } from '@despatch/domain/deliveries/parcels/tracking-number'
import type { TestDatabase } from './test-database.ts'

type ParcelOptions = {
  client: string
  trackingNumber?: string
  orderNumber?: string
  carrier?: string
  carrierService?: string
  clientMethodId?: string
  /** ISO 8601 instants. */
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

/** Makes a parcel, and its despatched order if there is none. By default it is in transit since Monday 2 March 2026. */
export async function makeParcel(
  on: TestDatabase,
  options: ParcelOptions,
): Promise<{ trackingNumber: string; orderNumber: string }> {
  const { client, carrier = 'DPD', orderedAt = '2026-03-01T10:00:00Z', despatchedAt = '2026-03-02T16:00:00Z' } = options
  const unique = randomUUID().slice(0, 8).toUpperCase()
  const { trackingNumber = `T${unique}`, orderNumber = `O-${unique}`, deliveredAt = null } = options
  const state = options.state ?? (deliveredAt ? 'delivered' : 'in_transit')
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
      options.carrierService ?? 'Next Day',
      options.clientMethodId ?? '',
      despatchedAt,
      orderedAt,
      options.promisedDate ?? '2026-03-05',
      options.weight ?? '1.500',
      state,
      options.reason ?? '',
      options.stateAt ?? deliveredAt ?? despatchedAt,
      deliveredAt,
      deliveredAt && dayOf(new Date(deliveredAt)),
      originalSpelling(trackingNumber),
    ],
  )
  for (const { sku, quantity = 1, serial = '' } of options.contents ?? [])
    await on.asOwner(
      `insert into parcel_contents (client_code, tracking_number, sku_code, quantity, serial_number) values ($1, $2, $3, $4, $5)`,
      [client, normaliseTrackingNumber(trackingNumber), sku, quantity, serial],
    )
  return { trackingNumber, orderNumber }
}

/** Makes a delivery event, by default in transit on Tuesday 3 March 2026. The parcel's state does not change. */
export async function makeDeliveryEvent(
  on: TestDatabase,
  options: {
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
  const at = options.at ?? '2026-03-03T09:00:00Z'
  await on.asOwner(
    `insert into delivery_events (client_code, tracking_number, event_key, carrier, code, state, reason, occurred_at, received_at,
       description, location)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10)`,
    [
      options.client,
      normaliseTrackingNumber(options.trackingNumber),
      randomUUID(),
      options.carrier ?? 'DPD',
      options.code ?? 'T10',
      options.state ?? 'in_transit',
      options.reason ?? '',
      at,
      options.description ?? 'At the hub',
      options.location ?? 'Birmingham',
    ],
  )
}
