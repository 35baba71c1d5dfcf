import { Button } from '@mantine/core'
import type { Order } from '@despatch/contract/orders/order'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { AnnounceDrawer } from './announce-drawer.tsx'
import { returnsPortalAddress } from './portal-queries.ts'

/** A button to announce a return of a despatched order; hidden without permission or before despatch. */
export function AnnounceForOrder({ order }: { readonly order: Pick<Order, 'orderNumber' | 'clientCode' | 'Status'> }) {
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  const mayNot = useEditDisabledReason('reportsAndEnquiries.returnsPortal')
  const { orderNumber, clientCode, Status } = order
  if (mayNot !== undefined || (Status !== 'D' && Status !== 'V')) return null
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Create return
      </Button>
      <AnnounceDrawer
        opened={isOpen}
        orderNumber={orderNumber}
        client={clientCode}
        onClose={() => setOpen(false)}
        onDone={(reference) => void router.navigate({ href: returnsPortalAddress({ return: reference }) })}
      />
    </>
  )
}
