import {
  type DeliveryState,
  DELIVERY_STATE_CODES,
  DELIVERY_STATES,
} from '@despatch/domain/deliveries/parcels/delivery-state'
import type { ShippedView } from '../../kit/list/views/view-tabs.tsx'
import { parcelMeaning } from './parcel-meaning.ts'

/** How many parcels are in a state. */
export type ParcelCount = { readonly state: DeliveryState; readonly parcels: number }

/** The views of the parcel list: all parcels, and one for each state that has some or is chosen. */
export function stateViews(
  counts: readonly ParcelCount[],
  chosen: readonly DeliveryState[],
  onChoose: (states: DeliveryState[]) => void,
): readonly ShippedView[] {
  const countOf = (state: DeliveryState) => counts.find((one) => one.state === state)?.parcels ?? 0
  return [
    { name: 'All', isOn: chosen.length === 0, onChoose: () => onChoose([]) },
    ...DELIVERY_STATE_CODES.filter((state) => countOf(state) > 0 || chosen.includes(state)).map((state) => ({
      name: DELIVERY_STATES[state],
      count: countOf(state),
      isUrgent: parcelMeaning({ state }) === 'bad',
      isOn: chosen.length === 1 && chosen[0] === state,
      onChoose: () => onChoose([state]),
    })),
  ]
}
