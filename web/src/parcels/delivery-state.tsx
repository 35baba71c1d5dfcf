import type { DeliveryEvent } from '@despatch/contract/parcels/parcel'
import { parcelMeaning } from '../enquiries/parcel-meaning.ts'
import { Status } from '../table/cells.tsx'

/** What a parcel or an event says, as a dot and a word; with the incident's reason where the carrier gave one. */
export function DeliveryStateText({ of }: { readonly of: Pick<DeliveryEvent, 'state' | 'stateTitle' | 'reason'> }) {
  return (
    <span title={of.reason || undefined}>
      <Status meaning={parcelMeaning(of)}>{of.stateTitle}</Status>
      {of.reason && `, ${of.reason}`}
    </span>
  )
}
