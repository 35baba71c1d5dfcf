import type { DeliveryEvent } from '@despatch/contract/deliveries/parcels/parcel'
import { parcelMeaning } from './parcel-meaning.ts'
import { Status } from '../../kit/list/columns/cells.tsx'

/** The state of a parcel or event as a dot and a word, with the incident reason. */
export function DeliveryStateText({ of }: { readonly of: Pick<DeliveryEvent, 'state' | 'stateTitle' | 'reason'> }) {
  return (
    <span title={of.reason || undefined}>
      <Status meaning={parcelMeaning(of)}>{of.stateTitle}</Status>
      {of.reason && `, ${of.reason}`}
    </span>
  )
}
