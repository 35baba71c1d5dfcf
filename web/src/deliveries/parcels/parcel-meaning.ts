import type { DeliveryState } from '@despatch/domain/deliveries/parcels/delivery-state'
import type { Meaning } from '../../kit/list/columns/cells.tsx'

const MEANINGS: Partial<Record<DeliveryState, Meaning>> = {
  delivered: 'good',
  delivery_delayed: 'attention',
  delivery_failed: 'bad',
  on_hold: 'attention',
  return_to_sender: 'bad',
  unknown: 'attention',
}

/** What the state of a parcel, or of an event, means to anyone who looks down a list. */
export function parcelMeaning({ state }: { readonly state: DeliveryState }): Meaning {
  return MEANINGS[state] ?? 'neutral'
}
