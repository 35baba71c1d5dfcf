import { Anchor } from '@mantine/core'
import type { Parcel } from '@despatch/contract/deliveries/parcels/parcel'
import { trackingPage } from '@despatch/domain/deliveries/parcels/tracking-page'
import { IconExternalLink } from '@tabler/icons-react'

/** A link to the carrier's tracking page; nothing if it is not known. */
export function CarrierTrackingLink({ parcel }: { readonly parcel: Parcel }) {
  const page = trackingPage(parcel)
  return (
    page && (
      <Anchor href={page.address} target="_blank" rel="noopener noreferrer" inherit>
        Track at {page.name} <IconExternalLink size={13} aria-label="(opens in a new tab)" />
      </Anchor>
    )
  )
}
