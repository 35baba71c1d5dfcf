import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { useRouter } from '@tanstack/react-router'
import { leaveRecord } from '../../kit/tabs/leave-record.ts'
import { session } from '../../kit/session/session-store.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { amendTab, OPEN_ORDERS_SCREEN } from '../addresses.ts'
import { AmendOrder } from '../amend/amend-order.tsx'
import { OPEN_ORDERS } from './work-order-queries.ts'
import { WorkOrderList } from '../work-list/work-order-list.tsx'

/** Order: Suspend, Amend or Cancel: orders not yet on a pick note, or the form that amends one in its own tab. */
export function SuspendAmendCancelScreen() {
  const router = useRouter()
  const [{ amend, client }] = useScreenSearch(OPEN_ORDERS.shape)
  if (amend === '')
    return (
      <WorkOrderList
        title="Order: Suspend, Amend or Cancel"
        name="order-suspend-amend-or-cancel"
        kind={OPEN_ORDERS}
        primary="suspend"
        empty="No orders to act on. New, released and suspended orders are listed here until the warehouse picks them."
      />
    )
  const clientCode = client || session.client()
  if (clientCode === ALL_CLIENTS)
    return <p>This link doesn’t say which client the order belongs to. Open it from the list of orders.</p>
  return (
    <AmendOrder
      key={`${clientCode} ${amend}`}
      orderNumber={amend}
      clientCode={clientCode}
      onClose={() => void leaveRecord(router, amendTab.tabId(amend), OPEN_ORDERS_SCREEN)}
    />
  )
}
