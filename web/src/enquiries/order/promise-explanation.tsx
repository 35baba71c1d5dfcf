import { Button, Popover } from '@mantine/core'
import type { Parcel } from '@despatch/contract/deliveries/parcels/parcel'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { methodAddress } from '../../routing/prices/addresses.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { EntryLink } from '../../routing/rule-book/rule-link.tsx'
import { parcelDetailsQuery } from '../../deliveries/parcels/parcel-queries.ts'

/** Explains a parcel's promised day, with a link to its setting. */
export function PromiseExplanation({ parcel }: { readonly parcel: Parcel }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery({ ...parcelDetailsQuery(parcel), enabled: isOpen })
  return (
    <Popover opened={isOpen} onChange={setOpen} width={320} position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`Why is ${parcel.trackingNumber} promised for that date?`}
          onClick={() => setOpen(!isOpen)}
        >
          Why?
        </Button>
      </Popover.Target>
      <Popover.Dropdown tabIndex={-1}>
        {error ? messageOf(error) : (data?.promise.why ?? 'Looking it up…')}
        {data?.promise.clientMethodID && (
          <p>
            Set in{' '}
            <EntryLink leaf="carrierRoutingControl.carrierPrices" to={methodAddress(data.promise.clientMethodID)}>
              {data.promise.clientMethodID}
            </EntryLink>
            .
          </p>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
