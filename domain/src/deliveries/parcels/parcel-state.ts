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

/** All states in the order in which they are taken to have come about at one instant. */
export const STATES_OF_ONE_INSTANT = (Object.keys(RANKS) as DeliveryState[]).toSorted(
  (one, other) => RANKS[one] - RANKS[other],
)

/**
 * Where a parcel is after one more event of it, which may have happened before others that are known. A parcel's state is what
 * its newest event says, and it was delivered when the first event said so. A late scan does not undo that: after a delivery
 * only a return to the sender, and what follows that, says something else. An event that nobody can read never covers one that
 * says something. undefined where what is known does not say: then {@link parcelStateOf} all of its events does.
 */
export function afterEvent(parcel: ParcelState, event: StateEvent): ParcelState | undefined {
  const isNewer = tellsMore(event, parcel)
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

/** Where a parcel is by all of its events, in whichever order they come and however often, as {@link afterEvent} says. */
export function parcelStateOf(events: readonly StateEvent[]): ParcelState {
  return followed(events).parcel
}

/** Those of all events of a parcel that are scans after its delivery, and say nothing of it. */
export function lateScansOf<Event extends StateEvent>(events: readonly Event[]): Event[] {
  return followed(events).late
}

function followed<Event extends StateEvent>(events: readonly Event[]): { parcel: ParcelState; late: Event[] } {
  let parcel = NOTHING_KNOWN
  const late: Event[] = []
  for (const event of events.toSorted((one, other) => (tellsMore(one, other) ? 1 : tellsMore(other, one) ? -1 : 0))) {
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

function tellsMore(event: StateEvent, than: Omit<ParcelState, 'deliveredAt'>): boolean {
  if (than.at === null) return true
  const isKnown = event.state !== 'unknown'
  if (isKnown !== (than.state !== 'unknown')) return isKnown
  if (event.at !== than.at) return event.at > than.at
  if (event.state !== than.state) return RANKS[event.state] > RANKS[than.state]
  return event.reason > than.reason
}
