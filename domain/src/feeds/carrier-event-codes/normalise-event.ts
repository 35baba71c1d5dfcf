import type { DeliveryState } from '../../deliveries/parcels/delivery-state.ts'
import { readDeliveryState } from '../../deliveries/parcels/read-delivery-state.ts'

/** The meaning of a carrier's event code: the parcel's state, and the incident reason if the code implies one. */
export type EventMeaning = { readonly state: DeliveryState; readonly reason: string }

/** Meanings of carriers' codes, by {@link eventCodeKey}. */
export type EventCodeTable = ReadonlyMap<string, EventMeaning>

export function eventCodeKey(carrier: string, code: string): string {
  return `${carrier}\n${code}`
}

/**
 * Finds the meaning of a carrier's event: from the table of codes, else from the code itself if it is the name of a
 * state, else unknown. The event's own reason takes precedence over its code's reason. Source: domain.md, Delivery
 * events: 'Carrier events are kept raw and normalised to: pending, …, unknown, with an incident reason where the
 * carrier gives one.'
 */
export function normaliseEvent(
  event: { readonly carrier: string; readonly code: string; readonly reason: string },
  table: EventCodeTable,
): EventMeaning {
  const known = table.get(eventCodeKey(event.carrier, event.code))
  return {
    state: known?.state ?? readDeliveryState(event.code) ?? 'unknown',
    reason: event.reason || (known?.reason ?? ''),
  }
}
