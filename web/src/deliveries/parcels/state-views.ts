import {
  type DeliveryState,
  DELIVERY_STATE_CODES,
  DELIVERY_STATES,
} from '@despatch/domain/deliveries/parcels/delivery-state'
import type { ShippedView } from '../../kit/list/views/view-tabs.tsx'
import type { StatusSearch } from './parcel-queries.ts'
import { parcelMeaning } from './parcel-meaning.ts'

/** How many parcels are in a state. */
export type ParcelCount = { readonly state: DeliveryState; readonly parcels: number }

/** The search without late parcels. */
export const NOT_LATE = { late: '', daysLate: '' } as const

type StateViews = {
  readonly counts: readonly ParcelCount[]
  readonly chosen: readonly DeliveryState[]
  readonly isLate: boolean
  readonly onChoose: (
    part: Pick<StatusSearch, 'state'> & Partial<Pick<StatusSearch, 'late' | 'daysLate' | 'sort' | 'order'>>,
  ) => void
}

/** The views of the parcel list: all parcels, late ones, and one for each state that has some or is chosen. */
export function stateViews({ counts, chosen, isLate, onChoose }: StateViews): readonly ShippedView[] {
  const countOf = (state: DeliveryState) => counts.find((one) => one.state === state)?.parcels ?? 0
  return [
    {
      name: 'All',
      isOn: chosen.length === 0 && !isLate,
      onChoose: () => onChoose({ state: [], ...NOT_LATE, ...(isLate && { sort: 'despatchedAt', order: 'desc' }) }),
    },
    {
      name: 'Late',
      isOn: chosen.length === 0 && isLate,
      onChoose: () => onChoose({ state: [], late: 'true', sort: 'daysLate', order: 'desc' }),
    },
    ...DELIVERY_STATE_CODES.filter((state) => countOf(state) > 0 || chosen.includes(state)).map((state) => ({
      name: DELIVERY_STATES[state],
      count: countOf(state),
      isUrgent: parcelMeaning({ state }) === 'bad',
      isOn: chosen.length === 1 && chosen[0] === state,
      onChoose: () => onChoose({ state: [state] }),
    })),
  ]
}
