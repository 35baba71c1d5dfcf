import type { Day } from '../../calendar/day.ts'
import { DELIVERY_STATES, type DeliveryState } from './delivery-state.ts'

/** A parcel on its way. Instants are ISO 8601 in UTC. */
type ParcelOnWay = {
  readonly despatchedAt: string
  readonly promisedDate: Day
  readonly state: DeliveryState
  readonly stateAt: string | null
  readonly deliveredAt: string | null
  readonly daysLate: number
}
/** Carrier events, in any order. */
type ParcelEvent = { readonly at: string; readonly state: DeliveryState }

export type ProgressStep = {
  readonly title: string
  /** Time of the step; null if it is still to come or the time is unknown. */
  readonly at: string | null
  /** The promised day, while the delivery is still to come. */
  readonly due: Day | null
  /** Completed, current, or still to come. */
  readonly place: 'done' | 'now' | 'ahead'
  readonly meaning: 'good' | 'attention' | 'bad' | 'neutral'
}

/** The regular steps, in order. */
const REGULAR_STEPS = ['in_transit', 'out_for_delivery', 'delivered'] as const
/** States off the regular way: 'attention' ones resolve themselves, 'bad' ones need action. */
const DETOURS: Partial<Record<DeliveryState, ProgressStep['meaning']>> = {
  ready_for_pickup: 'attention',
  delivery_delayed: 'attention',
  on_hold: 'attention',
  delivery_failed: 'bad',
  return_to_sender: 'bad',
}

/**
 * The steps of a parcel from despatch to delivery with their times: the first time of completed steps, the last of the
 * current one. A state off the regular way appears at the parcel's current place.
 */
export function parcelProgress(parcel: ParcelOnWay, events: readonly ParcelEvent[] = []): readonly ProgressStep[] {
  const { state, stateAt, deliveredAt } = parcel
  const firstOf = (wanted: DeliveryState) =>
    events.reduce<string | null>((first, one) => {
      const isEarlier = one.state === wanted && (first === null || one.at < first)
      return isEarlier ? one.at : first
    }, null)
  const detour = DETOURS[state]
  const reached = lastReachedStep(state, (one) => firstOf(one) !== null)
  const isOnWay = detour === undefined && reached >= 0
  const steps = REGULAR_STEPS.map((step, index): ProgressStep => {
    const place = index > reached ? 'ahead' : index === reached && isOnWay && state !== 'delivered' ? 'now' : 'done'
    const isLast = step === 'delivered'
    return {
      title: DELIVERY_STATES[step],
      at: place === 'ahead' ? null : isLast ? deliveredAt : (firstOf(step) ?? (step === state ? stateAt : null)),
      due: isLast && place === 'ahead' ? parcel.promisedDate : null,
      place,
      meaning: isLast && parcel.daysLate > 0 ? 'bad' : isLast && place === 'done' ? 'good' : 'neutral',
    }
  })
  const despatched: ProgressStep = {
    title: 'Despatched',
    at: parcel.despatchedAt,
    due: null,
    place: reached < 0 && detour === undefined ? 'now' : 'done',
    meaning: 'neutral',
  }
  const detourSteps: ProgressStep[] =
    detour === undefined
      ? []
      : [{ title: DELIVERY_STATES[state], at: stateAt, due: null, place: 'now', meaning: detour }]
  return [despatched, ...steps.slice(0, reached + 1), ...detourSteps, ...steps.slice(reached + 1)]
}

/** Index of the last regular step reached, or -1. */
function lastReachedStep(state: DeliveryState, hasEvent: (state: DeliveryState) => boolean): number {
  if (state === 'delivered') return 2
  if (state === 'out_for_delivery') return 1
  // A parcel waiting at a shop, or that nobody accepted, was out for delivery. One that is held or delayed was in
  // transit.
  if (state === 'delivery_failed' || hasEvent('out_for_delivery')) return 1
  return state === 'pending' || (state === 'unknown' && !hasEvent('in_transit')) ? -1 : 0
}
