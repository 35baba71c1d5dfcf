import type { Parcel } from '@despatch/contract/deliveries/parcels/parcel'
import { daysLateText } from '@despatch/domain/deliveries/parcels/days-late'
import { DayText, Reference } from '../../kit/list/columns/cells.tsx'
import { ClaimLink } from '../../kit/navigation/claim-link.tsx'
import { OrderLink } from '../../kit/navigation/order-link.tsx'
import { RecordBanner } from '../../kit/record/record-banner.tsx'
import { WhyButton } from '../../routing/allocation/why-button.tsx'
import { CarrierTrackingLink } from './carrier-tracking-link.tsx'
import { ParcelState, parcelFacts } from './parcel-facts.tsx'

/** The parts of a parcel's head, for its page and its drawer. */
export const parcelHead = (parcel: Parcel) => ({
  status: <ParcelState parcel={parcel} />,
  actions: (
    <>
      <CarrierTrackingLink parcel={parcel} />
      {parcel.orderNumber !== '' && <WhyButton order={parcel} label="Why this carrier?" />}
    </>
  ),
  banner: <ParcelBanner parcel={parcel} />,
  facts: {
    Order: parcel.orderNumber && (
      <Reference text={parcel.orderNumber}>
        <OrderLink order={parcel} />
      </Reference>
    ),
    ...parcelFacts(parcel),
    Client: parcel.clientCode,
  },
})

/** By how much a parcel is late, with the way to a claim. */
function ParcelBanner({ parcel }: { readonly parcel: Parcel }) {
  const { exception, daysLate, deliveredAt, promisedDate, reason, trackingNumber, clientCode } = parcel
  if (!exception) return null
  return (
    <RecordBanner
      meaning={deliveredAt ? 'attention' : 'bad'}
      title={daysLateText(daysLate)}
      actions={<ClaimLink reference={trackingNumber} clientCode={clientCode} />}
    >
      <p>
        Promised for <DayText day={promisedDate} />
        {!deliveredAt && ', and not delivered yet'}.{reason && ` The carrier says: ${reason}.`}
      </p>
    </RecordBanner>
  )
}
