import type { Day } from '../../calendar/day.ts'
import { DELIVERY_STATES, type DeliveryState } from './delivery-state.ts'

/** What is known of a parcel's way. Instants are ISO 8601 in UTC. */
type KnownParcel = {
  readonly despatchedAt: string
  readonly promisedDate: Day
  readonly state: DeliveryState
  readonly stateAt: string | null
  readonly deliveredAt: string | null
  readonly daysLate: number
}
/** What the carrier said, in any order. */
type KnownEvent = { readonly at: string; readonly state: DeliveryState }

export type ProgressStep = {
  readonly title: string
  /** When it came about; null where it has not, or nobody said when. */
  readonly at: string | null
  /** The day it is promised for, while it is still to come. */
  readonly due: Day | null
  /** It is behind, it is where the parcel is now, or it is still to come. */
  readonly place: 'done' | 'now' | 'ahead'
  readonly meaning: 'good' | 'attention' | 'bad' | 'neutral'
}

/** The way that every parcel goes, in its order. */
const WAY = ['in_transit', 'out_for_delivery', 'delivered'] as const
/** What a parcel goes on from by itself, and what it comes back from only by someone's doing. */
const DETOURS: Partial<Record<DeliveryState, ProgressStep['meaning']>> = {
  ready_for_pickup: 'attention',
  delivery_delayed: 'attention',
  on_hold: 'attention',
  delivery_failed: 'bad',
  return_to_sender: 'bad',
}

/**
 * The steps of a parcel from its despatch to its delivery, with when each came about: the first time for what it goes
 * through, the last for where it is. What keeps it from going on stands where it is, in place of what would come next.
 */
export function parcelProgress(parcel: KnownParcel, events: readonly KnownEvent[] = []): readonly ProgressStep[] {
  const { state, stateAt, deliveredAt } = parcel
  const firstOf = (wanted: DeliveryState) =>
    events.reduce<string | null>((first, one) => {
      const isEarlier = one.state === wanted && (first === null || one.at < first)
      return isEarlier ? one.at : first
    }, null)
  const detour = DETOURS[state]
  const reached = reachedOf(state, (one) => firstOf(one) !== null)
  const isOnWay = detour === undefined && reached >= 0
  const steps = WAY.map((step, index): ProgressStep => {
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
  const stopped: ProgressStep[] =
    detour === undefined
      ? []
      : [{ title: DELIVERY_STATES[state], at: stateAt, due: null, place: 'now', meaning: detour }]
  return [despatched, ...steps.slice(0, reached + 1), ...stopped, ...steps.slice(reached + 1)]
}

/** How far along the way a parcel is: the index of the last step that it has reached, or -1 where that is none. */
function reachedOf(state: DeliveryState, wasSaid: (state: DeliveryState) => boolean): number {
  if (state === 'delivered') return 2
  if (state === 'out_for_delivery') return 1
  // A parcel that waits at a shop, or that nobody took in, was out; one that is held or delayed was on its way.
  if (state === 'delivery_failed' || wasSaid('out_for_delivery')) return 1
  return state === 'pending' || (state === 'unknown' && !wasSaid('in_transit')) ? -1 : 0
}
