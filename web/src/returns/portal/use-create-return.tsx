import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import type { Order } from '@despatch/contract/orders/order'
import { type ReactNode, useState } from 'react'
import type { RecordAction } from '../../kit/record/record-actions.tsx'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { AnnounceDrawer } from './announce-drawer.tsx'
import { returnsPortalAddress } from './portal-queries.ts'

/** The action that creates a return of a despatched order, and its drawer; without permission or before despatch, none. */
export function useCreateReturn({
  orderNumber,
  clientCode,
  Status,
}: Pick<Order, 'orderNumber' | 'clientCode' | 'Status'>): {
  readonly action: RecordAction | undefined
  readonly drawer: ReactNode
} {
  const goTo = useGoTo()
  const [isOpen, setOpen] = useState(false)
  const mayNot = useEditDisabledReason('reportsAndEnquiries.returnsPortal')
  if (mayNot !== undefined || (Status !== 'D' && Status !== 'V')) return { action: undefined, drawer: null }
  return {
    action: { label: 'Create return', onAct: () => setOpen(true) },
    drawer: (
      <AnnounceDrawer
        opened={isOpen}
        orderNumber={orderNumber}
        client={clientCode}
        onClose={() => setOpen(false)}
        onDone={(reference) => goTo(returnsPortalAddress({ return: reference }))}
      />
    ),
  }
}
