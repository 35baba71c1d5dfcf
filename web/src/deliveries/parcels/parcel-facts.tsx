import type { Parcel } from '@despatch/contract/deliveries/parcels/parcel'
import type { ReactNode } from 'react'
import { DayText, MomentText } from '../../kit/list/columns/cells.tsx'
import type { FactsByName } from '../../kit/record/record-facts.tsx'
import { DeliveryStateText } from './delivery-state-text.tsx'

/** The facts of a parcel, without its status, order and client. `why` stands beside the promise. */
export function parcelFacts(parcel: Parcel, why?: ReactNode): FactsByName {
  const { carrier, carrierName, carrierService, weight, deliveredAt } = parcel
  return {
    Carrier: <span title={carrier}>{[carrierName, carrierService].filter(Boolean).join(', ')}</span>,
    Despatched: <MomentText at={parcel.despatchedAt} />,
    'Promised for': (
      <>
        <DayText day={parcel.promisedDate} /> {why}
      </>
    ),
    Delivered: deliveredAt ? <MomentText at={deliveredAt} /> : 'Not yet',
    Weight: weight === null ? 'Not known' : `${weight} kg`,
  }
}

/** The status of a parcel, and since when. */
export function ParcelState({ parcel }: { readonly parcel: Parcel }) {
  const { stateAt, deliveredAt } = parcel
  return (
    <span>
      <DeliveryStateText of={parcel} />
      {stateAt && !deliveredAt && (
        <>
          {' '}
          since <MomentText at={stateAt} />
        </>
      )}
    </span>
  )
}
