import { Button } from '@mantine/core'
import type { Parcel } from '@despatch/contract/deliveries/parcels/parcel'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { Reference } from '../../kit/list/columns/cells.tsx'
import { WhyButton } from '../../routing/allocation/why-button.tsx'
import { ParcelRecord } from './parcel-record.tsx'

type ParcelPeekProps = {
  readonly of: Parcel | undefined
  readonly onClose: () => void
  /** Opens the whole record; without it there is no more to show. */
  readonly open?: { readonly title: string; readonly onOpen: (parcel: Parcel) => void } | undefined
}

/** A drawer with a parcel beside the list. */
export function ParcelPeek({ of, onClose, open }: ParcelPeekProps) {
  return (
    <PeekDrawer of={of} size="xl" title={({ trackingNumber }) => <Reference text={trackingNumber} />} onClose={onClose}>
      {(parcel) => (
        <>
          {open && (
            <Button size="xs" data-autofocus onClick={() => open.onOpen(parcel)}>
              {open.title}
            </Button>
          )}
          {parcel.orderNumber !== '' && <WhyButton order={parcel} label="Why this carrier?" />}
          <ParcelRecord parcel={parcel} />
        </>
      )}
    </PeekDrawer>
  )
}
