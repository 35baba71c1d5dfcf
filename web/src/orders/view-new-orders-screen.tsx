import { Button } from '@mantine/core'
import { actKey } from '../kit/keys/act-keys.ts'
import { DisabledReason } from '../kit/list/disabled-reason.tsx'
import { ordersText } from './suspend-release-cancel/command-text.ts'
import { ACT_KEYS } from './suspend-release-cancel/order-actions.tsx'
import { useWhyNotRelease } from './use-order-rights.ts'
import { NEW_ORDERS } from './suspend-release-cancel/work-order-queries.ts'
import { WorkOrderList } from './suspend-release-cancel/work-order-list.tsx'

/** View New Orders: the orders that are not released yet, and the way to release them. */
export function ViewNewOrdersScreen() {
  const whyNot = useWhyNotRelease()
  return (
    <WorkOrderList
      title="View New Orders"
      name="view-new-orders"
      kind={NEW_ORDERS}
      primary="release"
      action={({ matching, total = 0, selectedCount }, ask) =>
        // While some are selected, these are what is released: the bar at the foot has the button.
        selectedCount === 0 && (
          <>
            <DisabledReason reasons={[whyNot]} />
            <Button
              disabled={whyNot !== undefined || total === 0}
              {...actKey(ACT_KEYS.release)}
              title={total === 0 ? 'No orders to release' : undefined}
              onClick={() => ask({ action: 'release', selection: { matching, except: [] } })}
            >
              {total === 0 ? 'Release all…' : `Release all ${ordersText(total)}…`}
            </Button>
          </>
        )
      }
      empty="All orders have been released. New orders are listed here until they are released."
    />
  )
}
