import { Button, Popover } from '@mantine/core'
import type { Parcel } from '@despatch/contract/parcels/parcel'
import { parcels } from '@despatch/contract/parcels/parcels'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../app/api/api-error.ts'
import { call } from '../app/api/call.ts'
import { ScreenLink } from '../allocation/rule-link.tsx'

/** Why a parcel is promised for its day, and where that is set. */
export function PromiseWhy({ parcel: { trackingNumber, clientCode } }: { readonly parcel: Parcel }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['parcels', 'one', trackingNumber, clientCode],
    queryFn: ({ signal }) => call(parcels.one, { query: { trackingNumber } }, { signal, client: clientCode }),
    enabled: isOpen,
  })
  return (
    <Popover opened={isOpen} onChange={setOpen} width={320} position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`Why is ${trackingNumber} promised for that day?`}
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
            <ScreenLink leaf="carrierRoutingControl.carrierPrices" search={{ method: data.promise.clientMethodID }}>
              {data.promise.clientMethodID}
            </ScreenLink>
            .
          </p>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
