import type { Parcel } from '@despatch/contract/parcels/parcel'
import type { DeliveryState } from '@despatch/domain/parcels/delivery-state'
import type { Meaning } from '../table/cells.tsx'

const MEANINGS: Record<DeliveryState, Meaning> = {
  pending: 'neutral',
  in_transit: 'neutral',
  out_for_delivery: 'neutral',
  ready_for_pickup: 'neutral',
  delivery_delayed: 'attention',
  delivery_failed: 'bad',
  delivered: 'good',
  on_hold: 'attention',
  return_to_sender: 'bad',
  unknown: 'attention',
}

/** What a delivery state means to whoever looks down a list. */
export const meaningOfState = (state: DeliveryState): Meaning => MEANINGS[state]

/** What its delivery means: what is late needs a look, whatever its state. */
export function lateWords({ exception, daysLate }: Pick<Parcel, 'exception' | 'daysLate'>): string {
  if (!exception) return ''
  return `${daysLate} ${daysLate === 1 ? 'day' : 'days'} late`
}
