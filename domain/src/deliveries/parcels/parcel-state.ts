import type { DeliveryState } from './delivery-state.ts'

/** The state of a parcel from its known events; `at` is null before the first. Instants in milliseconds. */
export type ParcelState = {
  readonly state: DeliveryState
  readonly reason: string
  readonly at: number | null
  readonly deliveredAt: number | null
}

/** The fields of an event that decide a parcel's state. */
export type StateEvent = { readonly state: DeliveryState; readonly reason: string; readonly at: number }

/** A despatched parcel without events. */
export const NO_EVENTS_YET: ParcelState = { state: 'pending', reason: '', at: null, deliveredAt: null }

/**
 * Among events at the same instant the later one here wins: 'out for delivery' and 'delivered' may be scanned in one
 * minute.
 */
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

/** All states in the assumed order within one instant. */
export const STATES_OF_ONE_INSTANT = (Object.keys(RANKS) as DeliveryState[]).toSorted(
  (one, other) => RANKS[one] - RANKS[other],
)

/**
 * The state of a parcel after one more event, which may have happened before known ones. The newest event decides the
 * state, and the first delivery event the delivery time. A late scan changes nothing: after a delivery only a return to
 * sender, and later events, count. An unknown event never replaces a known one.
 * @returns undefined if the known state is not enough; then {@link parcelStateOf} needs all events
 */
export function afterEvent(parcel: ParcelState, event: StateEvent): ParcelState | undefined {
  const isNewer = isDecisive(event, parcel)
  if (event.state === 'delivered') {
    const deliveredAt = Math.min(event.at, parcel.deliveredAt ?? event.at)
    if (isNewer) return { state: event.state, reason: event.reason, at: event.at, deliveredAt }
    if (parcel.state !== 'delivered' && parcel.state !== 'return_to_sender') return undefined
    if (parcel.state === 'return_to_sender' && parcel.deliveredAt !== null) return undefined
    return deliveredAt === parcel.deliveredAt ? parcel : { ...parcel, deliveredAt }
  }
  if (!isNewer) return parcel
  if (parcel.state === 'delivered') return event.state === 'return_to_sender' ? undefined : parcel
  return { ...parcel, state: event.state, reason: event.reason, at: event.at }
}

/** The state of a parcel from all its events, in any order and with repetitions; see {@link afterEvent}. */
export function parcelStateOf(events: readonly StateEvent[]): ParcelState {
  return replayEvents(events).parcel
}

/** Events of a parcel that are scans after its delivery and do not count. */
export function lateScansOf<Event extends StateEvent>(events: readonly Event[]): Event[] {
  return replayEvents(events).late
}

function replayEvents<Event extends StateEvent>(events: readonly Event[]): { parcel: ParcelState; late: Event[] } {
  let parcel = NO_EVENTS_YET
  const late: Event[] = []
  for (const event of events.toSorted((one, other) => (isDecisive(one, other) ? 1 : isDecisive(other, one) ? -1 : 0))) {
    if (parcel.state === 'delivered' && !ENDS_DELIVERED.has(event.state)) {
      late.push(event)
      continue
    }
    const deliveredAt = parcel.deliveredAt ?? (event.state === 'delivered' ? event.at : null)
    parcel = { state: event.state, reason: event.reason, at: event.at, deliveredAt }
  }
  return { parcel, late }
}

const ENDS_DELIVERED: ReadonlySet<DeliveryState> = new Set<DeliveryState>(['delivered', 'return_to_sender'])

function isDecisive(event: StateEvent, current: Omit<ParcelState, 'deliveredAt'>): boolean {
  if (current.at === null) return true
  const isKnown = event.state !== 'unknown'
  if (isKnown !== (current.state !== 'unknown')) return isKnown
  if (event.at !== current.at) return event.at > current.at
  if (event.state !== current.state) return RANKS[event.state] > RANKS[current.state]
  return event.reason > current.reason
}
