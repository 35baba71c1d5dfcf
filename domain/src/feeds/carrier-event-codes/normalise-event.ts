import type { DeliveryState } from '../../deliveries/parcels/delivery-state.ts'
import { readDeliveryState } from '../../deliveries/parcels/read-delivery-state.ts'

/** What a carrier's event code means: the state of the parcel, and the incident reason where the code stands for one. */
export type EventMeaning = { readonly state: DeliveryState; readonly reason: string }

/** What is said of the codes of carriers, by {@link eventCodeKey}. */
export type EventCodeTable = ReadonlyMap<string, EventMeaning>

export function eventCodeKey(carrier: string, code: string): string {
  return `${carrier}\n${code}`
}

/**
 * What a carrier's event means. domain.md, Delivery events: 'Carrier events are kept raw and normalised to: pending, …,
 * unknown, with an incident reason where the carrier gives one.' The table of codes says so; a code that is in none but is
 * the name of a state is that state, whichever the carrier; any other is unknown. The reason that came with the event goes
 * before that of its code.
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
