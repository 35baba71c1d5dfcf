import { Button } from '@mantine/core'
import type { Parcel } from '@despatch/contract/deliveries/parcels/parcel'
import { useQuery } from '@tanstack/react-query'
import { Reference } from '../../kit/list/columns/cells.tsx'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { PeekHead } from '../../kit/record/peek-head.tsx'
import { RecordPeek } from '../../kit/record/record-peek.tsx'
import { parcelHead } from './parcel-head.tsx'
import { parcelDetailsQuery } from './parcel-queries.ts'
import { ParcelSections } from './parcel-sections.tsx'

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
      {(parcel) => <Peeked key={parcel.trackingNumber} parcel={parcel} open={open} />}
    </PeekDrawer>
  )
}

type PeekedProps = { readonly parcel: Parcel } & Pick<ParcelPeekProps, 'open'>

function Peeked({ parcel, open }: PeekedProps) {
  const query = useQuery(parcelDetailsQuery(parcel))
  // The row has its facts until the whole parcel is there.
  const { actions, ...head } = parcelHead(query.data?.parcel ?? parcel)
  return (
    <>
      <PeekHead
        {...head}
        actions={
          <>
            {actions}
            {open && (
              <Button size="xs" data-autofocus onClick={() => open.onOpen(parcel)}>
                {open.title}
              </Button>
            )}
          </>
        }
      />
      <RecordPeek query={query} noun="parcel" goneText="Parcel not found.">
        {(details) => <ParcelSections of={details} />}
      </RecordPeek>
    </>
  )
}
