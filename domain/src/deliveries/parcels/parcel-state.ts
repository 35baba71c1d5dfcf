import type { DeliveryState } from './delivery-state.ts'

/** Where a parcel is, by the events that are known of it; `at` is null before the first. Instants in milliseconds. */
export type ParcelState = {
  readonly state: DeliveryState
  readonly reason: string
  readonly at: number | null
  readonly deliveredAt: number | null
}

/** An event, as far as it says where its parcel is. */
export type StateEvent = { readonly state: DeliveryState; readonly reason: string; readonly at: number }

/** A parcel of which nothing is known but that it was despatched. */
export const NOTHING_KNOWN: ParcelState = { state: 'pending', reason: '', at: null, deliveredAt: null }

/** Of events of the same instant the later one here tells how it went on: 'out' and 'delivered' are scanned in one minute. */
const RANKS: Readonly<Record<DeliveryState, number>> = {
  unknown: 0,
  pending: 1,
  in_transit: 2,
  delivery_delayed: 3,
  on_hold: 4,
  out_for_delivery: 5,
  delivery_failed: 6,
  ready_for_pickup: 7,
  return_to_sender: 8,
  delivered: 9,
}

/**
 * Where a parcel is after one more event of it. domain.md: a parcel's state is what its newest event says. It comes to the
 * same in whichever order the events come, and however often: a carrier's files overtake each other. An event that nobody
 * can read never covers one that says something. It was delivered when the first event said so; what a carrier says
 * afterwards is its state, but leaves that.
 */
export function afterEvent(parcel: ParcelState, event: StateEvent): ParcelState {
  const isDelivery = event.state === 'delivered' && (parcel.deliveredAt === null || event.at < parcel.deliveredAt)
  const isNewer = tellsMore(event, parcel)
  if (!isDelivery && !isNewer) return parcel
  const deliveredAt = isDelivery ? event.at : parcel.deliveredAt
  return isNewer ? { state: event.state, reason: event.reason, at: event.at, deliveredAt } : { ...parcel, deliveredAt }
}

function tellsMore(event: StateEvent, parcel: ParcelState): boolean {
  if (parcel.at === null) return true
  const isKnown = event.state !== 'unknown'
  if (isKnown !== (parcel.state !== 'unknown')) return isKnown
  if (event.at !== parcel.at) return event.at > parcel.at
  if (event.state !== parcel.state) return RANKS[event.state] > RANKS[parcel.state]
  return event.reason > parcel.reason
}
