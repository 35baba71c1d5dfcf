import type { DeliveryEvent, Parcel } from '@despatch/contract/deliveries/parcels/parcel'
import { type Day, dayOf } from '@despatch/domain/calendar/day'
import { daysLate } from '@despatch/domain/deliveries/parcels/days-late'
import { DELIVERY_STATES } from '@despatch/domain/deliveries/parcels/delivery-state'
import { deliveryException } from '@despatch/domain/deliveries/parcels/promised-date'
import type { Selectable } from 'kysely'
import type { Tables } from '../../database/tables.ts'

/** The columns that {@link parcelColumns} selects. */
export type ParcelColumns = Omit<Selectable<Tables['parcels']>, 'client_method_id' | 'ordered_at'> & {
  /** null if the rule book has no such carrier. */
  carrier_name: string | null
}

/** The answer's form of a parcel. Whether it is late depends on the day. */
export function presentParcel(row: ParcelColumns, now: Date): Parcel {
  const today: Day = dayOf(now)
  const delivery = { promisedDate: row.promised_date, deliveredOn: row.delivered_on }
  return {
    clientCode: row.client_code,
    trackingNumber: row.written_as ?? row.tracking_number,
    carrier: row.carrier,
    carrierName: row.carrier_name ?? row.carrier,
    carrierService: row.carrier_service,
    orderNumber: row.order_number,
    despatchedAt: row.despatched_at.toISOString(),
    promisedDate: row.promised_date,
    weight: row.weight,
    state: row.state,
    stateTitle: DELIVERY_STATES[row.state],
    reason: row.reason,
    stateAt: row.state_at?.toISOString() ?? null,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    exception: deliveryException(delivery, today) ?? null,
    daysLate: daysLate(delivery, today),
  }
}

export type EventColumns = Pick<
  Selectable<Tables['delivery_events']>,
  'occurred_at' | 'state' | 'code' | 'description' | 'location' | 'reason' | 'carrier'
>

/** The answer's form of an event, with its parcel's spelling of the tracking number. */
export function presentEvent(row: EventColumns, { trackingNumber }: Pick<Parcel, 'trackingNumber'>): DeliveryEvent {
  return {
    trackingNumber,
    at: row.occurred_at.toISOString(),
    state: row.state,
    stateTitle: DELIVERY_STATES[row.state],
    code: row.code,
    description: row.description,
    location: row.location,
    reason: row.reason,
    carrier: row.carrier,
    isUnknown: row.state === 'unknown',
  }
}
