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

/** The status colour of a parcel's or event's state. */
export function parcelMeaning({ state }: { readonly state: DeliveryState }): Meaning {
  return MEANINGS[state] ?? 'neutral'
}
